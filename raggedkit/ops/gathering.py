"""Items by their positions: `gather`, `batch_gather` and `gather_nd`, every index checked."""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex

from raggedkit._kernels import gather as _kernels
from raggedkit._typing import Array, DType
from raggedkit._xp import array_namespace
from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.ops.axes import (
    integers,
    operands,
    partitioned,
    path_of,
    rank_of,
    rewrap,
    rowids_down,
    splits_dtype,
    undeclared,
    values_of,
)
from raggedkit.ops.indexing import _taken
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor, _axis

__all__ = ["batch_gather", "gather", "gather_nd"]

_MODES = ("raise", "clip", "wrap")
FROM_END = "from end"  # negative indices count from the end, as in rt[...]: NumPy's mode="raise"


def gather(
    params: Any,
    indices: Any,
    axis: SupportsIndex | None = None,
    batch_dims: SupportsIndex = 0,
    mode: str = "raise",
) -> Any:
    """Return the items of ``params`` along ``axis`` that ``indices`` number.

    Parameters
    ----------
    params
        Dense or ragged, at least one axis.
    indices
        Integers, dense or ragged.
    axis
        The axis whose items are numbered; ``batch_dims`` by default.
    batch_dims
        How many outer axes the two share: below them each part of ``indices`` numbers the items
        of its own part of ``params`` (1: row ``i`` of ``indices`` picks from row ``i``).
    mode
        What an index outside its row means: ``"raise"`` an error, ``"clip"`` the nearest item,
        ``"wrap"`` counted around. Only then may an index be negative.

    Returns
    -------
    RaggedTensor or array
        Of shape ``params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis + 1:]``;
        an array where no axis of it is partitioned.

    Raises
    ------
    ValueError
        If ``indices`` hold something else than integers, an axis is not there, or the shared axes
        differ.
    RaggedIndexError
        If an index is outside its row; it names the first.

    See Also
    --------
    raggedkit.pick : one item of every row.
    raggedkit.gather_nd : items by whole paths.

    Notes
    -----
    An empty row of ``indices`` gives an empty row; no index fits an empty row of ``params``.
    After TensorFlow's ``tf.gather``, which does not check an index against its own row.

    Examples
    --------
    >>> import raggedkit as rk
    >>> words = rk.ragged.constant([["a", "b", "c"], ["d"], [], ["e"]])
    >>> rk.gather(words, [3, 0])
    <RaggedTensor [['e'], ['a', 'b', 'c']]>
    >>> rk.gather(words, rk.ragged.constant([[2, 0], [0], [], []], dtype=int), batch_dims=1)
    <RaggedTensor [['c', 'a'], ['d'], [], []]>
    >>> rk.gather([10, 20, 30], rk.ragged.constant([[0, 2], [], [1]]))
    <RaggedTensor [[10, 30], [], [20]]>
    >>> rk.gather(words, [0, 4])
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: indices must be from 0 to 3, got indices[1] = 4; \
mode="clip" or "wrap" takes any
    """
    if mode not in (*_MODES, FROM_END):
        raise ValueError(broken_rule("mode", f"be one of {', '.join(_MODES)}", mode))
    params, indices = operands(params, indices)
    indices = integers(indices, "indices")
    ndim, depth = rank_of(params), rank_of(indices)
    if not ndim:
        raise ValueError(broken_rule("params", "have at least one axis", params))
    batch = _batch_dims(batch_dims, depth)
    if batch >= ndim:
        rule = f"be less than the {ndim} axes of params"
        raise ValueError(broken_rule("batch_dims", rule, batch))
    at = batch if axis is None else _axis(axis, ndim)
    if at < batch:
        raise ValueError(broken_rule("axis", f"not be less than batch_dims = {batch}", at))
    return _Gather(splits_dtype(params, indices), mode).run(params, indices, at, batch)


def take(x: Any, indices: Any, axis: SupportsIndex | None = None, mode: str = "raise") -> Any:
    """Return items by their positions as `numpy.take` does: negative ones count from the end."""
    if axis is None:
        x, axis = (x._flat if isinstance(x, RaggedTensor) else x).reshape(-1), 0
    return gather(x, indices, axis, mode=FROM_END if mode == "raise" else mode)


