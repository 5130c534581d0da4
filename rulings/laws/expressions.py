"""Small conditions and sums in the law data: parsed once, evaluated without `eval`.

Known: names with a dot (`facts.role`), texts, numbers, True, False, None, tuples,
== != < <= > >= in not-in, and or not, + and -, and `a if c else b`. Nothing else.
A value may be unknown: then the result is unknown only where it hangs on that value.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, cast

from rulings.bridge.errors import ParseError

Scalar: TypeAlias = bool | int | str | None
Value: TypeAlias = Scalar | tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A result that hangs on values nobody has given yet; `keys` names them."""

    keys: tuple[str, ...]


Evaluated: TypeAlias = Value | Unknown
Lookup: TypeAlias = Callable[[str], Evaluated]


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression with its text and the dotted names it reads."""

    text: str
    tree: ast.expr
    names: tuple[str, ...]

    def __str__(self) -> str:
        """Return the text it was parsed from."""
        return self.text

    def compared(self) -> Iterator[tuple[str, str]]:
        """Yield each (name, text) pair that a comparison sets side by side."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Compare):
                sides = (node.left, node.comparators[0])
                names = [_dotted(s) for s in sides if isinstance(s, ast.Attribute)]
                for text in (t for side in sides for t in _texts(side)):
                    yield from ((name, text) for name in names)


_ORDER: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_COMPARISONS: tuple[type[ast.cmpop], ...] = (
    ast.Eq,
    ast.NotEq,
    ast.In,
    ast.NotIn,
    *_ORDER,
)


def parse(text: str) -> Expression:
    """Read an expression; ParseError names the first part that is not allowed."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise ParseError(f"{text!r} is no expression: {error.msg}") from None
    names: dict[str, None] = {}
    _check(tree, text, names)
    return Expression(text, tree, tuple(names))


def evaluate(expression: Expression, lookup: Lookup) -> Evaluated:
    """Return the value, or Unknown with the names that would have to be known first."""
    return _value(expression.tree, lookup)


def _check(node: ast.expr, text: str, names: dict[str, None]) -> None:
    """Refuse every kind of node that has no meaning here; collect the names."""
    match node:
        case ast.Attribute():
            names[_dotted(node)] = None
            return
        case ast.Constant(value=value) if value is None or isinstance(
            value, (bool, int, str)
        ):
            return
        case ast.Tuple(elts=parts) if all(isinstance(p, ast.Constant) for p in parts):
            pass
        case ast.BoolOp(values=parts):
            pass
        case ast.UnaryOp(op=ast.Not(), operand=part):
            parts = [part]
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
            parts = [left, right]
        case ast.Compare(left=left, ops=[op], comparators=[right]) if isinstance(
            op, _COMPARISONS
        ):
            parts = [left, right]
        case ast.IfExp(test=test, body=body, orelse=orelse):
            parts = [test, body, orelse]
        case _:
            shown = ast.unparse(node)
            raise ParseError(f"{text!r}: {shown!r} is not allowed in an expression")
    for part in parts:
        _check(part, text, names)


def _dotted(node: ast.expr) -> str:
    match node:
        case ast.Attribute(value=inner, attr=attr):
            return f"{_dotted(inner)}.{attr}"
        case ast.Name(id=name):
            return name
        case _:
            raise ParseError(f"{ast.unparse(node)!r} is not allowed in an expression")


def _texts(node: ast.expr) -> Iterator[str]:
    for part in node.elts if isinstance(node, ast.Tuple) else [node]:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def _value(node: ast.expr, lookup: Lookup) -> Evaluated:
    match node:
        case ast.Constant(value=value):
            return cast("Scalar", value)  # _check let nothing else through
        case ast.Tuple(elts=parts):
            return tuple(cast("ast.Constant", part).value for part in parts)  # type: ignore[misc]
        case ast.BoolOp(op=op, values=parts):
            return _joined(parts, lookup, stops_at=isinstance(op, ast.Or))
        case ast.UnaryOp(operand=part):
            inner = _value(part, lookup)
            return inner if isinstance(inner, Unknown) else not inner
        case ast.Compare(left=left, ops=[test], comparators=[right]):
            return _pair(left, right, lookup, lambda a, b: _compare(test, a, b))
        case ast.BinOp(left=left, op=sum_, right=right):
            sign = 1 if isinstance(sum_, ast.Add) else -1
            return _pair(left, right, lookup, lambda a, b: _sum(a, b, sign))
        case ast.IfExp(test=condition, body=body, orelse=orelse):
            chosen = _value(condition, lookup)
            if isinstance(chosen, Unknown):
                return chosen
            return _value(body if chosen else orelse, lookup)
        case _:
            return lookup(_dotted(node))


def _joined(parts: list[ast.expr], lookup: Lookup, *, stops_at: bool) -> Evaluated:
    """Return `and`/`or` over the parts; the first unknown one is asked for first."""
    first: Unknown | None = None
    for part in parts:
        value = _value(part, lookup)
        if isinstance(value, Unknown):
            first = first or value
        elif bool(value) is stops_at:
            return stops_at
    return not stops_at if first is None else first


def _pair(
    left: ast.expr,
    right: ast.expr,
    lookup: Lookup,
    combine: Callable[[Value, Value], Value],
) -> Evaluated:
    a, b = _value(left, lookup), _value(right, lookup)
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        unknown = (value for value in (a, b) if isinstance(value, Unknown))
        keys = dict.fromkeys(key for value in unknown for key in value.keys)
        return Unknown(tuple(keys))
    return combine(a, b)


def _compare(op: ast.cmpop, a: Value, b: Value) -> bool:
    """Compare two known values; an order with a value that is None is false."""
    match op:
        case ast.Eq():
            return a == b
        case ast.NotEq():
            return a != b
        case ast.In():
            return isinstance(b, tuple) and a in b
        case ast.NotIn():
            return not (isinstance(b, tuple) and a in b)
        case _:
            if not (isinstance(a, int) and isinstance(b, int)):
                return False
            return _ORDER[type(op)](a, b)


def _sum(a: Value, b: Value, sign: int) -> Value:
    """Add or subtract two known numbers; nothing comes of a value that is None."""
    if isinstance(a, int) and isinstance(b, int):
        return a + sign * b
    return None
