"""R's functions on ragged lists: `c`, `length`, `as_list`, `unlist`, `names`, `is_na` ..."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from raggedkit import RaggedTensor, TensorShape
from raggedkit.errors import broken_rule
from raggedkit.typing import Array
from raggedkit_r.arranging import all_equal, identical, rearranged, unique
from raggedkit_r.ragged.build import as_ragged
from raggedkit_r.ragged.compare import nearly_equal, same_in_all, unique_of_rows
from raggedkit_r.ragged.index import rows_of
from raggedkit_r.ragged.printing import row_texts
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.replace import as_rows
from raggedkit_r.ragged.rows import (
    Names,
    names_of,
    over,
    rows_end_to_end,
    take_rows,
    values_of,
    with_row_names,
)
from raggedkit_r.shape.shape import RShape
from raggedkit_r.vector.arguments import as_items
from raggedkit_r.vector.convert import as_kind
from raggedkit_r.vector.na import Kind
from raggedkit_r.vector.names import NamedList, joined_names
from raggedkit_r.vector.values import Values
from raggedkit_r.vector.vector import Vector, as_r
from raggedkit_r.verbs import as_list, as_tensor, c_parts, is_na, length, of_kind, with_names

__all__ = ["levels", "names", "set_names", "unlist"]


def names(x: Any) -> Vector | None:
    """Return the names of the rows, or of the items of a vector or list; None without names.

    Shapes, single values and ``NULL`` have none.

    Parameters
    ----------
    x
        A ragged list, vector or list.

    Returns
    -------
    Vector or None
        Of text.

    Raises
    ------
    TypeError
        If ``x`` has no rows.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> names(ragged({"a": [3, 1], "b": []}))
    [1] "a" "b"
    """
    if x is None or np.isscalar(x) or isinstance(x, Vector | NamedList | RShape | TensorShape):
        found = getattr(x, "labels", None)
    else:
        found = names_of(as_ragged(x))[0]
    return None if found is None else Vector.of(Values(np.array(found, dtype="U"), "character"))


def set_names(x: Any, names: Sequence[str] | None) -> RaggedList:
    """Return the ragged list with other names of its rows; None removes them.

    If there are fewer names than rows, the last rows have the name ``<NA>``, as in R.

    Parameters
    ----------
    x : ragged list
        Or any argument of `as_ragged`.
    names : sequence of str
        The names of the rows, or None.

    Returns
    -------
    RaggedList
        Of the same rows.

    Raises
    ------
    TypeError
        If ``x`` has no rows.
    ValueError
        If there are more names than rows.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> set_names(ragged([[3, 1], []]), ["a", "b"])
    ragged list: 2 rows, 2 integer values
    a  [3, 1]
    b  []
    """
    x = as_ragged(x)
    labels = None if names is None else tuple(map(str, as_items(names, "names", "be texts")))
    if labels is not None:
        if len(labels) > len(x):
            rule, way_out = f"be at most {len(x)} texts", "None removes them"
            raise ValueError(broken_rule("names", rule, len(labels), way_out))
        labels += ("<NA>",) * (len(x) - len(labels))
    return with_row_names(x, labels)


def levels(x: Any) -> tuple[str, ...] | None:
    """Return the levels of a factor, None for other kinds.

    Parameters
    ----------
    x : ragged list or vector
        A factor, or values of another kind.

    Returns
    -------
    tuple of str or None
        In their order.

    Raises
    ------
    TypeError
        If ``x`` has no rows.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> levels(ragged([["b", "a"], []], levels=["a", "b"]))
    ('a', 'b')
    """
    return x.content.levels if isinstance(x, Vector) else as_ragged(x).levels


def unlist(x: Any) -> Vector:
    """Return all values end to end, named after their rows if the rows have names.

    Parameters
    ----------
    x : ragged list
        Or any argument of `as_ragged`.

    Returns
    -------
    Vector
        The same values as `flat_values`; only the names differ.

    Raises
    ------
    TypeError
        If ``x`` has no rows.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> unlist(ragged([[3, None], [], [5]]))
    [1]  3 NA  5
    >>> names(unlist(ragged({"a": [3, 1], "b": [5]})))
    [1] "a1" "a2" "b"
    """
    x = as_ragged(x)
    outer, inner = names_of(x)[0], names_of(x)[-1]
    labels = inner
    if outer is not None and x.tensor.ragged_rank == 1:
        labels = _unlisted_names(x, outer, inner)
    values = values_of(x)
    if values.array.ndim > 1:
        na = None if values.na is None else values.na.reshape(-1)
        values, labels = replace(values, array=values.array.reshape(-1), na=na), None
    return Vector.of(values, labels)


def _unlisted_names(x: RaggedList, outer: tuple[str, ...], inner: Names) -> Names:
    cuts = pairwise(x.tensor.row_splits.tolist())
    return joined_names(outer, [(j - i, inner and inner[i:j]) for i, j in cuts])


def _c_ragged(*parts: Any) -> RaggedList:
    """Rows end to end; a vector has a row for each value, NULL none."""
    given = [part for part in parts if part is not None]
    deepest = max(
        (part for part in given if isinstance(part, RaggedList)),
        key=lambda part: part.tensor.ragged_rank,
    )
    return rows_end_to_end([as_rows(deepest, part) for part in given])


def _listed(items: list[Any], labels: tuple[str, ...] | None) -> list[Any]:
    return items if labels is None else NamedList(items, labels)


def _named_rows(found: RaggedList, prefixes: Sequence[str], parts: Sequence[Any]) -> RaggedList:
    if not any(prefixes):
        return found  # which has the names of its parts
    labels = _labels_of(prefixes, parts, rows=found)
    return set_names(found, labels)


def _named_vector(found: Vector, prefixes: Sequence[str], parts: Sequence[Any]) -> Vector:
    labels = _labels_of(prefixes, parts)
    if labels is None:
        return found
    return Vector.of(found.content, labels)


def _named_list(found: list[Any], prefixes: Sequence[str], parts: Sequence[Any]) -> list[Any]:
    labels = _labels_of(prefixes, parts)
    return found if labels is None or len(labels) != len(found) else NamedList(found, labels)


def _labels_of(
    prefixes: Sequence[str], parts: Sequence[Any], rows: RaggedList | None = None
) -> tuple[str, ...] | None:
    """Return the names of the parts that `c` concatenates; a vector has one row for each value."""
    given = [(name, part) for name, part in zip(prefixes, parts, strict=True) if part is not None]
    if not any(prefixes) and all(_own_names(part) is None for _, part in given):
        return None
    counts = []
    for _, part in given:
        if rows is not None and not isinstance(part, Vector):
            part = as_rows(rows, part)
        read = as_r(part)
        several = isinstance(read, Vector | list | RaggedList)
        counts.append((len(read) if several else 1, _own_names(part)))
    return joined_names([name for name, _ in given], counts)


def _own_names(part: Any) -> tuple[str, ...] | None:
    if isinstance(part, RaggedList):
        return names_of(part)[0]
    return tuple(map(str, part)) if isinstance(part, dict) else getattr(part, "labels", None)


def _of_kind(x: RaggedList, kind: Kind) -> Vector:
    if kind == "character":
        return Vector(row_texts(x, values=None, whole=True), kind)
    return of_kind(Vector.of(values_of(x)), kind)


def _as_tensor(x: RaggedList, dtype: Any = None) -> RaggedTensor:
    """Return the RaggedTensor; a NULL row is an empty one. An NA must be NaN or NaT there."""
    values = values_of(x)
    if x.na is not None:
        if dtype is None or np.dtype(dtype).kind not in "fc" or x.kind in ("character", "factor"):
            row_id = _first_row(x, x.na)
            rule, got = (
                f"contain no NA to become a tensor of {x.kind} values",
                f"one in row {row_id}",
            )
            way_out = "x[is_na(x)] = 0 replaces it"
            if x.kind in ("integer", "logical"):
                way_out += ", as_tensor(x, 'float64') has NaN"
            raise ValueError(f"x must {rule}, got {got}; {way_out}")
        values = as_kind(values, "numeric")
    array = values.array if dtype is None else values.array.astype(dtype)
    return x.tensor.with_flat_values(array)


def _first_row(x: RaggedList, marked: Array) -> int:
    at = int(np.argwhere(marked)[0][0])
    for part in reversed(x.tensor.partitions):
        at = int(part.value_rowids()[at])
    return at + 1


def _rearranged(x: RaggedList, places: Callable[[Sequence[Any]], Sequence[int]]) -> RaggedList:
    return take_rows(x, np.array(places(range(len(x))), dtype="int64"))


c_parts.register(RaggedList, _c_ragged)
with_names.register(RaggedList, _named_rows)
with_names.register(Vector, _named_vector)
with_names.register(list, _named_list)
as_list.register(Vector, lambda x: _listed(x.to_list(), x.labels))
of_kind.register(RaggedList, _of_kind)
length.register(RaggedList, len)
as_list.register(RaggedList, lambda x: _listed(list(rows_of(x)), names_of(x)[0]))
as_tensor.register(RaggedList, _as_tensor)
is_na.register(RaggedList, lambda x: over(x, Values(values_of(x).is_na, "logical")))
rearranged.register(RaggedList, _rearranged)
unique.register(RaggedList, unique_of_rows)
identical.register(RaggedList, same_in_all)
all_equal.register(RaggedList, nearly_equal)
