"""The typed client of the API, written from its description (`clients/python`).

Dataclasses and methods, nothing else: how a request is made is written by hand beside
them, with the standard library alone.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

HEAD = '''"""The operations of the API and what they take and return.

Made by `./td manage api_client` from the description of the API; do not edit.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from seventy_client.calling import Caller
'''
WIDTH = 88
KEY = "Idempotency-Key"
MADE_UP = re.compile(r"^rulings_views_api_[a-z]+?_(?=[a-z])")
"""What stands before a function's name in the name of its operation."""


def client_text(description: Mapping[str, Any]) -> str:
    """Return the module of an API's description: its values, then its operations."""
    schemas = description["components"]["schemas"]
    values = [_dataclass(name, schema) for name, schema in _ordered(schemas)]
    methods = [
        _method(path, verb, operation)
        for path, ways in description["paths"].items()
        for verb, operation in ways.items()
    ]
    head = f'class Client(Caller):\n    """{description["info"]["description"]}"""\n'
    return "\n\n".join([HEAD, *values, head + "\n" + "\n".join(methods)])


def _ordered(schemas: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the values by name; refusals are an error of the client, and no value."""
    for name in sorted(schemas.keys() - {"Problem", "Detail"}):
        yield name, schemas[name]


def _dataclass(name: str, schema: Mapping[str, Any]) -> str:
    lines = ["@dataclass(frozen=True, slots=True, kw_only=True)", f"class {name}:"]
    lines += _docstring(schema.get("description", name), 4)
    for field_name, one in schema.get("properties", {}).items():
        if said := one.get("description"):
            lines += [""] if lines[-1] else []
            lines += _wrapped(f"# {said}", 4, "# ")
        default = _default(one) if field_name not in schema.get("required", ()) else ""
        lines.append(f"    {field_name}: {type_of(one)}{default}")
    return "\n".join(lines) + "\n"


def _default(schema: Mapping[str, Any]) -> str:
    value = schema.get("default")
    if value == []:
        return " = field(default_factory=list)"
    return f" = {_literal(value)}"


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def type_of(schema: Mapping[str, Any]) -> str:
    """Return the Python type of a schema."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[-1])
    if "anyOf" in schema:
        kinds = [type_of(one) for one in schema["anyOf"]]
        return " | ".join(sorted(kinds, key=lambda kind: kind == "None"))
    if "enum" in schema:
        return f"Literal[{', '.join(map(_literal, schema['enum']))}]"
    if schema.get("type") == "array":
        return f"list[{type_of(schema['items'])}]"
    if schema.get("type") == "object":
        return "dict[str, Any]"
    if schema.get("type") == "string":
        known = {"date-time": "datetime", "uuid": "uuid.UUID"}
        return known.get(schema.get("format", ""), "str")
    return {"integer": "int", "number": "float", "boolean": "bool", "null": "None"}[
        schema["type"]
    ]


def name_of(path: str, operation: Mapping[str, Any]) -> str:
    """Return the name of a method: what is done, and to what."""
    name = MADE_UP.sub("", operation["operationId"])
    if "_" in name:
        return name
    part = path.removeprefix("/api/v1/").split("/")[0]
    return f"{name}_{part.removesuffix('s')}"


def _method(path: str, verb: str, operation: Mapping[str, Any]) -> str:
    given = operation.get("parameters", [])
    body = operation.get("requestBody", {}).get("content", {})
    sent = next((type_of(one["schema"]) for one in body.values()), "")
    takes = [
        f"{one['name']}: {type_of(one['schema'])}," for one in given if _in_path(one)
    ]
    takes += [f"sent: {sent},"] if sent else []
    asked = [one for one in given if one["in"] == "query"]
    keyed = any(one["name"] == KEY for one in given)
    if asked or keyed:
        takes.append("*,")
    takes += [f"{one['name']}: {_asked_type(one)}," for one in asked]
    takes += ["key: uuid.UUID | None = None,"] if keyed else []
    answer = next(
        type_of(content["schema"])
        for status, response in operation["responses"].items()
        if str(status).startswith("2")
        for content in response["content"].values()
    )
    name = name_of(path, operation)
    lines = _signature(name, takes, answer)
    lines += _docstring(operation.get("description", name), 8)
    made = f'f"{path}"' if "{" in path else f'"{path}"'
    lines += [
        f"        found: {answer} = self.call(",
        f'            "{verb.upper()}",',
        f"            {made},",
        f"            {answer},",
    ]
    if asked:
        named = ", ".join(f'"{one["name"]}": {one["name"]}' for one in asked)
        lines.append(f"            query={{{named}}},")
    lines += ["            body=sent,"] if sent else []
    lines += ["            key=key or uuid.uuid4(),"] if keyed else []
    return "\n".join([*lines, "        )", "        return found", ""])


def _signature(name: str, takes: list[str], answer: str) -> list[str]:
    if not takes:
        return [f"    def {name}(self) -> {answer}:"]
    rows = [f"        {one}" for one in ("self,", *takes)]
    return [f"    def {name}(", *rows, f"    ) -> {answer}:"]


def _in_path(parameter: Mapping[str, Any]) -> bool:
    return bool(parameter["in"] == "path")


def _asked_type(parameter: Mapping[str, Any]) -> str:
    schema = parameter["schema"]
    return f"{type_of(schema)} = {_literal(schema.get('default'))}"


def _docstring(said: str, indent: int) -> list[str]:
    """Return a docstring: its first sentence, then the rest."""
    first, _, rest = " ".join(said.split()).partition(". ")
    lead, end = " " * indent, "" if first.endswith(".") else "."
    if not rest:
        return [f'{lead}"""{first}{end}"""', ""][: 2 if indent == 4 else 1]  # noqa: PLR2004 a class
    lines = [f'{lead}"""{first}.', "", *_wrapped(rest, indent, ""), f'{lead}"""']
    return [*lines, ""] if indent == 4 else lines  # noqa: PLR2004 a class


def _wrapped(said: str, indent: int, later: str) -> list[str]:
    lead = " " * indent
    return textwrap.wrap(
        said, WIDTH, initial_indent=lead, subsequent_indent=lead + later
    )