def batch_gather(params: Any, indices: Any, mode: str = "raise") -> Any:
    """Return `gather` with all axes of ``indices`` but the last one shared with ``params``.

    Parameters
    ----------
    params
        ``[b1, ..., bn, p1, ...]``, dense or ragged.
    indices
        ``[b1, ..., bn, i]``, integers, dense or ragged.
    mode
        As in `gather`.

    Raises
    ------
    ValueError
        If the shared axes differ.
    RaggedIndexError
        If an index is outside its row; it names the first.

    Notes
    -----
    An empty row of ``indices`` gives an empty row.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[5, 6, 7], [], [8, 9]])
    >>> rk.batch_gather(rt, rk.ragged.constant([[2, 2, 0], [], [1]]))
    <RaggedTensor [[7, 7, 5], [], [9]]>
    >>> rk.batch_gather(rt, rk.ragged.constant([[0], [0], [0]]))
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: indices must be in their row, got indices[1, 0] = 0 \
where the row has length 0; mode="clip" or "wrap" takes any
    """
    return gather(params, indices, batch_dims=-1, mode=mode)


def _batch_dims(batch_dims: SupportsIndex, depth: int) -> int:
    try:
        batch = operator.index(batch_dims)
    except TypeError:
        raise TypeError(broken_rule("batch_dims", "be an integer", batch_dims)) from None
    if batch == depth:
        return batch
    if not -depth <= batch < depth:
        rule = f"be from {-depth} to {depth}, the axes of indices"
        raise ValueError(broken_rule("batch_dims", rule, batch))
    return batch + depth if batch < 0 else batch


class _Gather:
    """One gather: a recursion over axes (never rows) to where indices meet the rows they number."""

    def __init__(self, dtype: DType, mode: str) -> None:
        self.dtype = dtype
        self.mode = mode

    def run(self, params: Any, indices: Any, axis: int, batch: int) -> Any:
        """Gather along ``axis``; the first ``batch`` axes are shared."""
        if not isinstance(params, RaggedTensor) and not isinstance(indices, RaggedTensor):
            return self._dense(params, indices, axis, batch)
        if batch == 1:
            _check_rows(len(params), len(indices))
        if batch > 1 or (axis > 1 and not batch):
            params = partitioned(params, self.dtype)
            if batch:
                indices = partitioned(indices, self.dtype)
                _check_shared(params._parts[0], indices._parts[0])
                indices = values_of(indices)
            inner = self.run(values_of(params), indices, axis - 1, max(batch - 1, 0))
            return rewrap(params._parts[:1], inner)
        if axis > 1:  # indices of a row serve all the rows inside it
            params = partitioned(params, self.dtype)
            rows = params._parts[0]
            repeated = take_items(indices, rows._get_rowids())
            return self.run(params, rewrap((rows,), repeated), axis, 2)
        if axis == 1:
            pointers = self._within_rows(params, indices, shared=batch == 1)
            return take_items(_flattened(params), pointers)
        return take_items(params, settled(indices, len(params), self.mode))

    def _dense(self, params: Array, indices: Array, axis: int, batch: int) -> Array:
        xp = array_namespace(params, indices)
        shared, found = params.shape[:batch], indices.shape[:batch]
        if shared != found:
            rule = f"share its first {batch} axes with params, {shared}"
            raise ValueError(broken_rule("indices", rule, found))
        at = settled(indices, params.shape[axis], self.mode)
        if not batch:
            taken: Array = xp.take(params, at, axis=axis)
            return taken
        lead, size, inner = params.shape[:axis], params.shape[axis], params.shape[axis + 1 :]
        between, cells = _product(lead[batch:]), _product(shared)
        starts = xp.arange(cells * between) * size
        at = starts.reshape(cells, between, 1) + at.reshape(cells, 1, _product(at.shape[batch:]))
        rows = params.reshape(cells * between * size, *inner)
        out = _kernels.take(rows, at.reshape(-1))
        return out.reshape(*lead, *indices.shape[batch:], *inner)

    def _within_rows(self, params: Any, indices: Any, shared: bool) -> Any:
        """Return positions in the flattened rows for positions within rows."""
        xp = array_namespace(params._flat if isinstance(params, RaggedTensor) else params)
        rows = partitioned(params, self.dtype)._parts[0]
        starts, lengths = rows._get_splits()[:-1], rows._get_lengths()
        flat = indices._flat if isinstance(indices, RaggedTensor) else indices
        if not shared:
            return self._for_every_row(rows, indices, flat, xp)
        if isinstance(indices, RaggedTensor):
            owners = rowids_down(indices._parts)
            starts, lengths = starts.take(owners), lengths.take(owners)
        shape = (flat.shape[0], *[1] * (flat.ndim - 1))
        at = settled(indices, lengths.reshape(shape), self.mode)
        moved = (at._flat if isinstance(at, RaggedTensor) else at) + starts.reshape(shape)
        return RaggedTensor._make(moved, at._parts) if isinstance(at, RaggedTensor) else moved

    def _for_every_row(self, rows: RowPartition, indices: Any, flat: Array, xp: Any) -> Any:
        """Return the positions that one set of indices means in every row."""
        n = rows._nrows
        column = (n, *[1] * flat.ndim)
        starts = rows._get_splits()[:-1].reshape(column)
        lengths = rows._get_lengths().reshape(column)
        repeated = xp.broadcast_to(flat, (n, *flat.shape))
        if not isinstance(indices, RaggedTensor):
            return settled(repeated, lengths, self.mode, rows_first=True) + starts
        try:
            at = settled(repeated, lengths, self.mode, rows_first=True) + starts
        except RaggedIndexError:  # name the path to the index, not its place among the values
            least = rows._get_lengths().min()
            settled(indices, int(least), self.mode)
            raise
        inner = tuple(_tiled(p, n) for p in indices._parts)
        outer = RowPartition._of_uniform(len(indices), n, self.dtype, rows._xp)
        return RaggedTensor._make(at.reshape(n * flat.shape[0], *flat.shape[1:]), (outer, *inner))


