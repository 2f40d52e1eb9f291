"""R expressions evaluated by the Python face: enough of the language for the tables of answers.

Values are those of `raggedkit_r`: R's ``1`` is ``1.0``, ``1L`` is ``1``, a list is a Python list.
What has no counterpart in the Python face raises `Untranslatable`.
"""

from __future__ import annotations

import copy
import functools
import operator
from collections.abc import Callable
from typing import Any

import raggedkit_r as rr
from raggedkit_r.vector.index import extract, replace
from raggedkit_r.vector.nested import element_at, replace_element_at
from tests.facades.r_parser import Node, Untranslatable, parse

__all__ = ["Untranslatable", "evaluate"]


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": operator.pow,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "%in%": lambda value, x: value in x,
}
_UNARY_OPERATORS: dict[str, Callable[[Any], Any]] = {
    "-": operator.neg,
    "+": operator.pos,
    "!": operator.invert,
}
_CONSTANTS: dict[str, Any] = {
    "NULL": None,
    "TRUE": True,
    "FALSE": False,
    "NA": rr.NA,
    "NA_integer_": rr.NA_integer_,
    "NA_real_": rr.NA_real_,
    "NA_complex_": rr.NA_complex_,
    "NA_character_": rr.NA_character_,
    "Inf": float("inf"),
    "NaN": float("nan"),
}


def evaluate(source: str, names: dict[str, Any] | None = None) -> Any:
    """Return the value of an expression, or raise the error of the Python face."""
    return _value(parse(source), {} if names is None else names)


def _value(node: Node, names: dict[str, Any]) -> Any:
    if node.kind == "number":
        return _number(node.value)
    if node.kind == "text":
        return node.value
    if node.kind == "name":
        if node.value in names:
            return names[node.value]
        if node.value in _CONSTANTS:
            return _CONSTANTS[node.value]
        return _function(node.value)
    if node.kind == "block":
        result = None
        for statement in node.parts:
            result = _value(statement, names)
        return result
    if node.kind == "assign":
        return _assign(node.parts[0], _value(node.parts[1], names), names)
    if node.kind == "operator":
        return _operate(node, names)
    if node.kind == "call":
        return _call(node, names)
    if node.kind in ("[", "[["):
        return _subset(_value(node.parts[0], names), node, names)
    if node.kind == "member":
        return _member(node, names)
    raise Untranslatable(node.kind)


def _member(node: Node, names: dict[str, Any]) -> Any:
    owner = _value(node.parts[0], names)
    if not isinstance(owner, rr.RShape) or not node.value.isidentifier():
        raise Untranslatable("a member of something else than a shape")
    return getattr(owner, node.value)


def _number(text: str) -> Any:
    if text.endswith("L"):
        return int(float(text[:-1]))
    return complex(0, float(text[:-1])) if text.endswith("i") else float(text)


def _call(node: Node, names: dict[str, Any]) -> Any:
    function = _value(node.parts[0], names)
    if not callable(function):
        raise Untranslatable("a call of a value")
    positional, named = [], {}
    for argument in node.parts[1:]:
        if argument.kind == "argument":
            named[argument.value.replace(".", "_")] = _value(argument.parts[0], names)
        elif argument.kind == "missing":
            raise Untranslatable("a missing argument")
        else:
            positional.append(_value(argument, names))
    return function(*positional, **named)


def _operate(node: Node, names: dict[str, Any]) -> Any:
    operands = [_value(part, names) for part in node.parts]
    if len(operands) == 1:
        (operand,) = operands
        if isinstance(operand, rr.RShape):
            return _UNARY_OPERATORS[node.value](operand)
        vector = rr.c(operand)
        if not isinstance(vector, rr.Vector):
            raise Untranslatable("an operator on a list")
        return _plain(vector if node.value == "+" else _UNARY_OPERATORS[node.value](vector))
    left, right = operands
    if isinstance(left, rr.RShape) or isinstance(right, rr.RShape):
        return _OPERATORS[node.value](left, right)
    if node.value == ":":
        return _plain(_colon(left, right))
    left, right = rr.c(left), rr.c(right)
    if not isinstance(left, rr.Vector) or not isinstance(right, rr.Vector):
        raise Untranslatable("an operator on a list")
    return _plain(_OPERATORS[node.value](left, right))


def _plain(value: Any) -> Any:
    """A vector of one value as that value, which is how the Python face's users write it."""
    return value[[1]] if isinstance(value, rr.Vector) and len(value) == 1 else value


def _colon(start: Any, stop: Any) -> rr.Vector:
    start, stop = _plain(start), _plain(stop)
    step = 1 if start <= stop else -1
    values = [start + step * i for i in range(int(abs(stop - start)) + 1)]
    whole = float(start).is_integer()
    return rr.Vector([int(v) if whole else v for v in values])


