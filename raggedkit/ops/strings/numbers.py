"""Conversion between strings and numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from raggedkit._arguments import as_flag, as_int, is_word
from raggedkit._engines.mathematics import value_by_value
from raggedkit._engines.texts import like, python_values, rebuilt, texts
from raggedkit._overloads import same_kind_as_input
from raggedkit._typing import Array, DType, DTypeLike, Tensor, TensorLike
from raggedkit._utf8 import from_utf8
from raggedkit._xp import NUMBERS, as_array, as_dtype, host_namespace, is_text
from raggedkit.errors import broken_rule

__all__ = ["as_string", "to_number"]

_INTEGER = re.compile(r"\s*[+-]?[0-9]+\s*", re.ASCII)
_HEX = re.compile(r"\s*[+-]?0[xX]", re.ASCII)


@same_kind_as_input
def to_number(input: TensorLike, out_type: DTypeLike = "float32") -> Tensor:
    """Return texts converted to numbers.

    Parameters
    ----------
    input
        Text or bytes: decimal numbers, with optional white space around them; for floats also
        ``inf``, ``nan`` and hexadecimal numbers such as ``0x1A``.
    out_type
        The dtype of the numbers, integer or float; float32 by default, as in TensorFlow.

    Returns
    -------
    RaggedTensor or array
        Of dtype ``out_type``, of the same rows.

    Raises
    ------
    TypeError
        If ``out_type`` is any other kind of dtype.
    ValueError
        If a text is not a number of that dtype; the error names the first one.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.to_number(rk.array([["2.5", "-1"], []]), "float64")
    <RaggedTensor [[2.5, -1.0], []]>
    >>> rk.strings.to_number(rk.array([["2", "x"]]), "int64")
    Traceback (most recent call last):
        ...
    ValueError: input must be numbers of dtype int64, got 'x'
    """
    dtype = as_dtype(out_type, "out_type")
    if dtype.kind not in "iuf":
        raise TypeError(broken_rule("out_type", "be a dtype of integers or floats", dtype))
    convert: Callable[[str], Any] = _float if dtype.kind == "f" else _whole(dtype)

    def parsed(a: Array) -> Array:
        numbers = []
        for v in python_values(a):
            try:
                numbers.append(convert(v if isinstance(v, str) else from_utf8(v, "input")))
            except ValueError:
                rule = f"be numbers of dtype {dtype}"
                raise ValueError(broken_rule("input", rule, v)) from None
        with host_namespace.errstate(over="ignore"):  # too large for the dtype becomes infinite
            return as_array(numbers, dtype=dtype).reshape(as_array(a).shape)

    return value_by_value(parsed, input, names="input")


def _float(text: str) -> float:
    if "_" in text or not text.isascii():  # Python also accepts 1_000 and digits of all scripts
        raise ValueError(text)
    return float.fromhex(text) if _HEX.match(text) else float(text)


def _whole(dtype: DType) -> Callable[[str], int]:
    limits = host_namespace.iinfo(dtype)

    def convert(text: str) -> int:
        # int() also accepts 1_000 and digits of all scripts.
        if not _INTEGER.fullmatch(text) or not limits.min <= int(text) <= limits.max:
            raise ValueError(text)
        return int(text)

    return convert


@same_kind_as_input
def as_string(
    input: TensorLike,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
) -> Tensor:
    """Return numbers and bools formatted as text, as with ``printf`` in C.

    Parameters
    ----------
    input
        Numbers or bools; text stays text.
    precision
        The number of digits after the decimal point of floats; 6 by default.
    scientific, shortest
        Format floats with an exponent, or in the shorter of both forms.
    width
        The smallest number of characters.
    fill
        The flag of ``printf``: ``"0"`` pads to ``width`` with zeros instead of spaces, ``"-"`` pads
        on the right, ``"+"`` and ``" "`` put a sign or a space before numbers that are not
        negative.

    Returns
    -------
    RaggedTensor or array
        Text, of the same rows; bytes stay bytes.

    Raises
    ------
    ValueError
        If ``fill`` is any other character, ``precision`` is given for integers or bools, or both
        ``scientific`` and ``shortest`` are given.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.as_string(rk.array([[1, 23], []]), width=4, fill="0")
    <RaggedTensor [['0001', '0023'], []]>
    >>> rk.strings.as_string(rk.array([[0.5], []]), precision=2)
    <RaggedTensor [['0.50'], []]>
    >>> rk.strings.as_string(rk.array([[True], []]))
    <RaggedTensor [['true'], []]>
    """
    if not is_word(fill, ("", *" +-0#")):
        raise ValueError(broken_rule("fill", "be '', ' ', '+', '-', '0' or '#'", fill))
    scientific, shortest = as_flag(scientific, "scientific"), as_flag(shortest, "shortest")
    precision, width = as_int(precision, "precision"), as_int(width, "width")
    for name, number in (("precision", precision), ("width", width)):
        if number > _WIDEST:
            raise ValueError(broken_rule(name, f"be at most {_WIDEST}", number))
    if scientific and shortest:
        raise ValueError(broken_rule("shortest", "be left out beside scientific", shortest))
    how = "e" if scientific else "g" if shortest else "f"
    spread = str(width) if width > 0 else ""

    def written(a: Array) -> Array:
        a = as_array(a)
        if is_text(a.dtype):
            return _padded(texts(a), width, fill)
        if a.dtype.kind in "biu" and (precision >= 0 or how != "f"):
            what = "precision" if precision >= 0 else "scientific" if scientific else "shortest"
            raise ValueError(f"{what} must be left out if input has dtype {a.dtype}")
        if a.dtype.kind not in NUMBERS:
            raise TypeError(broken_rule("input", "contain numbers, bools or text", a.dtype))
        # As in C, the sign flags do not apply to unsigned integers.
        flag = "" if a.dtype.kind == "u" and fill in (" ", "+") else fill
        if a.dtype.kind in "biu":
            number = f"%{flag}{spread}d"
        else:
            number = f"%{flag}{spread}{f'.{precision}' if precision >= 0 else ''}{how}"
        return rebuilt([_written(v, number) for v in a.ravel().tolist()], a)

    return value_by_value(written, input, names="input")


def _written(value: Any, number: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, complex):
        return f"({_written(value.real, number)},{_written(value.imag, number)})"
    if isinstance(value, float) and not math.isfinite(value):
        number = number.replace("%0", "%")  # only numbers are padded with zeros
    written: str = number % value
    return written


def _padded(array: Array, width: int, fill: str) -> Array:
    """Return texts padded with spaces to ``width`` on the left, or on the right with ``"-"``."""
    values = python_values(array)
    space = like(" ", array)
    if fill == "-":
        return rebuilt([v.ljust(max(width, 0), space) for v in values], array)
    return rebuilt([v.rjust(max(width, 0), space) for v in values], array)


_WIDEST = 1 << 16  # largest width of a number