def _tiled(part: RowPartition, n: int) -> RowPartition:
    if part._uniform is not None:
        return RowPartition._of_uniform(part._uniform, n * part._nrows, part._dtype, part._xp)
    return RowPartition._of_lengths(part._xp.tile(part._get_lengths(), n))


def _flattened(x: Any) -> Any:
    """Return a tensor with its first two axes merged."""
    if isinstance(x, RaggedTensor):
        return values_of(x)
    return x.reshape(x.shape[0] * x.shape[1], *x.shape[2:])


def _check_rows(n: int, found: int) -> None:
    if n != found:
        rule = f"have the {n} rows of params, one of indices for each"
        raise ValueError(broken_rule("indices", rule, found))


def _check_shared(rows: RowPartition, found: RowPartition) -> None:
    _check_rows(rows._nrows, found._nrows)
    declared = rows._uniform, found._uniform
    if None not in declared and declared[0] != declared[1]:
        rule = f"share its outer rows with params, of length {declared[0]}"
        raise ValueError(broken_rule("indices", rule, declared[1]))
    if rows._same_cuts(found):
        return
    wrong = rows._get_lengths() != found._get_lengths()
    at = int(wrong.argmax())
    want, got = int(rows._get_lengths()[at]), int(found._get_lengths()[at])
    rule = f"share its outer rows with params, row {at} with length {want}"
    raise ValueError(broken_rule("indices", rule, got))


def settled(
    indices: Any, sizes: Any, mode: str, name: str = "indices", *, rows_first: bool = False
) -> Any:
    """Return indices that are all in range, what lies outside treated as ``mode`` says.

    ``sizes`` is one number or an array that broadcasts against the (flat) indices;
    ``rows_first`` says that axis 0 of the indices numbers rows and is no index itself.
    """
    if isinstance(indices, RaggedTensor):
        flat, parts = indices._flat, indices._parts
    else:
        flat, parts = indices, ()
    xp = array_namespace(flat)
    if mode == FROM_END:
        flat = xp.where(flat < 0, flat + sizes, flat)
    if mode in ("clip", "wrap"):
        if flat.size and bool(xp.any(xp.asarray(sizes) == 0)):
            wrong = xp.broadcast_to(xp.asarray(sizes) == 0, flat.shape)
            _check_none(wrong, flat, sizes, parts, name, mode, rows_first)
        if not flat.size:
            at = flat
        elif mode == "clip":
            at = xp.minimum(xp.maximum(flat, 0), sizes - 1)
        else:
            at = flat % sizes
    else:
        _check_none((flat < 0) | (flat >= sizes), flat, sizes, parts, name, mode, rows_first)
        at = flat
    return RaggedTensor._make(at, parts) if parts else at


def _check_none(
    wrong: Any,
    flat: Array,
    sizes: Any,
    parts: tuple[RowPartition, ...],
    name: str,
    mode: str,
    rows_first: bool,
) -> None:
    """Raise for the first index that is wrong, if any is."""
    if not bool(wrong.any()):
        return
    xp = array_namespace(flat)
    at = int(wrong.reshape(-1).argmax())
    size = int(xp.broadcast_to(xp.asarray(sizes), flat.shape).reshape(-1)[at])
    value = int(flat.reshape(-1)[at])
    if mode == FROM_END and value < 0:
        value -= size
    place = [int(i) for i in xp.unravel_index(at, flat.shape)] if flat.ndim else []
    row = place.pop(0) if rows_first else None
    if parts:
        place = [*path_of(parts, place[0]), *place[1:]]
    where = f"{name}{place}" if place else name
    way_out = '; mode="clip" or "wrap" takes any' if mode == "raise" else ""
    if isinstance(sizes, int):
        low = -size if mode == FROM_END else 0
        rule = f"be from {low} to {size - 1}" if size else "be in range, but there are no items"
        raise RaggedIndexError(f"{name} must {rule}, got {where} = {value}{way_out}")
    here = "the row" if row is None else f"row {row}"
    msg = f"{name} must be in their row, got {where} = {value} where {here} has length {size}"
    raise RaggedIndexError(msg + (way_out if size or mode == "raise" else ""))


