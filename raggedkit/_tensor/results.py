"""Displays of results with several fields: named tuples such as TopK, and a tensor's partitions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from raggedkit.partition import RowPartition

__all__ = ["Partitions", "with_displays"]

_Kind = TypeVar("_Kind", bound=type)


class Partitions(tuple[RowPartition, ...]):
    """The partitions of a tensor: a tuple that a notebook shows as tables."""

    __slots__ = ()

    def __repr__(self) -> str:
        # Imported here: `import raggedkit` loads no displays.
        from raggedkit.reprs import fields_text

        return fields_text("", (("", partition) for partition in self))

    def _repr_html_(self) -> str:
        from raggedkit.reprs import fields_html

        named = ((f"partitions[{level}]", partition) for level, partition in enumerate(self))
        return fields_html("partitions", named)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a plain tuple."""
        # A pickle must not name a class that exists only for its display.
        return tuple, (tuple(self),)


def with_displays(kind: _Kind) -> _Kind:
    """Let named tuples of this class show their fields as tables in a notebook.

    This is no base class, as a class of named tuples cannot have another base.
    """
    # setattr: type checkers do not allow new methods on a class.
    for name, method in (("__repr__", _text), ("_repr_html_", _html)):
        setattr(kind, name, method)
    return kind


def _text(self: Any) -> str:
    from raggedkit.reprs import fields_text

    return fields_text(type(self).__name__, zip(self._fields, self, strict=True))


def _html(self: Any) -> str:
    from raggedkit.reprs import fields_html

    return fields_html(type(self).__name__, _unpacked(zip(self._fields, self, strict=True)))


def _unpacked(fields: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield each field, and each item of a field that has several, as ``values['amount']``."""
    for name, value in fields:
        # `type`, not isinstance: a named tuple has a display of its own.
        if type(value) is dict:
            yield from ((f"{name}[{key!r}]", item) for key, item in value.items())
        elif type(value) is tuple:
            yield from ((f"{name}[{i}]", item) for i, item in enumerate(value))
        else:
            yield name, value
