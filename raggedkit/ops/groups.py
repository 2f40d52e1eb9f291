"""Grouping by keys: rows of the values that have equal keys, for one or several columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Generic, Literal, NamedTuple, TypeVar, overload

from raggedkit._border import is_column
from raggedkit._engines.inputs import operands
from raggedkit._engines.rows import take_rows
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays.grouping import group_starts, order_by_keys
from raggedkit._plan.operands import check_orderable, rewrap, splits_dtype
from raggedkit._tensor.results import with_displays
from raggedkit._typing import Array, ArrayLike, Tensor, TensorLike
from raggedkit._xp import array_namespace, host_namespace
from raggedkit.errors import MissingValueError, broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["Groups", "group_by"]

_Keys = TypeVar("_Keys")
_Values = TypeVar("_Values")


@with_displays
class Groups(NamedTuple, Generic[_Keys, _Values]):
    """Distinct keys, ascending, and a row of values for each key."""

    keys: _Keys
    values: _Values


Groups.__module__ = "raggedkit"  # pickles name it there


# A tuple of arrays is array-like, too, so overloads overlap: the first that fits counts.
@overload
def group_by(
    keys: Mapping[str, ArrayLike],
    values: Mapping[str, TensorLike],
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> Groups[dict[str, Array], dict[str, RaggedTensor]]: ...
@overload
def group_by(  # type: ignore[overload-overlap]
    keys: Mapping[str, ArrayLike],
    values: tuple[Tensor, ...],
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> Groups[dict[str, Array], tuple[RaggedTensor, ...]]: ...
@overload
def group_by(
    keys: Mapping[str, ArrayLike],
    values: TensorLike,
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> Groups[dict[str, Array], RaggedTensor]: ...
@overload
def group_by(  # type: ignore[overload-overlap]
    keys: Sequence[Array],
    values: Mapping[str, TensorLike],
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> Groups[tuple[Array, ...], dict[str, RaggedTensor]]: ...
@overload
def group_by(  # type: ignore[overload-overlap]
    keys: Sequence[Array],
    values: tuple[Tensor, ...],
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> Groups[tuple[Array, ...], tuple[RaggedTensor, ...]]: ...
@overload
def group_by(  # type: ignore[overload-overlap]
    keys: Sequence[Array],
    values: TensorLike,
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> Groups[tuple[Array, ...], RaggedTensor]: ...
@overload
def group_by(
    keys: ArrayLike,
    values: Mapping[str, TensorLike],
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> Groups[Array, dict[str, RaggedTensor]]: ...
@overload
def group_by(  # type: ignore[overload-overlap]
    keys: ArrayLike,
    values: tuple[Tensor, ...],
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> Groups[Array, tuple[RaggedTensor, ...]]: ...
@overload
def group_by(
    keys: ArrayLike,
    values: TensorLike,
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> Groups[Array, RaggedTensor]: ...
@overload
def group_by(
    keys: Any,
    values: Any,
    *,
    fill_missing: Any = None,
    return_mask: Literal[True],
    missing_rows: str = "raise",
) -> tuple[Groups[Any, Any], Any]: ...
def group_by(
    keys: Any,
    values: Any,
    *,
    fill_missing: Any = None,
    return_mask: bool = False,
    missing_rows: str = "raise",
) -> Groups[Any, Any] | tuple[Groups[Any, Any], Any]:
    """Return the distinct keys, and a row of values for each key.

    Parameters
    ----------
    keys
        ``[n]``, one key for each value: numbers, text or times, in any order. A list or tuple of
        such vectors, or a dict of them by name, groups by several keys.
    values
        ``[n, ...]``, dense or ragged. A tuple of arrays, or a dict by name, is several columns; a
        list is one tensor.
    fill_missing
        The value for missing ones, or a dict of values by name for columns that are given by name.
        By default missing values are refused. Missing keys are always refused.
    return_mask
        Whether to return also where values are missing. Without ``fill_missing`` they are 0, or
        ``""``.
    missing_rows
        ``"raise"``, or ``"empty"``: missing lists in ``values`` become empty.

    Returns
    -------
    Groups
        A named tuple ``(keys, values)``. ``keys`` is ``[ngroups]``, ascending, with NaN once at the
        end. ``values`` is ``[ngroups, (d1), ...]``, without empty rows; values of a row keep their
        order. Several keys give a tuple or dict of arrays, in the order of the first key, then of
        the second. Several columns give a tuple or dict of tensors that share one partition.
    (Groups, mask)
        With ``return_mask=True``. The mask has the rows of ``values``, and is a tuple or dict where
        that is one: True at missing values.

    Raises
    ------
    TypeError
        If an argument is a data frame, or the keys are tuples.
    ValueError
        If the keys are not vectors, or there is not one key for each value; if keys or values are
        missing.

    See Also
    --------
    split_where : starts rows where neighbours differ, for values that are already grouped.

    Examples
    --------
    >>> import raggedkit as rk
    >>> keys, values = rk.group_by(["b", "a", "b", "c"], [1, 2, 3, 4])
    >>> keys, values
    (array(['a', 'b', 'c'], dtype='<U1'), <RaggedTensor [[2], [1, 3], [4]]>)
    >>> dict(zip(keys.tolist(), values.to_list()))
    {'a': [2], 'b': [1, 3], 'c': [4]}

    Several keys, and several columns:

    >>> (users, days), amounts = rk.group_by([["b", "a", "b"], [7, 7, 9]], [1.5, 2.5, 3.5])
    >>> users.tolist(), days.tolist(), amounts
    (['a', 'b', 'b'], [7, 7, 9], <RaggedTensor [[2.5], [1.5], [3.5]]>)
    >>> rk.group_by(["b", "a", "b"], {"day": [7, 7, 9], "amount": [1.5, 2.5, 3.5]}).values
    {'day': <RaggedTensor [[7], [7, 9]]>, 'amount': <RaggedTensor [[2.5], [1.5, 3.5]]>}

    Missing values:

    >>> (keys, values), mask = rk.group_by(["b", "a", "b"], [1, None, 3], return_mask=True)
    >>> values, mask
    (<RaggedTensor [[0], [1, 3]]>, <RaggedTensor [[True], [False, False]]>)
    >>> rk.group_by([1, 2], [1, 2, 3])
    Traceback (most recent call last):
        ...
    ValueError: keys must have one item for each of the 3 values, got 2
    """
    vectors_given = type(keys) is not _NDARRAY and _are_vectors(keys)
    columns_given = type(values) is not _NDARRAY and _are_columns(values)
    usual = type(missing_rows) is str and missing_rows == "raise"
    if fill_missing is not None or return_mask is not False or not usual:
        rules = _rules(fill_missing, return_mask, missing_rows)
        return _grouped_by_rules(keys, values, vectors_given, columns_given, rules)
    if type(values) is _NDARRAY and values.dtype.kind == "O" and _has_lists(values):
        return _grouped_by_rules(keys, values, vectors_given, columns_given, _rules())
    if vectors_given or columns_given:
        return _grouped_by_several(keys, values, vectors_given, columns_given)
    try:
        key, x = operands(keys, values, names="keys values")
    except (TypeError, MissingValueError):
        _refuse_tables([keys, values], ["keys", "values"])
        if not _has_reader(values):
            raise
        return _grouped_by_rules(keys, values, False, False, _rules())
    if not x.ndim:
        raise ValueError(broken_rule("values", "have at least one dimension", x.tolist()))
    n = len(x)
    _check_key(key, keys, "keys", n)
    order = order_by_keys((key,))
    ordered = _gather.take(key, order)
    starts = group_starts((ordered,))
    rows = rewrap((_partition(starts, n, (x,)),), _taken(x, order))
    return Groups(_gather.take(ordered, starts), rows)


_NDARRAY = host_namespace.ndarray
_SINGLE = (str, int, float)


def _grouped_by_several(keys: Any, values: Any, vectors_given: bool, columns_given: bool) -> Any:
    columns, labels, as_values = _unpacked(values, "values", columns_given)
    try:
        found, rows = _grouped(keys, vectors_given, columns, labels)
    except (TypeError, MissingValueError):
        if not any(map(_has_reader, columns)):
            raise
        return _grouped_by_rules(keys, values, vectors_given, columns_given, _rules())
    return Groups(found, as_values(rows))


def _grouped(
    keys: Any, vectors_given: bool, columns: list[Any], labels: list[str]
) -> tuple[Any, list[RaggedTensor]]:
    """Return the distinct keys in the structure of the argument, and the rows of each column."""
    given_keys, names, as_keys = _unpacked(keys, "keys", vectors_given)
    count = len(given_keys)
    try:
        every = operands(*given_keys, *columns, names=[*names, *labels])
    except TypeError:
        _refuse_tables(given_keys, names)
        _refuse_tables(columns, labels)
        raise
    vectors, tensors = every[:count], every[count:]
    n = _count_of(tensors, labels)
    for vector, given, name in zip(vectors, given_keys, names, strict=True):
        _check_key(vector, given, name, n)
    order = order_by_keys(vectors)
    ordered = [_gather.take(vector, order) for vector in vectors]
    starts = group_starts(ordered)
    part = _partition(starts, n, tensors)
    rows = [rewrap((part,), _taken(x, order)) for x in tensors]  # xp is Any
    return as_keys([_gather.take(key, starts) for key in ordered]), rows


# ------------------------------------------------------------------ missing values
def _rules(fill: Any = None, mask: bool = False, rows: str = "raise") -> Any:
    from raggedkit._missing import Rules

    return Rules(fill, mask, rows)


def _has_reader(values: Any) -> bool:
    """Whether an argument may have missing values that a rule allows, or lists of a library."""
    return type(values) in (list, tuple) or hasattr(values, "__array__") or is_column(values)


def _has_lists(objects: Array) -> bool:
    """Whether an array of objects has lists, which are rows."""
    return any(isinstance(x, list | tuple | _NDARRAY) for x in objects.reshape(-1).tolist())


def _grouped_by_rules(
    keys: Any, values: Any, vectors_given: bool, columns_given: bool, rules: Any
) -> Any:
    """Group values whose missing ones are filled, and their masks if the rules ask for them."""
    from raggedkit.interop._nested import columns_by_rules

    columns, labels, as_values = _unpacked(values, "values", columns_given)
    _refuse_tables(columns, labels)
    names = list(values) if columns_given and isinstance(values, Mapping) else []
    read, masks = columns_by_rules(columns, labels, names, rules)
    found, rows = _grouped(keys, vectors_given, [*read, *masks], [*labels, *labels[: len(masks)]])
    groups = Groups(found, as_values(rows[: len(read)]))
    return (groups, as_values(rows[len(read) :])) if rules.mask else groups


_Joined = Callable[[Sequence[Any]], Any]
_only: _Joined = itemgetter(0)


def _unpacked(given: Any, name: str, several: bool) -> tuple[list[Any], list[str], _Joined]:
    """Return the items of an argument, their names for errors, and a function that joins results.

    The results get the structure of the argument: one item, a tuple, or a dict.
    """
    if several and isinstance(given, Mapping):
        labels = list(given)
        items, names = list(given.values()), [f"{name}[{label!r}]" for label in labels]
        joined: _Joined = lambda results: dict(zip(labels, results, strict=True))  # noqa: E731
    elif several:
        items, names, joined = list(given), [f"{name}[{i}]" for i in range(len(given))], tuple
    else:
        return [given], [name], _only
    if not items:
        raise ValueError(broken_rule(name, "have at least one column", given))
    return items, names, joined


def _are_vectors(keys: Any) -> bool:
    """Whether keys are a dict or list of vectors, not a list of single keys."""
    if type(keys) not in (list, tuple):
        return isinstance(keys, Mapping)
    if not keys or type(keys[0]) in _SINGLE:
        return False
    if isinstance(keys[0], tuple):
        # One key per item, or one item per key: each reading is right for some caller.
        way_out = "group by the columns of such records: [list(k) for k in zip(*keys)]"
        raise TypeError(broken_rule("keys", "contain no tuples", keys, way_out))
    return isinstance(keys[0], list | range) or _is_array(keys[0])


def _are_columns(values: Any) -> bool:
    """Whether values are a dict, or a tuple of arrays; a tuple of lists is one tensor."""
    if type(values) is tuple:
        return bool(values) and all(map(_is_array, values))
    return type(values) is not list and isinstance(values, Mapping)


def _is_array(x: Any) -> bool:
    return getattr(x, "ndim", 0) > 0 or is_column(x)


def _refuse_tables(columns: Sequence[Any], names: Sequence[str]) -> None:
    """Raise for an argument that is a data frame or an Arrow table."""
    for name, given in zip(names, columns, strict=True):
        if hasattr(given, "columns"):
            way_out = "rk.RaggedTable.from_frame(df, by=...) groups all columns of a data frame"
            kind = type(given).__name__
            raise TypeError(broken_rule(name, "be one column", kind, way_out)) from None


def _count_of(tensors: Sequence[Any], names: Sequence[str]) -> int:
    """Return the number of values along axis 0, which all tensors must have."""
    for x, name in zip(tensors, names, strict=True):
        if not x.ndim:
            raise ValueError(broken_rule(name, "have at least one dimension", x.tolist()))
    n = len(tensors[0])
    for x, name in zip(tensors[1:], names[1:], strict=True):
        if len(x) != n:
            raise ValueError(broken_rule(name, f"have the {n} items of {names[0]}", len(x)))
    return n


def _check_key(key: Any, given: Any, name: str, n: int) -> None:
    check_orderable(key, name)
    if isinstance(key, RaggedTensor) or key.ndim != 1:
        _refuse_tables([given], [name])
        raise ValueError(broken_rule(name, "be a vector", given))
    if key.shape[0] != n:
        rule = f"have one item for each of the {n} values"
        raise ValueError(broken_rule(name, rule, key.shape[0]))


def _partition(starts: Array, n: int, tensors: Sequence[Any]) -> RowPartition:
    """Return the partition of ``n`` values into rows that start there."""
    xp = array_namespace(starts)
    splits = xp.zeros(starts.shape[0] + 1, dtype=splits_dtype(*tensors))
    splits[:-1] = starts
    splits[-1:] = n
    return RowPartition._of_splits(splits)


def _taken(x: Any, order: Array) -> Any:
    return take_rows(x, order) if isinstance(x, RaggedTensor) else _gather.take(x, order)