def take_items(params: Any, indices: Any, *, declared: bool = False) -> Any:
    """Return items of the first axis at positions that are in range, in the shape of the indices.

    ``declared`` says whether dense axes of the indices become uniform partitions or, as in
    TensorFlow's gather, ragged ones, where the items are rows.
    """
    outer: tuple[RowPartition, ...] = ()
    at = indices
    if isinstance(indices, RaggedTensor):
        outer, at = indices._parts, indices._flat
    if not isinstance(params, RaggedTensor):
        taken = _kernels.take(params, at.reshape(-1)).reshape((*at.shape, *params.shape[1:]))
        return rewrap(outer, taken if at.ndim else taken[()])
    flat, parts = _taken(params._flat, params._parts, at.reshape(-1))
    parts = tuple(undeclared(p) for p in parts)
    if not at.ndim:
        return RaggedTensor._make(flat, parts[1:]) if len(parts) > 1 else flat
    dtype, xp = parts[0]._dtype, parts[0]._xp
    lead = []
    for k in range(1, at.ndim):
        cut = RowPartition._of_uniform(at.shape[k], _product(at.shape[:k]), dtype, xp)
        lead.append(cut if declared else undeclared(cut))
    return rewrap((*outer, *lead), RaggedTensor._make(flat, parts))


def _product(sizes: tuple[int, ...]) -> int:
    total = 1
    for n in sizes:
        total *= n
    return total


# ---------------------------------------------------------------------- by whole paths
def gather_nd(
    params: Any, indices: Any, batch_dims: SupportsIndex = 0, *, bad_indices_policy: str = ""
) -> Any:
    """Return the parts of ``params`` that paths of indices lead to.

    Parameters
    ----------
    params
        Dense or ragged.
    indices
        ``int[..., n]``: each innermost vector is a path, one index for each of the first ``n``
        axes of ``params``. Dense or ragged, its innermost axis not ragged.
    batch_dims
        How many outer axes the two share; the paths start below them.
    bad_indices_policy
        ``"IGNORE"`` gives zeros for paths that lead nowhere, if ``params`` is dense.

    Returns
    -------
    RaggedTensor or array
        Of shape ``indices.shape[:-1] + params.shape[batch_dims + n:]``.

    Raises
    ------
    ValueError
        If ``indices`` has no axis or a ragged innermost one, holds something else than integers,
        or has paths longer than ``params`` is deep; if the shared axes differ.
    RaggedIndexError
        If a path leads nowhere; it names the first.

    Notes
    -----
    A path may end at an empty row. After TensorFlow's ``tf.gather_nd``, where ``batch_dims`` must
    be 0 for ragged tensors.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[["a", "b"], ["c"]], [["d"], [], ["e", "f"]]])
    >>> rk.gather_nd(rt, [[1, 2], [0, 0], [1, 1]])
    <RaggedTensor [['e', 'f'], ['a', 'b'], []]>
    >>> rk.gather_nd(rt, [[1, 2, 1], [0, 1, 0]]).tolist()
    ['f', 'c']
    >>> rk.gather_nd([[1, 2], [3, 4]], [[[0]], [[1]]], batch_dims=1)
    array([[1],
           [4]])
    >>> rk.gather_nd(rt, [[0, 2]])
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: indices must lead into params, got indices[0] = [0, 2]: \
axis 1 has length 2 there
    """
    if bad_indices_policy not in ("", "DEFAULT", "ERROR", "IGNORE"):
        rule = "be '', 'DEFAULT', 'ERROR' or 'IGNORE'"
        raise ValueError(broken_rule("bad_indices_policy", rule, bad_indices_policy))
    params, indices = operands(params, indices)
    paths = indices._flat if isinstance(indices, RaggedTensor) else indices
    outer = indices._parts if isinstance(indices, RaggedTensor) else ()
    if not rank_of(params):
        raise ValueError(broken_rule("params", "have at least one axis", params))
    if not rank_of(indices):
        raise ValueError(broken_rule("indices", "have at least one axis", indices))
    if outer and paths.ndim < 2:
        rule = "have paths of one length, not a ragged innermost axis; make that one uniform"
        raise ValueError(broken_rule("indices", rule, indices.shape))
    n, depth = paths.shape[-1], rank_of(indices) - 1
    batch = _batch_dims(batch_dims, depth)
    if batch + n > rank_of(params):
        rule = f"not lead deeper than the {rank_of(params)} axes of params"
        raise ValueError(broken_rule("indices", rule, batch + n))
    if n:
        paths = integers(paths, "indices")
    dtype = splits_dtype(params, indices)
    lenient = bad_indices_policy == "IGNORE"
    if lenient and (isinstance(params, RaggedTensor) or outer):
        raise ValueError(broken_rule("bad_indices_policy", "be '' for ragged tensors", "IGNORE"))
    walk = _Walk(params, outer, paths, batch, dtype)
    found = walk.end(lenient)
    return found


