"""Texts: arrays of ``str`` or ``bytes`` from user input, and back from Python strings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from raggedkit._typing import Array
from raggedkit._utf8 import from_utf8, to_utf8
from raggedkit._xp import (
    FIXED_TEXTS,
    as_array,
    bytes_array,
    holds_bytes,
    host_namespace,
    is_host,
    is_text,
    object_array,
    text_array,
)
from raggedkit.errors import broken_rule

__all__ = ["check_text", "each", "like", "numpy_is_right", "python_values", "rebuilt", "texts"]


def texts(values: Any, name: str = "input") -> Array:
    """Return values as NumPy's text or bytes; raise if they are neither."""
    array: Array = as_array(values)
    if not is_host(array):
        raise TypeError(
            broken_rule(name, "be on 'cpu', the only device for text", type(array).__name__)
        )
    if array.dtype.kind == "O":
        try:
            return bytes_array(array) if holds_bytes(array) else text_array(array)
        except TypeError as error:
            raise TypeError(str(error).replace("values", name, 1)) from None
    if not is_text(array.dtype):
        if array.size:
            raise TypeError(broken_rule(name, "contain text or bytes", array.dtype))
        # NumPy reads an empty list as floats.
        return array.astype("U1")
    return array


def python_values(values: Any) -> list[Any]:
    """Return all values as Python's ``str`` or ``bytes``."""
    found: list[Any] = texts(values).ravel().tolist()
    return found


def rebuilt(values: list[Any], like: Array) -> Array:
    """Return Python texts as an array of the shape of another, of its dtype if there are none."""
    objects = object_array(values).reshape(like.shape)
    if not values:
        return objects.astype(like.dtype if is_text(like.dtype) else "U1")
    return bytes_array(objects) if isinstance(values[0], bytes) else text_array(objects)


def each(function: Callable[[Any], Any]) -> Callable[[Array], Array]:
    """Return a function of an array that applies ``function`` to each text."""

    def applied(array: Array) -> Array:
        return rebuilt([function(v) for v in python_values(array)], array)

    return applied


def like(text: Any, value: Any) -> Any:
    """Return ``text`` as ``str`` or ``bytes``, whichever ``value`` is, converted by UTF-8."""
    of_bytes = isinstance(value, bytes) if isinstance(value, str | bytes) else holds_bytes(value)
    if isinstance(text, str) and of_bytes:
        return to_utf8(text, "text beside bytes")
    return (
        from_utf8(text, "bytes beside text") if isinstance(text, bytes) and not of_bytes else text
    )


def check_text(text: Any, name: str) -> None:
    """Raise unless an argument is one text or bytes."""
    if not isinstance(text, str | bytes):
        raise TypeError(broken_rule(name, "be text", text))


def numpy_is_right(array: Array) -> bool:
    """Whether NumPy's functions of text are right for these values.

    NumPy drops NULs at the end of a text. A shortened text with NULs inside may end in one,
    and text of variable width may end in one itself.
    """
    if array.dtype.kind not in FIXED_TEXTS or not array.size:
        return False
    # str_len counts NULs inside a text, count_nonzero does not.
    units = host_namespace.ascontiguousarray(array).view("u4" if array.dtype.kind == "U" else "u1")
    written = int(host_namespace.strings.str_len(array).sum())
    return int(host_namespace.count_nonzero(units)) == written
