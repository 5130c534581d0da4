"""Small faults put into the engine one at a time, to see whether the tests notice.

Each fault changes the code of one function in a child of this process; the tests of the
laws then run in it until the first that fails. Sentences of messages are left alone.
"""

import ast
import gc
import importlib
import itertools
import mmap
import os
import shutil
import signal
import tempfile
import time
import types
from dataclasses import dataclass
from pathlib import Path

ENGINE = (
    *("cases", "editions", "expressions", "standards", "handbook/catalogs"),
    *("engine/answers", "engine/checks", "engine/flow", "engine/loading"),
    *("engine/paths", "engine/points", "engine/reach", "engine/stepfiles"),
    "engine/walk",
)
KILLERS = (
    *("expressions", "answers", "walk", "law27", "reach", "flows", "editions"),
    *("cases", "standards", "golden_flows", "catalogs", "loading", "checks"),
    "points",
)
# These only work on a flow that is there; the others make it.
AT_WORK = ("engine/walk", "engine/paths", "engine/answers", "cases")
# The many random walks find little that the golden cases do not, and take long.
SLOW = "test_random_answers_to_everything_end_in_an_outcome"
SECONDS = 120
FAILED, NEVER_ENDED = 1, 2
# So many of the tests that noticed other faults come first.
LATEST = 12
SWAPPED = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.Mult: ast.Add,
}


@dataclass(frozen=True)
class Mutant:
    """A fault: its module and line, what is done, and to which node of the source."""

    module: str
    line: int
    what: str
    source: str
    place: int
    number: int

    def tree(self):
        """Return the tree of the module with the fault in it."""
        tree = ast.parse(self.source)
        node = next(itertools.islice(ast.walk(tree), self.place, None))
        _, change = list(changes(node))[self.number]
        change(node)
        return ast.fix_missing_locations(tree)

    def __str__(self):
        path = whole_name(self.module).replace(".", "/")
        return f"{path}.py:{self.line} {self.what}"


def mutants(module):
    """Yield each fault of a module: of the law package, or with its whole name."""
    path = Path(_imported(module).__file__)
    yield from of_source(module, path.read_text("utf-8"))


def _imported(module):
    return importlib.import_module(whole_name(module))


def whole_name(module):
    """Return the name by which Python knows a module."""
    if module.startswith("rulings."):
        return module
    return f"rulings.laws.{module.replace('/', '.')}"


def of_source(module, source):
    """Yield each fault of a source text."""
    tree = ast.parse(source)
    for place, node in enumerate(ast.walk(tree)):
        if id(node) not in inside(tree):
            continue
        for number, (what, _) in enumerate(changes(node)):
            line = getattr(node, "lineno", 0) or node.target.lineno
            yield Mutant(module, line, what, source, place, number)


_INSIDE = {}


def inside(tree):
    """Return what stands in the bodies of functions, sentences and types left out."""
    if id(tree) in _INSIDE:
        return _INSIDE[id(tree)][1]
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for statement in node.body:
                found |= {id(one) for one in spoken_for(statement)}
    _INSIDE[id(tree)] = (tree, found)
    return found


