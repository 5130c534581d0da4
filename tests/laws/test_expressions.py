import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge.errors import ParseError
from rulings.laws.expressions import Unknown, evaluate, parse

KNOWN = {
    "facts.role": "defender",
    "facts.left": 5,
    "facts.claimed": 2,
    "facts.agreed": True,
    "reg.order": None,
}


def look(name):
    return KNOWN.get(name, Unknown((name,)))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("True", True),
        ("None", None),
        ("'top_down'", "top_down"),
        ("7", 7),
        ("('a', 2)", ("a", 2)),
        ("facts.role == 'defender'", True),
        ("facts.role != 'defender'", False),
        ("facts.role in ('declarer', 'defender')", True),
        ("facts.role not in ('declarer', 'dummy')", True),
        ("facts.role in 'defender'", False),
        ("facts.left > 5", False),
        ("facts.left >= 5", True),
        ("facts.left < 6", True),
        ("facts.left <= 4", False),
        ("facts.left - facts.claimed", 3),
        ("facts.left + 1 > 5", True),
        ("not facts.agreed", False),
        ("facts.agreed and facts.left == 5", True),
        ("not facts.agreed or facts.left == 4", False),
        ("facts.left if facts.agreed else facts.claimed", 5),
        ("facts.left if not facts.agreed else facts.claimed", 2),
        ("reg.order == None", True),
        ("reg.order > 0", False),
        ("reg.order - 1", None),
    ],
)
def test_expression_has_its_value(text, value):
    assert evaluate(parse(text), look) == value


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("facts.x", ("facts.x",)),
        ("not facts.x", ("facts.x",)),
        ("facts.x == 1", ("facts.x",)),
        ("facts.x - facts.y", ("facts.x", "facts.y")),
        ("facts.x - facts.x", ("facts.x",)),
        ("facts.x and facts.y", ("facts.x",)),
        ("facts.agreed and facts.y", ("facts.y",)),
        ("facts.x or not facts.agreed", ("facts.x",)),
        ("1 if facts.x else 2", ("facts.x",)),
        ("facts.x if facts.agreed else 2", ("facts.x",)),
    ],
)
def test_unknown_values_make_the_result_unknown(text, keys):
    assert evaluate(parse(text), look) == Unknown(keys)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("facts.x and not facts.agreed", False),
        ("facts.x or facts.agreed", True),
        ("facts.x == 1 and facts.left == 4", False),
        ("2 if facts.agreed else facts.x", 2),
    ],
)
def test_unknown_values_that_cannot_matter_do_not(text, value):
    assert evaluate(parse(text), look) is value or evaluate(parse(text), look) == value


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')",
        "facts.role.upper()",
        "facts['role']",
        "role",
        "lambda: 1",
        "1 < facts.left < 3",
        "facts.left * 2",
        "-1",
        "[1, 2]",
        "(facts.left, 1)",
        "facts.role is None",
        "1.5",
        "b'x'",
        "facts.left; 1",
        "f'{facts.left}'",
        "",
        "facts.role ==",
        "(1).real",
        "[x for x in (1,)]",
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(ParseError):
        parse(text)


def test_expression_names_what_it_reads_and_compares():
    expression = parse("facts.a == 'x' and 'y' != reg.b or facts.c in ('u', 'v', 1)")

    assert expression.names == ("facts.a", "reg.b", "facts.c")
    compared = [("facts.a", "x"), ("facts.c", "u"), ("facts.c", "v"), ("reg.b", "y")]
    assert sorted(expression.compared()) == compared
    assert parse(str(expression)).names == expression.names


@given(st.lists(st.sampled_from([True, False, None]), min_size=2, max_size=5))
def test_unknown_is_decided_exactly_when_every_filling_agrees(parts):
    """None stands for an unknown part; each of its two values is tried."""
    names = [f"facts.n{place}" for place in range(len(parts))]
    for word in ("and", "or"):
        expression = parse(f" {word} ".join(names))

        def seen(name, parts=parts, names=names):
            value = parts[names.index(name)]
            return Unknown((name,)) if value is None else value

        join = all if word == "and" else any
        fillings = {
            join(p if p is not None else f for p in parts) for f in (True, False)
        }

        result = evaluate(expression, seen)

        if len(fillings) == 1:
            assert result is fillings.pop()
        else:
            assert isinstance(result, Unknown)