def _key(node: Node, names: dict[str, Any]) -> Any:
    """Return an index as a Python key: ``a:b`` is a slice there."""
    arguments = node.parts[1:]
    if not arguments or arguments[0].kind == "missing":
        return slice(None)
    keys = []
    for argument in arguments:
        inner = argument.parts[0] if argument.kind == "argument" else argument
        if inner.kind == "operator" and inner.value == ":" and node.kind == "[":
            keys.append(slice(*(_value(part, names) for part in inner.parts)))
        else:
            keys.append(_value(inner, names))
    return keys[0] if len(keys) == 1 else tuple(keys)


def _subset(x: Any, node: Node, names: dict[str, Any]) -> Any:
    key = _key(node, names)
    if node.kind == "[" and isinstance(key, list):
        raise Untranslatable("x[list()]: a list between the brackets is R's [[ in Python")
    if x is None:
        return None
    x = x if isinstance(x, list | rr.RShape) else rr.c(x)
    if node.kind == "[[":
        if not node.parts[1:]:
            return x[[]]
        return element_at(x, key) if isinstance(x, list) else x[[key]]
    return extract(x, key) if isinstance(x, list) else x[key]


def _assign(target: Node, value: Any, names: dict[str, Any]) -> Any:
    if target.kind == "name":
        names[target.value] = copy.copy(value)  # R's variables hold values of their own
        return value
    if target.kind == "member":
        setattr(_value(target.parts[0], names), target.value, value)
        return value
    if target.kind not in ("[", "[[") or target.parts[0].kind != "name":
        raise Untranslatable("an assignment into something nested")
    name = target.parts[0].value
    names[name] = _replaced(names[name], target, value, names)
    return value


def _replaced(x: Any, node: Node, value: Any, names: dict[str, Any]) -> Any:
    key = _key(node, names)
    if node.kind == "[" and isinstance(key, list):
        raise Untranslatable("x[list()]: a list between the brackets is R's [[ in Python")
    if isinstance(x, rr.RShape):
        x = copy.copy(x)
        if node.kind == "[":
            x[key] = value
        else:
            x[[key] if node.parts[1:] else []] = value
        return x
    if not isinstance(x, list):
        raise Untranslatable("an assignment into a vector")
    if node.kind == "[[":
        return replace_element_at(x, key, value)
    values = None if value is None else rr.as_list(value)
    return replace(x, key, values)


def _list(*values: Any, **named: Any) -> list[Any]:
    return [*values, *named.values()]


def _sized(kind: Any) -> Callable[[Any], rr.Vector]:
    zero = {"logical": False, "integer": 0, "numeric": 0.0, "character": ""}[kind]

    def vector(length: Any = 0) -> rr.Vector:
        return rr.Vector([zero] * int(length), kind)

    return vector


def _which(flags: Any) -> rr.Vector:
    flags = rr.c(flags)
    return rr.Vector([i for i, flag in enumerate(flags, 1) if flag is True], "integer")


def _replace_call(x: Any, key: Any, values: Any) -> Any:
    names = {"x": x, "key": key}
    return _replaced(x, parse("x[key]"), values, names)


def _do_call(function: Any, arguments: Any) -> Any:
    called = _function(function) if isinstance(function, str) else function
    return called(*rr.as_list(arguments))


def _sapply_length(x: Any, function: Callable[[Any], Any]) -> Any:
    return [function(item) for item in rr.as_list(x)]


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "list": _list,
    "as.list": rr.as_list,
    "as.integer": rr.as_integer,
    "as.numeric": rr.as_numeric,
    "as.double": rr.as_double,
    "as.character": rr.as_character,
    "all.equal": rr.all_equal,
    "is.na": rr.is_na,
    "format": lambda x: str(x) if isinstance(x, rr.RShape) else _no("format"),
    "logical": _sized("logical"),
    "integer": _sized("integer"),
    "numeric": _sized("numeric"),
    "character": _sized("character"),
    "seq_len": lambda n: rr.Vector(range(1, int(n) + 1), "integer"),
    "seq_along": lambda x: rr.Vector(range(1, rr.length(x) + 1), "integer"),
    "which": _which,
    "is.null": lambda x: x is None,
    "isTRUE": lambda x: x is True or (isinstance(x, rr.Vector) and rr.identical(x, True)),
    "replace": _replace_call,
    "append": rr.c,
    "Reduce": lambda function, x: functools.reduce(function, rr.as_list(x)),
    "do.call": _do_call,
    "lapply": _sapply_length,
    "identity": lambda x: x,
    "unname": lambda x: x,
}


_OF_RAGGED_LISTS = ("lengths", "names")


def _no(what: str) -> Any:
    raise Untranslatable(what)


def _function(name: str) -> Any:
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    if name in rr.__all__ and name.islower() and name not in _OF_RAGGED_LISTS:
        return getattr(rr, name)
    raise Untranslatable(name)
