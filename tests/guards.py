"""What the static tests look for in Python files and templates (R5, R6, R18, R24).

Each function takes a file's text and returns what it finds, line by line, so that
the tests can also show it a bad line and see that it bites.
"""

import ast
import re

CLOCKS = {
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
    "timezone": {"now"},
    "time": {"time", "time_ns"},
}
CLOCK_NAMES = {"Now", "CurrentTimestamp", "auto_now", "auto_now_add"}
QUERYSET_WRITES = {"bulk_create", "bulk_update", "delete", "save"}
MANAGER_WRITES = {"create", "get_or_create", "update_or_create"}
MANAGERS = {"objects", "_default_manager", "_base_manager"}
SIGNALS = {"pre_save", "post_save", "pre_delete", "post_delete", "m2m_changed"}
HTMX_ATTRIBUTES = {
    "hx-boost", "hx-confirm", "hx-disabled-elt", "hx-disinherit", "hx-encoding",
    "hx-get", "hx-headers", "hx-include", "hx-indicator", "hx-params", "hx-post",
    "hx-preserve", "hx-push-url", "hx-replace-url", "hx-select", "hx-select-oob",
    "hx-swap", "hx-swap-oob", "hx-sync", "hx-target", "hx-trigger", "hx-vals",
}  # fmt: skip
BAD_MARKUP = {
    "inline script": re.compile(r"<script(?![^>]*\ssrc=)", re.IGNORECASE),
    "inline style": re.compile(r"<style|\sstyle\s*=", re.IGNORECASE),
    "event attribute": re.compile(r"\son[a-z]+\s*=", re.IGNORECASE),
    "hx-on": re.compile(r"\b(data-)?hx-on\b", re.IGNORECASE),
    "script value": re.compile(r"[\"']\s*(js|javascript):", re.IGNORECASE),
    "event filter": re.compile(r"hx-trigger=\"[^\"]*\["),
    "unescaped text": re.compile(r"\|\s*safe\b|autoescape\s+off"),
    "data image": re.compile(r"data:image/", re.IGNORECASE),
}
HTMX_NAME = re.compile(r"\s((?:data-)?hx-[a-z:-]+)")
POST_FORM = re.compile(
    r"<form\b[^>]*method=[\"']?post[^>]*>(.*?)</form>", re.IGNORECASE | re.DOTALL
)


def last_name(node):
    """Return the last name of a dotted expression: `timezone` of django's one."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def clock_reads(text):
    """Return where a clock is read."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute):
            if node.attr in CLOCKS.get(last_name(node.value), ()):
                found.append(f"{node.lineno}: {last_name(node.value)}.{node.attr}")
        elif isinstance(node, ast.Call) and not node.args and not node.keywords:
            # With an instant they convert it, without one they read the clock.
            if last_name(node.func) in {"localtime", "localdate", "gmtime", "ctime"}:
                found.append(f"{node.lineno}: {last_name(node.func)}()")
        elif isinstance(node, ast.Name | ast.keyword | ast.alias):
            name = getattr(node, "id", None) or getattr(node, "arg", None)
            name = name or getattr(node, "name", None)
            if name in CLOCK_NAMES:
                found.append(f"{node.lineno}: {name}")
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            names = {alias.name for alias in node.names} & CLOCKS["time"]
            found += [f"{node.lineno}: time.{name}" for name in sorted(names)]
    return found


def chain(node):
    """Return the names of a dotted and called expression, from its root on."""
    names = []
    while True:
        if isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        else:
            return [*([node.id] if isinstance(node, ast.Name) else ["?"]), *names[::-1]]


def is_write(call):
    """Tell whether a method call writes rows, as far as its text shows."""
    name, owner = call.func.attr, call.func.value
    names = chain(owner)
    if name in QUERYSET_WRITES:
        return True
    if name in MANAGER_WRITES:
        return names[-1] in MANAGERS
    # dict.update and hash.update take an argument or stand in an attribute; a
    # queryset's takes keywords only.
    asked = bool(MANAGERS & set(names)) or isinstance(owner, ast.Name | ast.Call)
    return name == "update" and bool(call.keywords) and not call.args and asked


def writes(text):
    """Return where rows are written, with the model where the text names it."""
    return [
        f"{node.lineno}: {chain(node.func.value)[0]} .{node.func.attr}("
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and is_write(node)
    ]


def side_doors(text):
    """Return signals and overridden saves, by which a row could change unlogged."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name | ast.Attribute) and last_name(node) in SIGNALS:
            found.append(f"{node.lineno}: {last_name(node)}")
        if isinstance(node, ast.FunctionDef) and node.name in {"save", "delete"}:
            found.append(f"{node.lineno}: def {node.name}")
        if isinstance(node, ast.Name | ast.keyword | ast.Constant):
            values = [getattr(node, key, None) for key in ("id", "arg", "value")]
            if "ATOMIC_REQUESTS" in values:
                found.append(f"{node.lineno}: ATOMIC_REQUESTS")
    return found


def markup_faults(text):
    """Return what a Content-Security-Policy or autoescape would have to forgive."""
    found = [name for name, pattern in BAD_MARKUP.items() if pattern.search(text)]
    names = set(HTMX_NAME.findall(text))
    found += [f"unlisted {name}" for name in sorted(names - HTMX_ATTRIBUTES)]
    found += [
        "form without csrf_token"
        for body in POST_FORM.findall(text)
        if "{% csrf_token %}" not in body
    ]
    return found
