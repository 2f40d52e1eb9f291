"""Batches of rows of similar length: `bucket_by_length`."""

from __future__ import annotations

from typing import Any, SupportsIndex

from raggedkit._arguments import as_count, as_flag
from raggedkit._engines.inputs import as_tensor, integers
from raggedkit._engines.rows import take_rows
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._typing import Array, ArrayLike
from raggedkit._xp import INT64, array_namespace, as_array, host_namespace
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["bucket_by_length"]


def bucket_by_length(
    lengths: ArrayLike,
    batch_size: SupportsIndex,
    pool: SupportsIndex = 50,
    shuffle: bool = True,
    seed: Any = None,
) -> RaggedTensor:
    """Return batches of row numbers whose rows have similar lengths, so that padding adds little.

    Parameters
    ----------
    lengths
        ``int[nrows]``, as from ``rt.row_lengths()``.
    batch_size
        The largest number of rows in a batch.
    pool
        The number of batches that are sorted by length together. A larger pool pads less and
        shuffles less: 1 makes batches of arbitrary rows.
    shuffle
        Whether to put rows into pools, and batches into the result, in random order.
    seed
        The seed of the order, an integer or anything else that `numpy.random.default_rng` takes.
        The same seed gives the same batches.

    Returns
    -------
    RaggedTensor
        ``int64[nbatches, (rows)]``: each row number once, ascending by length within a batch. A
        batch that would have more than two cells for each value when padded is split, so its parts
        have fewer than ``batch_size`` rows.

    Raises
    ------
    TypeError
        If ``batch_size`` or ``pool`` is no integer, or ``seed`` no seed.
    ValueError
        If ``lengths`` is no vector of integers, has a negative one, or ``batch_size`` or ``pool``
        is below 1.

    See Also
    --------
    gather : the rows of a batch.

    Notes
    -----
    The result is a ``batch_sampler`` of ``torch.utils.data.DataLoader``. Pass another seed in each
    epoch. After ``tf.data.Dataset.bucket_by_sequence_length``, which takes limits of lengths.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.array([[1, 2], [3], [4, 5, 6, 7], [8], [9, 10, 11]])
    >>> batches = rk.bucket_by_length(rt.row_lengths(), 2, shuffle=False)
    >>> batches
    <RaggedTensor [[1, 3], [0, 4], [2]]>
    >>> [rk.gather(rt, batch).to_tensor().shape for batch in batches]
    [(2, 1), (2, 3), (1, 4)]
    >>> rk.bucket_by_length([3, -1], 2)
    Traceback (most recent call last):
        ...
    ValueError: lengths must not be negative, got lengths[1] = -1
    """
    given = as_tensor(lengths, name="lengths")
    if isinstance(given, RaggedTensor) or given.ndim != 1:
        way_out = "take rt.row_lengths()" if isinstance(given, RaggedTensor) else ""
        raise ValueError(broken_rule("lengths", "be a vector of integers", lengths, way_out))
    given = integers(given, "lengths") if given.size else given.astype(INT64)
    at = _splits.first_negative(given)
    if at >= 0:
        raise ValueError(f"lengths must not be negative, got lengths[{at}] = {int(given[at])}")
    size, pools = _at_least_one(batch_size, "batch_size"), _at_least_one(pool, "pool")
    random, n = _generator(seed), given.shape[0]
    mixed = as_flag(shuffle, "shuffle")
    xp = array_namespace(given)
    order: Array = as_array(random.permutation(n), xp) if mixed else xp.arange(n)
    # No pool is larger than all rows, so that large arguments do not overflow.
    size = min(size, max(n, 1))
    per_pool = min(size * pools, max(-(-n // size), 1) * size)
    cuts = xp.minimum(xp.arange(-(-n // per_pool) + 1) * per_pool, n)
    sizes = cuts[1:] - cuts[:-1]
    places = _sort.argsort_rows(given.take(order), cuts, sizes)
    order = order.take(places + _splits.repeat(cuts[:-1], sizes)).astype(INT64, copy=False)
    starts = xp.flatnonzero(_begins(given.take(order).astype(INT64, copy=False), size))
    splits = xp.concatenate([starts, xp.asarray([n])]).astype(INT64, copy=False)
    batches = RaggedTensor._make(order, (RowPartition._of_splits(splits),))
    if not mixed:
        return batches
    shuffled: RaggedTensor = take_rows(batches, as_array(random.permutation(len(batches)), xp))
    return shuffled


def _begins(lengths: Array, size: int) -> Array:
    """Return where a batch begins, for lengths that ascend within each run of ``size``."""
    xp, n = array_namespace(lengths), lengths.shape[0]
    begins: Array = xp.arange(n) % size == 0
    if not n:
        return begins
    splits = xp.minimum(xp.arange(-(-n // size) + 1) * size, n)
    counts = splits[1:] - splits[:-1]
    longest = lengths.take(splits[1:] - 1)
    total = xp.concatenate([xp.zeros(1, dtype=INT64), xp.cumsum(lengths)]).take(splits)
    wasteful = longest * counts > 2 * (total[1:] - total[:-1])
    # Lengths whose ratio to the longest has the same exponent differ by a factor below 2, so
    # a batch of them has fewer than two cells for each value. Rows of length 0 are a group too.
    ratio = _splits.repeat(longest, counts) / xp.maximum(lengths, 0.5)
    group = xp.frexp(ratio)[1]
    begins[1:] |= _splits.repeat(wasteful, counts)[1:] & (group[1:] != group[:-1])
    return begins


def _at_least_one(value: Any, name: str) -> int:
    n = as_count(value, name)
    if n < 1:
        raise ValueError(broken_rule(name, "be at least 1", n))
    return n


def _generator(seed: Any) -> Any:
    try:
        return host_namespace.random.default_rng(seed)
    except (TypeError, ValueError):
        rule = "be None, a non-negative integer, or a generator of NumPy"
        raise TypeError(broken_rule("seed", rule, seed)) from None