def spoken_for(node):
    """Yield a statement and what is in it, but no text of a message and no type."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, (ast.JoinedStr, ast.Raise)):
                yield child
            elif isinstance(child, ast.AST):
                yield from spoken_for(child)


def changes(node):
    """Yield each change of a node: its name, and a function that makes it."""
    yield from changed_values(node)
    yield from changed_statements(node)
    match node:
        case ast.UnaryOp(op=ast.Not()):
            yield "not left out", lambda n: become(n, n.operand)
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            swapped = SWAPPED[type(op)]
            name = f"{type(op).__name__} to {swapped.__name__}"
            yield name, lambda n: n.ops.__setitem__(0, swapped())
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in SWAPPED:
            swapped = SWAPPED[type(op)]
            name = f"{type(op).__name__} to {swapped.__name__}"
            yield name, lambda n: setattr(n, "op", swapped())
        case ast.If() | ast.IfExp() | ast.While():
            yield "condition turned", lambda n: setattr(n, "test", negated(n.test))
        case ast.comprehension(ifs=[_, *_]):
            yield "filter left out", lambda n: n.ifs.clear()


def changed_values(node):
    match node:
        case ast.Constant(value=bool() as value):
            yield f"{value} turned", lambda n: setattr(n, "value", not n.value)
        case ast.Constant(value=int() as value):
            yield f"{value} raised", lambda n: setattr(n, "value", n.value + 1)
        case ast.Constant(value=str() as value) if value:
            yield f"{value!r} changed", lambda n: setattr(n, "value", f"{n.value}XX")


def changed_statements(node):
    match node:
        case ast.Return(value=value) if not is_nothing(value):
            yield "nothing returned", lambda n: setattr(n, "value", nothing())
        case ast.Expr() | ast.Raise() | ast.AugAssign():
            yield "left out", lambda n: become(n, ast.Pass())
        case ast.Break():
            yield "break to continue", lambda n: become(n, ast.Continue())
        case ast.Continue():
            yield "continue to break", lambda n: become(n, ast.Break())


def is_nothing(value):
    """Say whether what is returned is nothing already."""
    return value is None or (isinstance(value, ast.Constant) and value.value is None)


def become(node, other):
    """Turn a node into another in its place."""
    kept = {k: getattr(node, k) for k in ("lineno", "col_offset") if hasattr(node, k)}
    node.__class__ = type(other)
    node.__dict__.clear()
    node.__dict__.update({**vars(other), **kept})


def negated(test):
    return ast.UnaryOp(ast.Not(), test)


def nothing():
    return ast.Constant(None)


# --- putting a fault in, and looking whether a test fails ------------------------


def put_in(mutant):
    """Give the functions of the module, wherever they are held, their new code."""
    module = _imported(mutant.module)
    code = compile(mutant.tree(), module.__file__, "exec")
    new = dict(codes(code))
    functions = [
        one
        for one in gc.get_objects()
        if isinstance(one, types.FunctionType)
        and one.__code__.co_filename == module.__file__
    ]
    for function in functions:
        other = new.get(
            (function.__code__.co_qualname, function.__code__.co_firstlineno)
        )
        if other and other.co_freevars == function.__code__.co_freevars:
            function.__code__ = other


def codes(code, before=""):
    """Yield every code in a code, by its qualified name and first line."""
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield (inner.co_qualname, inner.co_firstlineno), inner
            yield from codes(inner)


def forget():
    """Empty the caches that hold what was made before the fault."""
    for one in gc.get_objects():
        if hasattr(one, "cache_clear") and "rulings.laws" in getattr(
            one, "__module__", ""
        ):
            one.cache_clear()


def killers():
    """Return the tests of the engine that need no more than a folder, each case."""
    found = []
    for name in KILLERS:
        module = importlib.import_module(f"tests.laws.test_{name}")
        for test in vars(module).values():
            if isinstance(test, types.FunctionType) and test.__name__.startswith(
                "test_"
            ):
                found += [(name, test, given) for given in givens(test)]
    return found


def givens(test):
    """Yield the arguments of each case of a test; nothing where it cannot be called."""
    marks = getattr(test, "pytestmark", [])
    names = set(test.__code__.co_varnames[: test.__code__.co_argcount]) - {"tmp_path"}
    tables = []
    for mark in marks:
        if mark.name in {"soak", "skipif"} or test.__name__ == SLOW:
            return
        if mark.name == "parametrize":
            keys, values = mark.args[0], mark.args[1]
            keys = (
                [k.strip() for k in keys.split(",")] if isinstance(keys, str) else keys
            )
            rows = [row if len(keys) > 1 else (row,) for row in values]
            tables.append([dict(zip(keys, row, strict=True)) for row in rows])
    for rows in itertools.product(*tables):
        given = {key: value for row in rows for key, value in row.items()}
        if set(given) == names:
            yield given


def unnoticed(made, found, at_once=1, tell=None):
    """Return the faults that no test notices; some children look at a time.

    The tests that noticed the last fault are tried first on the next, for faults that
    stand together fail together. A test that never ends has noticed too.
    """
    waiting, children, missed = list(reversed(made)), {}, []
    order = list(range(len(found)))
    while waiting or children:
        while waiting and len(children) < at_once:
            mutant = waiting.pop()
            which = mmap.mmap(-1, 4)
            child = os.fork()
            if child == 0:
                os._exit(run(mutant, found, first_for(mutant, found, order), which))
            children[child] = (mutant, which)
        child, status = first_ended(children)
        mutant, which = children.pop(child)
        if status == 0:
            missed.append(mutant)
        elif os.waitstatus_to_exitcode(status) == FAILED:
            number = int.from_bytes(which[:], "big")
            order.remove(number)
            order.insert(0, number)
        if tell:
            tell(len(made) - len(waiting) - len(children))
    return sorted(missed, key=made.index)


def first_ended(children):
    """Wait for one of these children alone; return it and its status."""
    while True:
        for child in children:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                return ended, status
        time.sleep(0.002)


def first_for(mutant, found, order):
    """Return the numbers of the tests, those that are likely to notice first."""
    likely = (mutant.module.rpartition("/")[2], "golden_flows")
    latest = order[:LATEST]
    rest = [number for number in range(len(found)) if number not in latest]
    return latest + sorted(rest, key=lambda number: found[number][0] not in likely)


def run(mutant, found, order, which):
    """Run tests with a fault; write into `which` the number of the first that fails."""
    signal.signal(signal.SIGALRM, lambda *_: os._exit(NEVER_ENDED))
    signal.alarm(SECONDS)
    number = order[0]
    # Frozen objects are hidden, and with them the functions to be changed.
    gc.unfreeze()
    try:
        put_in(mutant)
        if mutant.module not in AT_WORK:
            forget()
        for number in order:
            attempt(*found[number][1:])
    except BaseException:  # noqa: BLE001 - a fault may show in any way
        which[:] = number.to_bytes(4, "big")
        return FAILED
    return 0


def attempt(test, given):
    names = test.__code__.co_varnames[: test.__code__.co_argcount]
    if "tmp_path" not in names:
        test(**given)
        return
    folder = Path(tempfile.mkdtemp())
    try:
        test(**given, tmp_path=folder)
    finally:
        shutil.rmtree(folder)
