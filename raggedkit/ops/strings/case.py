"""String functions: upper and lower case, stripping and replacement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from raggedkit._arguments import as_int, is_word
from raggedkit._docstrings import sections_from, signature_from
from raggedkit._engines.mathematics import value_by_value
from raggedkit._engines.texts import check_text, each, like, numpy_is_right, texts
from raggedkit._overloads import same_kind_as_input
from raggedkit._typing import Array, Tensor, TensorLike
from raggedkit._xp import (
    INT64,
    as_array,
    host_namespace,
)
from raggedkit.encodings import LARGEST
from raggedkit.errors import broken_rule

__all__ = ["lower", "replace", "strip", "upper"]

_strings = host_namespace.strings


@same_kind_as_input
def lower(input: TensorLike, encoding: str = "") -> Tensor:
    """Return texts in lower case.

    Parameters
    ----------
    input
        Text, in which all letters are converted, or bytes.
    encoding
        The encoding of bytes: ``""`` converts ASCII letters only, ``"utf-8"`` all letters.

    Returns
    -------
    RaggedTensor or array
        Text or bytes, of the same rows.

    Raises
    ------
    ValueError
        If ``encoding`` is any other value.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.lower(rk.array([["Über", "ALL"], []]))
    <RaggedTensor [['über', 'all'], []]>
    """
    return value_by_value(each(_cased(str.lower, bytes.lower, encoding)), input, names="input")


@signature_from(lower)
def upper(input: TensorLike, encoding: str = "") -> Tensor:
    """Return texts in upper case.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.upper(rk.array([["so", "Straße"], []]))
    <RaggedTensor [['SO', 'STRASSE'], []]>
    """
    return value_by_value(each(_cased(str.upper, bytes.upper, encoding)), input, names="input")


def _cased(
    of_text: Callable[[str], str], of_bytes: Callable[[bytes], bytes], encoding: str
) -> Callable[[Any], Any]:
    if not is_word(encoding, ("", "utf-8")):
        raise ValueError(broken_rule("encoding", "be '' or 'utf-8'", encoding))

    def cased(value: Any) -> Any:
        if isinstance(value, str):
            return of_text(value)
        return of_text(value.decode(errors="replace")).encode() if encoding else of_bytes(value)

    return cased


@same_kind_as_input
@sections_from(lower)
def strip(input: TensorLike) -> Tensor:
    """Return texts without leading and trailing white space.

    Parameters
    ----------
    input
        Text or bytes.

    Raises
    ------
    TypeError
        If ``input`` does not contain text or bytes.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.strip(rk.array([["  so ", "it"], []]))
    <RaggedTensor [['so', 'it'], []]>
    """

    def stripped(a: Array) -> Array:
        a = texts(a)
        return _strings.strip(a) if numpy_is_right(a) else each(lambda v: v.strip())(a)

    return value_by_value(stripped, input, names="input")


@same_kind_as_input
@sections_from(lower)
def replace(input: TensorLike, old: str | bytes, new: str | bytes, count: int = -1) -> Tensor:
    """Return texts with ``old`` replaced by ``new``, ``count`` times at most.

    Parameters
    ----------
    input
        Text or bytes.
    old, new
        The text to find, and the text to put in its place. Both may be bytes.
    count
        The largest number of replacements in each text; -1 for all.

    Raises
    ------
    TypeError
        If ``input``, ``old`` or ``new`` is not text or bytes.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.replace(rk.array([["so-so", "it"], []]), "so", "la")
    <RaggedTensor [['la-la', 'it'], []]>
    """
    check_text(old, "old")
    check_text(new, "new")
    most = as_int(count, "count")
    # Python and NumPy take counts of 64 bits; a larger one replaces all occurrences anyway.
    count = min(max(most, -1), LARGEST[INT64])

    def replaced(a: Array) -> Array:
        a = texts(a)
        parts: Any = like(old, a), like(new, a)
        if numpy_is_right(a) and not any(part[-1:] in ("\0", b"\0") for part in parts):
            # As arrays: NumPy truncates Python strings to the width of the values.
            found: Array = _strings.replace(a, as_array(parts[0]), as_array(parts[1]), count)
            return found
        return each(lambda v: v.replace(*parts, count))(a)

    return value_by_value(replaced, input, names="input")