class _Walk:
    """Paths on their way down: at each axis, positions become positions one axis further in."""

    def __init__(
        self,
        params: Any,
        outer: tuple[RowPartition, ...],
        paths: Array,
        batch: int,
        dtype: DType,
    ) -> None:
        self.params, self.outer, self.paths = params, outer, paths
        self.batch, self.dtype = batch, dtype
        self.xp = array_namespace(paths)

    def end(self, lenient: bool) -> Any:
        """Return what lies at the ends of the paths."""
        n = self.paths.shape[-1]
        at, here = self._start()
        good = None
        for k in range(n):
            step = self.paths[..., k]
            if at is None:
                size, start = len(self.params), 0
            else:
                rows = partitioned(here, self.dtype)._parts[0]
                size, start = rows._get_lengths().take(at), rows._get_splits()[:-1].take(at)
                here = _flattened(here)
            bad = (step < 0) | (step >= size)
            if lenient:
                good = ~bad if good is None else good & ~bad
                step = self.xp.where(bad, 0, step)
            elif bool(bad.any()):
                raise RaggedIndexError(self._lost(bad, size, k))
            at = start + step
        if at is None:  # empty paths all lead to the whole
            here = self._whole(here)
            at = self.xp.zeros(self.paths.shape[:-1], dtype=self.dtype)
        if good is not None and not bool(good.all()):
            return self._or_zeros(here, at, good)
        where = RaggedTensor._make(at, self.outer) if self.outer else at
        return take_items(here, where, declared=True)

    def _start(self) -> tuple[Any, Any]:
        """Return each path's row among the shared axes, and params with these axes merged."""
        here = self.params
        if not self.batch:
            return None, here
        indices: Any = self.paths
        if self.outer:
            indices = RaggedTensor._make(self.paths, self.outer)
        _check_rows(len(here), len(indices))
        for _ in range(1, self.batch):
            here, indices = partitioned(here, self.dtype), partitioned(indices, self.dtype)
            _check_shared(here._parts[0], indices._parts[0])
            here, indices = values_of(here), values_of(indices)
        if isinstance(indices, RaggedTensor):
            cells = rowids_down(indices._parts)
        else:
            cells = self.xp.arange(len(indices), dtype=self.dtype)
        shape = self.paths.shape[:-1]
        # what a cell holds lies in the axes of the paths behind those that are merged into cells
        held = _product(shape) // max(cells.shape[0], 1)
        return self.xp.repeat(cells, held).reshape(shape), here

    def _whole(self, here: Any) -> Any:
        if not isinstance(here, RaggedTensor):
            return here[None]
        outer = RowPartition._of_uniform(len(here), 1, self.dtype, here._parts[0]._xp)
        return rewrap((outer,), here)

    def _or_zeros(self, here: Any, at: Any, good: Any) -> Any:
        if here.shape[0]:
            out = take_items(here, at)
        else:
            out = self.xp.zeros((*at.shape, *here.shape[1:]), dtype=here.dtype)
        out[~good] = self.xp.zeros((), dtype=here.dtype)
        return out

    def _lost(self, bad: Any, size: Any, k: int) -> str:
        at = int(bad.reshape(-1).argmax())
        place = [int(i) for i in self.xp.unravel_index(at, bad.shape)] if bad.ndim else []
        if self.outer:
            place = [*path_of(self.outer, place[0]), *place[1:]]
        n = self.paths.shape[-1]
        path = self.paths.reshape(bad.size, n)[at].tolist()
        length = int(self.xp.broadcast_to(self.xp.asarray(size), bad.shape).reshape(-1)[at])
        where = f"indices{place}" if place else "indices"
        what = f"axis {self.batch + k} has length {length}" + (" there" if k else "")
        return f"indices must lead into params, got {where} = {path}: {what}"
