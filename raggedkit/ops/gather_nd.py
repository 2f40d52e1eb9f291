"""Gather by multi-dimensional indices: `gather_nd`."""

from __future__ import annotations

import math
from typing import Any, SupportsIndex

from raggedkit._arguments import is_word
from raggedkit._depth import check_axes
from raggedkit._engines.inputs import integers, operands
from raggedkit._plan.operands import (
    flat_of,
    flattened,
    partitioned,
    parts_of,
    place_of,
    rank_of,
    rewrap,
    rowids_down,
    splits_dtype,
    values_of,
)
from raggedkit._typing import Array, DType, Tensor, TensorLike
from raggedkit._xp import array_namespace
from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.ops.gather import check_rows, check_shared, shared_axes, take_items
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["gather_nd"]


def gather_nd(
    params: TensorLike,
    indices: TensorLike,
    batch_dims: SupportsIndex = 0,
    *,
    bad_indices_policy: str = "",
) -> Tensor:
    """Return the parts of ``params`` at multi-dimensional indices.

    Parameters
    ----------
    params
        Dense or ragged.
    indices
        ``int[..., n]``: each innermost vector has one index for each of the first ``n`` axes of
        ``params``. Dense or ragged; the innermost axis must not be ragged.
    batch_dims
        The number of outer axes that both share; the indices start at the next axis.
    bad_indices_policy
        ``"IGNORE"`` gives zeros for indices out of range, if ``params`` is dense.

    Returns
    -------
    RaggedTensor or array
        Of shape ``indices.shape[:-1] + params.shape[batch_dims + n:]``.

    Raises
    ------
    ValueError
        If ``indices`` has no axis or a ragged innermost axis, does not contain integers, or has
        more indices per vector than ``params`` has axes; if the shared axes differ.
    RaggedIndexError
        If an index is out of range; the error names the first one.

    Notes
    -----
    An index may select an empty row. After TensorFlow's ``tf.gather_nd``, where ``batch_dims`` must
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
    raggedkit.errors.RaggedIndexError: indices must select items of params, got indices[0] = \
[0, 2]: axis 1 has length 2 there
    """
    if not is_word(bad_indices_policy, ("", "DEFAULT", "ERROR", "IGNORE")):
        rule = "be '', 'DEFAULT', 'ERROR' or 'IGNORE'"
        raise ValueError(broken_rule("bad_indices_policy", rule, bad_indices_policy))
    params, indices = operands(params, indices, names="params indices")
    paths = flat_of(indices)
    outer = parts_of(indices)
    if not rank_of(params):
        raise ValueError(broken_rule("params", "have at least one axis", params))
    if not rank_of(indices):
        raise ValueError(broken_rule("indices", "have at least one axis", indices))
    if outer and paths.ndim < 2:
        rule = "have paths of one length, not a ragged innermost axis; make that one uniform"
        raise ValueError(broken_rule("indices", rule, indices.shape))
    n, depth = paths.shape[-1], rank_of(indices) - 1
    batch = shared_axes(batch_dims, depth)
    if batch + n > rank_of(params):
        rule = f"not lead deeper than the {rank_of(params)} axes of params"
        raise ValueError(broken_rule("indices", rule, batch + n))
    check_axes(depth + rank_of(params) - batch - n, "indices")
    if n:
        paths = integers(paths, "indices")
    dtype = splits_dtype(params, indices)
    lenient = bad_indices_policy == "IGNORE"
    if lenient and (isinstance(params, RaggedTensor) or outer):
        raise ValueError(broken_rule("bad_indices_policy", "be '' for ragged tensors", "IGNORE"))
    walk = _Walk(params, outer, paths, batch, dtype)
    return walk.end(lenient)


class _Walk:
    """One gather_nd: at each axis, positions become positions along the next inner axis."""

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
        """Return the items at the final positions."""
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
                here = flattened(here)
            bad = (step < 0) | (step >= size)
            if lenient:
                good = ~bad if good is None else good & ~bad
                # A valid position in place of the wrong one; its item is overwritten with zeros.
                step = self.xp.where(bad, 0, step)
            elif bool(bad.any()):
                raise RaggedIndexError(self._lost(bad, size, k))
            at = start + step
        if at is None:  # an empty index vector selects the whole tensor
            here = self._whole(here)
            at = self.xp.zeros(self.paths.shape[:-1], dtype=self.dtype)
        if good is not None and not bool(good.all()):
            return self._or_zeros(here, at, good)
        where = RaggedTensor._make(at, self.outer) if self.outer else at
        return take_items(here, where)

    def _start(self) -> tuple[Any, Any]:
        """Return the row of each index vector, and params with the shared axes merged."""
        here = self.params
        if not self.batch:
            return None, here
        indices: Any = self.paths
        if self.outer:
            indices = RaggedTensor._make(self.paths, self.outer)
        check_rows(len(here), len(indices))
        for _ in range(1, self.batch):
            here, indices = partitioned(here, self.dtype), partitioned(indices, self.dtype)
            check_shared(here._parts[0], indices._parts[0])
            here, indices = values_of(here), values_of(indices)
        if isinstance(indices, RaggedTensor):
            cells = rowids_down(indices._parts)
        else:
            cells = self.xp.arange(len(indices), dtype=self.dtype)
        shape = self.paths.shape[:-1]
        # the axes of the indices come first, then the axes of the selected items
        held = math.prod(shape) // max(cells.shape[0], 1)
        return self.xp.repeat(cells, held).reshape(shape), here

    def _whole(self, here: Any) -> Any:
        if not isinstance(here, RaggedTensor):
            return here[None]
        outer = RowPartition._of_uniform(len(here), 1, self.dtype, here._parts[0]._xp)
        return rewrap((outer,), here)

    def _or_zeros(self, here: Any, at: Any, good: Any) -> Any:
        # Without items there is nothing to take, not even for positions that are replaced.
        if here.shape[0]:
            out = take_items(here, at)
        else:
            out = self.xp.zeros((*at.shape, *here.shape[1:]), dtype=here.dtype)
        out[~good] = self.xp.zeros((), dtype=here.dtype)
        return out

    def _lost(self, bad: Any, size: Any, k: int) -> str:
        at = int(bad.reshape(-1).argmax())
        place = place_of(self.outer, bad.shape, at)
        n = self.paths.shape[-1]
        path = self.paths.reshape(bad.size, n)[at].tolist()
        length = int(self.xp.broadcast_to(self.xp.asarray(size), bad.shape).reshape(-1)[at])
        where = f"indices{place}" if place else "indices"
        what = f"axis {self.batch + k} has length {length}" + (" there" if k else "")
        return f"indices must select items of params, got {where} = {path}: {what}"
