"""A user's function called once for each row: `apply_rows`, with a progress bar."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from time import monotonic
from typing import Any, Literal, overload

from raggedkit._arguments import is_word
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.nested import cast, one_kind
from raggedkit._kernels.compiled.notice import is_attended
from raggedkit._optional import needed
from raggedkit._plan.operands import flat_of, partitioned, parts_of, place_of, rank_of
from raggedkit._typing import Array, DTypeLike, TensorLike
from raggedkit._xp import (
    BOOL,
    INT64,
    as_array,
    as_dtype,
    host_namespace,
    is_array,
    readonly,
    to_host,
)
from raggedkit.errors import broken_rule, shown
from raggedkit.ops.construct import array
from raggedkit.ops.joining import ragged_stack, stack
from raggedkit.partition import RowPartition
from raggedkit.table.table import RaggedTable
from raggedkit.tensor import RaggedTensor

__all__ = ["apply_rows", "apply_to_table"]

Result = Literal["array", "ragged", "table"]
DTypes = DTypeLike | Mapping[str, DTypeLike]
_RESULTS = ("array", "ragged", "table")
_PATIENCE = 1.0  # seconds before a progress bar appears by itself


@overload
def apply_rows(
    f: Callable[..., Any],
    *rts: TensorLike,
    returns: Literal["array"],
    dtype: DTypeLike | None = None,
    progress: bool | None = None,
) -> Array: ...


@overload
def apply_rows(
    f: Callable[..., Any],
    *rts: TensorLike,
    returns: Literal["ragged"],
    dtype: DTypeLike | None = None,
    progress: bool | None = None,
) -> RaggedTensor: ...


@overload
def apply_rows(
    f: Callable[..., Any],
    *rts: TensorLike,
    returns: Literal["table"],
    dtype: Mapping[str, DTypeLike] | None = None,
    progress: bool | None = None,
) -> RaggedTable: ...


@overload
def apply_rows(
    f: Callable[..., Any],
    *rts: TensorLike,
    returns: None = None,
    dtype: DTypes | None = None,
    progress: bool | None = None,
) -> Any: ...


def apply_rows(
    f: Callable[..., Any],
    *rts: TensorLike,
    returns: Result | None = None,
    dtype: DTypes | None = None,
    progress: bool | None = None,
) -> Any:
    """Return the results of ``f``, called once for each row.

    First look for a vectorised function, which is about a hundred times faster:

    - one value per row: ``rt.sum(axis=1)``, ``mean``, ``max``, ``any``, ``argmax``, ``quantile``,
      ``rk.count_nonzero``, ``rk.reduce_logsumexp``
    - one value per item: operators, NumPy's ufuncs, ``rt - rt.mean(axis=1, keepdims=True)``,
      ``rk.cumsum``, ``rk.diff``, ``rk.softmax``; any function of an array by
      ``rk.ragged.map_flat_values``
    - a part of each row: ``rt[:, -3:]``, ``rt[mask]``, ``rk.first``, ``rk.take_along``,
      ``rk.unique``
    - a new order: ``rk.sort``, ``rk.top_k``, ``rk.reverse``; pieces of each row: ``rk.windows``,
      ``rk.split_where``

    `apply_rows` is for the rest: a fit per row, a recursion, a function of another library.

    Parameters
    ----------
    f
        A function of one row of each tensor. A row is a read-only array, or a ragged tensor if the
        rows of a tensor are ragged themselves.
    *rts
        Tensors with the same number of rows; the row lengths may differ. A row of a dense tensor is
        ``x[i]``.
    returns
        The kind of the result. ``"array"``: ``f`` returns a number or an array of the same shape
        for each row. ``"ragged"``: ``f`` returns an array or a list, whose length may differ from
        row to row. ``"table"``: ``f`` returns a dict; its arrays become columns, its single values
        row labels. By default the first result decides: a single value means ``"array"``, an array
        or a list ``"ragged"``, a dict ``"table"``.
    dtype
        The dtype of the results; for a table a dict with the dtypes of some names. By default the
        results decide, by NumPy's promotion; the dtype of an empty list does not count.
    progress
        Whether tqdm shows a progress bar. By default it appears after one second, at a terminal or
        in a live notebook, if tqdm is installed.

    Returns
    -------
    array, RaggedTensor or RaggedTable
        ``[nrows, ...]``, ``[nrows, (k), ...]``, or a table of ``nrows`` rows. If all results are
        single values, the table has no columns, and the row lengths of the first tensor.

    Raises
    ------
    TypeError
        If ``f`` is not callable, there is no tensor, or results cannot be combined: text and
        numbers, values that do not fit ``dtype``.
    ValueError
        If the tensors differ in their number of rows; if results differ in their kind or shape (the
        error names the row); if there are no rows, and ``returns`` or ``dtype`` is not given.
    ModuleNotFoundError
        If ``progress`` is True and tqdm is not installed.

    Notes
    -----
    An error of ``f`` is raised unchanged, with a note that names the row. ``f`` is called for empty
    rows too.

    See Also
    --------
    ragged.map_flat_values : calls a function once, with all values.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> def slope(row):
    ...     return np.polyfit(np.arange(len(row)), row, 1)[0]
    >>> y = rk.array([[1.0, 3.0, 5.0], [2.0, 2.5], [4.0, 0.0]])
    >>> rk.apply_rows(slope, y).round(3)
    array([ 2. ,  0.5, -4. ])
    >>> rk.apply_rows(lambda row, step: row[::step], y, [1, 2, 1])
    <RaggedTensor [[1.0, 3.0, 5.0], [2.0], [4.0, 0.0]]>
    >>> rk.apply_rows(np.max, y[:0], returns="array", dtype=float)
    array([], dtype=float64)
    >>> rk.apply_rows(lambda row: row[2], y)
    Traceback (most recent call last):
        ...
    IndexError: index 2 is out of bounds for axis 0 with size 2
    f raised this error for row 1: f(array([2. , 2.5]))
    """
    _check_arguments(f, returns, dtype)
    if not rts:
        raise TypeError("rts must have at least one tensor, got none")
    tensors = [as_tensor(x, name=f"rts[{i}]") for i, x in enumerate(rts)]
    for i, x in enumerate(tensors):
        if not rank_of(x):
            raise ValueError(broken_rule(f"rts[{i}]", "have rows", rts[i]))
        if len(x) != len(tensors[0]):
            got = f"got {len(tensors[0])} in rts[0] and {len(x)} in rts[{i}]"
            raise ValueError(f"rts must have the same number of rows, {got}")
    read = [_reader(x) for x in tensors]
    results = _called(f, lambda i: [row(i) for row in read], len(tensors[0]), progress)
    return _combined(results, returns, dtype, {}, lambda: _partition_of(tensors))


def apply_to_table(
    table: RaggedTable,
    f: Callable[..., Any],
    returns: Result | None,
    dtype: DTypes | None,
    progress: bool | None,
) -> Any:
    """Return the results of ``f``, called with a dict for each row of a table."""
    _check_arguments(f, returns, dtype)
    labels = table._rows
    read = {name: _reader(x) for name, x in (labels | table._columns).items()}
    results = _called(f, lambda i: [{n: row(i) for n, row in read.items()}], len(table), progress)
    return _combined(results, returns, dtype, labels, lambda: table._partition)


def _partition_of(tensors: list[Any]) -> RowPartition:
    """Return the rows of the first tensor that has rows of items; else empty rows."""
    # For a table of labels only: such a table needs a partition.
    rows = next((partitioned(x, INT64) for x in tensors if rank_of(x) > 1), None)
    if rows is not None:
        return rows._parts[0]
    return RowPartition._of_uniform(0, len(tensors[0]), INT64, host_namespace)


def _reader(x: Any) -> Callable[[int], Any]:
    """Return the function that returns row ``i`` of a tensor."""
    if not isinstance(x, RaggedTensor):
        return readonly(x).__getitem__
    if len(x._parts) > 1:
        # A row of a deeper tensor is a tensor of its own.
        return x.__getitem__
    # A slice of the flat values takes a sixth of the time of `rt[i]`.
    flat, splits = readonly(x._flat), to_host(x._parts[0]._get_splits()).tolist()
    return lambda i: flat[splits[i] : splits[i + 1]]


def _called(
    f: Callable[..., Any], read: Callable[[int], list[Any]], n: int, progress: bool | None
) -> list[Any]:
    """Return the results of ``f`` for ``n`` rows; an error of ``f`` gets a note with its row."""
    results = []
    # Closed here: a traceback keeps the generator alive, and an open bar would garble the error.
    with closing(_numbered(n, progress)) as numbers:
        for i in numbers:
            row = read(i)
            try:
                result = f(*row)
            except Exception as error:
                rows = ", ".join(shown(x) for x in row)
                error.add_note(f"f raised this error for row {i}: f({rows})")
                raise
            results.append(_kept(result))
    return results


def _kept(result: Any) -> Any:
    """Return a copy of an array: ``f`` may write the next row into the same buffer."""
    if is_array(result):
        flags = getattr(result, "flags", None)
        return result if getattr(flags, "writeable", True) is False else result.copy()
    # Most results are numbers; a test for Mapping takes longer than all of the above.
    if hasattr(result, "keys") and isinstance(result, Mapping):
        return {name: _kept(value) for name, value in result.items()}
    return result


def _numbered(n: int, progress: bool | None) -> Generator[int, None, None]:
    """Yield the numbers of ``n`` rows; a progress bar follows them."""
    bar = _bar(n, 0, required=True) if progress else None
    # A bar appears by itself only where a person may watch, not in a log file.
    show_at = monotonic() + _PATIENCE if progress is None and is_attended() else math.inf
    try:
        for i in range(n):
            yield i
            if bar is not None:
                bar.update()
            # tqdm is imported here, not at the start: its import takes 0.1 s.
            elif monotonic() > show_at:
                bar = _bar(n, i + 1)
                show_at = math.inf
    finally:
        if bar is not None:
            bar.close()


def _bar(n: int, done: int, required: bool = False) -> Any:
    """Return a progress bar of tqdm; None if tqdm does not work and is not required."""
    try:
        with needed("tqdm", "progress=True needs tqdm", "pip install 'raggedkit[notebook]'"):
            from tqdm.auto import tqdm

            return tqdm(total=n, initial=done, unit="row")
    except ImportError:
        if required:
            raise
        return None


def _check_arguments(f: Any, returns: Any, dtype: Any) -> None:
    """Raise for wrong arguments before ``f`` is called: the calls may take hours."""
    if not callable(f):
        raise TypeError(broken_rule("f", "be callable", f, "the function is the first argument"))
    if returns is not None and not is_word(returns, _RESULTS):
        rule = f"be one of {', '.join(map(repr, _RESULTS))}"
        raise ValueError(broken_rule("returns", rule, returns))
    for one in dtype.values() if isinstance(dtype, Mapping) else [dtype]:
        if one is not None:
            as_dtype(one)
    # Without `returns` the kind of result is known after the first call; `_combined` checks then.
    if returns is not None and dtype is not None:
        _check_dtypes(returns, dtype)


def _check_dtypes(returns: str, dtype: Any) -> None:
    if isinstance(dtype, Mapping) != (returns == "table"):
        rule = "be a dict of dtypes by name" if returns == "table" else "be a single dtype"
        raise TypeError(broken_rule("dtype", f"{rule} for returns={returns!r}", dtype))


def _combined(
    results: list[Any],
    returns: Result | None,
    dtype: Any,
    labels: Mapping[str, Array],
    partition: Callable[[], RowPartition],
) -> Any:
    """Return the results as an array, a ragged tensor or a table."""
    if not results and (returns is None or dtype is None):
        name, value = ("returns", returns) if returns is None else ("dtype", dtype)
        way_out = "f is not called, so only returns and dtype determine the result"
        raise ValueError(broken_rule(name, "be given if there are no rows", value, way_out))
    # The first result alone decides, so that later rows cannot change the kind.
    kind = returns or _kind_of(results[0])
    if dtype is not None:
        _check_dtypes(kind, dtype)
    if kind == "table":
        columns, rows = _columns_and_labels(results, dtype or {})
        # A name that `f` returns replaces the label of this name.
        rows = {**{k: v for k, v in labels.items() if k not in columns}, **rows}
        return RaggedTable(columns, rows, None if columns else partition())
    return _as_tensor(results, kind, dtype, "")


def _kind_of(result: Any) -> str:
    """Return the kind of result that fits the result for the first row."""
    if isinstance(result, Mapping):
        return "table"
    return "ragged" if rank_of(as_tensor(result, name="f(row 0)")) else "array"


def _columns_and_labels(
    results: list[Any], dtypes: Mapping[str, DTypeLike]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the results of dicts by name: arrays are columns, single values are labels."""
    for i, result in enumerate(results):
        if not isinstance(result, Mapping):
            raise TypeError(broken_rule(f"f(row {i})", "be a dict, as f(row 0)", result))
        if result.keys() != results[0].keys():
            got = f"got {shown(list(results[0]))} for row 0 and {shown(list(result))} for row {i}"
            raise ValueError(f"f(row) must have the same names for all rows, {got}")
    names = list(results[0] if results else dtypes)
    unknown = [name for name in dtypes if name not in names]
    if unknown:
        rule = "have names of f(row) only"
        raise ValueError(broken_rule("dtype", rule, unknown[0], f"f(row) has {shown(names)}"))
    columns: dict[str, Any] = {}
    rows: dict[str, Any] = {}
    for name in names:
        values = [result[name] for result in results]
        single = values and not rank_of(as_tensor(values[0], name=f"f(row 0)[{name!r}]"))
        kind = "array" if single else "ragged"
        made = _as_tensor(values, kind, dtypes.get(name), f"[{name!r}]")
        (rows if single else columns)[name] = made
    return columns, rows


