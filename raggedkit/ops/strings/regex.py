"""Regular expressions on strings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from raggedkit._arguments import as_flag
from raggedkit._engines.mathematics import value_by_value
from raggedkit._engines.texts import each, python_values
from raggedkit._overloads import same_kind_as_input
from raggedkit._typing import Array, Tensor, TensorLike
from raggedkit._utf8 import from_utf8
from raggedkit._xp import as_array
from raggedkit.errors import broken_rule

__all__ = ["regex_full_match", "regex_replace"]


@same_kind_as_input
def regex_full_match(input: TensorLike, pattern: str | bytes) -> Tensor:
    r"""Return whether each whole text matches a regular expression (of Python's `re`).

    Parameters
    ----------
    input
        Text, or bytes, which are decoded as UTF-8; for bytes ``\w``, ``\d`` and ``\s`` match ASCII
        only.
    pattern
        The regular expression.

    Returns
    -------
    RaggedTensor or array
        Bools, of the same rows.

    Raises
    ------
    ValueError
        If the pattern is not a regular expression.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.regex_full_match(rk.array([["so", "it!"], []]), r"\w+")
    <RaggedTensor [[True, False], []]>
    """
    find = _finder(pattern)

    def matched(a: Array) -> Array:
        found = [find(v).fullmatch(_read(v)) is not None for v in python_values(a)]
        return as_array(found, dtype=bool).reshape(as_array(a).shape)

    return value_by_value(matched, input, names="input")


@same_kind_as_input
def regex_replace(
    input: TensorLike,
    pattern: str | bytes,
    rewrite: str | bytes,
    replace_global: bool = True,
) -> Tensor:
    r"""Return texts with the matches of a regular expression (of Python's `re`) replaced.

    Parameters
    ----------
    input
        Text, or bytes, which are decoded as UTF-8; for bytes ``\w``, ``\d`` and ``\s`` match ASCII
        only.
    pattern, rewrite
        The regular expression and the replacement, in which ``\1`` is a group, ``\0`` the whole
        match and ``\\`` a backslash.
    replace_global
        Whether to replace every match, or only the first.

    Returns
    -------
    RaggedTensor or array
        Text or bytes, of the same rows.

    Raises
    ------
    ValueError
        If the pattern is not a regular expression, or ``rewrite`` refers to a missing group.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.regex_replace(rk.array([["so-so", "it"], []]), "o", "0")
    <RaggedTensor [['s0-s0', 'it'], []]>
    >>> rk.strings.regex_replace(rk.array([["so-so", "it"], []]), "s(.)", r"\1\0")
    <RaggedTensor [['oso-oso', 'it'], []]>
    >>> rk.strings.regex_replace("so", "s(.)", r"\2")
    Traceback (most recent call last):
        ...
    ValueError: rewrite must name groups from \0 to \1, got '\\2'
    """
    find = _finder(pattern)
    template = _template(rewrite, find("").groups)
    count = 0 if as_flag(replace_global, "replace_global") else 1

    def rewritten(value: Any) -> Any:
        text = find(value).sub(template, _read(value), count=count)
        return text if isinstance(value, str) else text.encode(errors="surrogateescape")

    return value_by_value(each(rewritten), input, names="input")


def _finder(pattern: Any) -> Callable[[Any], re.Pattern[str]]:
    """Return the compiled pattern for a text; for bytes with ASCII character classes."""
    if isinstance(pattern, bytes):
        pattern = from_utf8(pattern, "pattern")
    try:
        # Bytes are matched byte by byte, so \w and \d must not match decoded non-ASCII characters.
        for_text, for_bytes = re.compile(pattern), re.compile(pattern, re.ASCII)
    except (re.error, TypeError, ValueError) as error:
        rule = f"be a regular expression ({error})"
        raise ValueError(broken_rule("pattern", rule, pattern)) from error
    return lambda value: for_bytes if isinstance(value, bytes) else for_text


def _read(value: Any) -> str:
    # Bytes that are not UTF-8 survive the round trip as surrogates.
    text: str = value.decode(errors="surrogateescape") if isinstance(value, bytes) else value
    return text


_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)


def _template(rewrite: Any, groups: int) -> Callable[[re.Match[str]], str]:
    """Return the function that expands ``rewrite`` for a match."""
    if isinstance(rewrite, bytes):
        rewrite = from_utf8(rewrite, "rewrite")
    if not isinstance(rewrite, str):
        raise ValueError(broken_rule("rewrite", "be text", rewrite))
    pieces: list[str | int] = []
    at = 0
    for escape in _ESCAPE.finditer(rewrite):
        pieces.append(rewrite[at : escape.start()])
        at, what = escape.end(), escape[1]
        if what == "\\":
            pieces.append(what)
        elif what.isascii() and what.isdigit():
            if int(what) > groups:
                raise ValueError(broken_rule("rewrite", _groups_rule(groups), rewrite))
            pieces.append(int(what))
        else:
            rule = r"have a digit or another \ after each \ "
            raise ValueError(broken_rule("rewrite", rule.rstrip(), rewrite))
    pieces.append(rewrite[at:])
    # A group that took no part in the match is None and is replaced by nothing.
    return lambda m: "".join(p if isinstance(p, str) else m[p] or "" for p in pieces)


def _groups_rule(groups: int) -> str:
    return rf"name groups from \0 to \{groups}" if groups else r"name no group but \0"