def _as_tensor(results: list[Any], kind: str, dtype: DTypeLike | None, key: str) -> Any:
    """Return the results stacked to an array, or as the rows of a ragged tensor.

    ``key`` selects the results from those of ``f``, for errors: ``"['speed']"``, or ``""``.
    """
    wanted = None if dtype is None else as_dtype(dtype)
    if not results:
        empty = as_array([], dtype=wanted)
        if kind == "array":
            return empty
        return RaggedTensor._make(empty, (RowPartition._of_lengths(as_array([], dtype=INT64)),))
    # 100,000 floats take 4 ms at once, 100 ms one by one.
    if kind == "array" and len(kinds := set(map(type, results))) == 1 and kinds <= _NUMBERS:
        made: Any = as_array(results)
    else:
        made = _joined(results, kind, key)
    if wanted is None:
        return made
    flat, parts = flat_of(made), parts_of(made)
    flat = cast(flat, wanted, f"f(row){key}", lambda i: f"row {place_of(parts, flat.shape, i)[0]}")
    return RaggedTensor._make(flat, parts) if parts else flat


_NUMBERS = {int, float, bool, complex, INT64.type, BOOL.type, host_namespace.float64}


def _joined(results: list[Any], kind: str, key: str) -> Any:
    """Return results of any kind as one tensor; an error names the first row that differs."""
    tensors = [as_tensor(r, name=f"f(row {i}){key}") for i, r in enumerate(results)]
    first = tensors[0]
    for i, x in enumerate(tensors):
        if kind == "ragged" and not rank_of(x):
            raise ValueError(broken_rule(f"f(row {i}){key}", "be an array or a list", results[i]))
        if rank_of(x) != rank_of(first):
            raise ValueError(_unlike("have the same number of axes", key, results, 0, i))
        if kind == "array" and (isinstance(x, RaggedTensor) or x.shape != first.shape):
            way_out = "; returns='ragged' accepts any length"
            raise ValueError(_unlike("have the same shape", key, results, 0, i) + way_out)
    # The dtype of an empty list is float64 in NumPy, which would change integers of other rows.
    typed = [i for i, r in enumerate(results) if not (isinstance(r, list | tuple) and not r)]
    if 0 < len(typed) < len(results):
        dtype = flat_of(tensors[typed[0]]).dtype
        empty = set(range(len(results))).difference(typed)
        tensors = [x.astype(dtype) if i in empty else x for i, x in enumerate(tensors)]
    flats = [flat_of(x) for x in tensors]
    if not one_kind(flats):
        i = next(i for i, flat in enumerate(flats) if not one_kind([flats[0], flat]))
        raise TypeError(_unlike("be of the same kind", key, results, min(typed), i))
    if kind == "array":
        return stack(tensors)
    if not any(isinstance(x, RaggedTensor) for x in tensors):
        return array(tensors)
    made = ragged_stack(tensors)
    # Axis 1 is ragged even if all results have equally many rows: the shape depends on f alone.
    outer = RowPartition._of_splits(made._parts[0]._get_splits())
    return RaggedTensor._make(made._flat, (outer, *made._parts[1:]))


def _unlike(rule: str, key: str, results: list[Any], i: int, j: int) -> str:
    """Return the message for the results of two rows that must be alike."""
    got = f"got {shown(results[i])} for row {i} and {shown(results[j])} for row {j}"
    return f"f(row){key} must {rule} for all rows, {got}"
