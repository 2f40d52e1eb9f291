"""Dask arrays of ragged blocks: from a tensor in memory, and from delayed tensors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from raggedkit._arguments import as_count, as_int
from raggedkit._typing import DType
from raggedkit.errors import broken_rule
from raggedkit.interop._checks import check_on_host
from raggedkit.interop.dask._library import library
from raggedkit.tensor import RaggedTensor

__all__ = ["Kind", "array_of", "as_block", "from_delayed", "from_ragged", "is_ragged"]

Counts = Sequence[int | float]  # rows of each partition; NaN where they are not known


class Kind(NamedTuple):
    """What all partitions have in common."""

    dtype: DType
    ragged_rank: int
    inner: tuple[int, ...]

    @classmethod
    def of(cls, rt: RaggedTensor) -> Kind:
        """Return the kind of a tensor."""
        return cls(rt.dtype, len(rt._parts), rt._flat.shape[1:])

    def check(self, rt: Any, name: str) -> None:
        """Raise if ``rt`` is no tensor of this kind; text may have another width."""
        if not isinstance(rt, RaggedTensor):
            raise TypeError(broken_rule(name, "be a RaggedTensor", type(rt).__name__))
        got = Kind.of(rt)
        if got.ragged_rank != self.ragged_rank:
            rule = f"have ragged_rank {self.ragged_rank}, as meta"
            raise ValueError(broken_rule(name, rule, got.ragged_rank))
        if got.inner != self.inner:
            rule = f"have inner dimensions {self.inner}, as meta"
            raise ValueError(broken_rule(name, rule, got.inner))
        text = {got.dtype.kind, self.dtype.kind} <= {"U", "T"} or got.dtype.kind == "S"
        if got.dtype != self.dtype and not (text and self.dtype.kind in "UTS"):
            rule = f"have dtype {self.dtype}, as meta"
            way_out = f"convert it: rt.astype({self.dtype.name!r})"
            raise TypeError(broken_rule(name, rule, got.dtype, way_out))


def array_of(layer: dict[Any, Any], name: str, counts: Counts, meta: Any, parents: Any = ()) -> Any:
    """Return the dask array of a layer of tasks, with one task per partition.

    The sizes of partitioned axes are unknown (NaN): dask then refuses operations that need them.
    """
    dask = library()
    graph = dask.HighLevelGraph.from_collections(name, layer, dependencies=parents)
    if isinstance(meta, RaggedTensor):
        inner = [(n,) for n in meta._flat.shape[1:]]
        sizes = [(np.nan,)] * len(meta._parts) + inner
    else:
        sizes = [(n,) if n else (np.nan,) for n in meta.shape[1:]]
    return dask.Array(graph, name, chunks=(tuple(counts), *sizes), meta=meta)


def key_of(name: str, i: int, ndim: int) -> tuple[Any, ...]:
    """Return the key of partition ``i`` of an array of ``ndim`` axes."""
    return (name, i, *(0,) * (ndim - 1))


def is_ragged(x: Any) -> bool:
    """Whether something is a dask array of ragged tensors."""
    if not isinstance(x, library().Array):
        return False
    return isinstance(x._meta, RaggedTensor) and x._meta.ndim == x.ndim


def from_ragged(rt: RaggedTensor, npartitions: int) -> Any:
    """Return a ragged tensor as a dask array, split into partitions of whole rows.

    Parameters
    ----------
    rt
        The tensor, ``[n, (d1), ...]``.
    npartitions
        The number of partitions, at most one per row. Their numbers of rows differ by one at most.

    Returns
    -------
    dask.array.Array
        ``[n, (d1), ...]``; the ragged axes have the size NaN, because dask knows no ragged ones.
        The partitions are views of ``rt``: nothing is copied, and a memory map stays on the disk.

    Raises
    ------
    ModuleNotFoundError
        If dask is not installed.
    TypeError
        If ``rt`` is no ragged tensor in the memory of the host, or ``npartitions`` no integer.
    ValueError
        If ``npartitions`` is not from 1 to the number of rows.

    Notes
    -----
    A cluster receives the values inside of the task graph, each partition once per computation.
    For large data start from files (`from_parquet`), or send it once: ``x = x.persist()``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from raggedkit.interop.dask import from_ragged
    >>> x = from_ragged(rk.array([[3, 1], [], [5, 9, 2], [6]]), npartitions=2)
    >>> x.chunks[0]
    (2, 2)
    >>> x.sum(axis=1).compute()
    array([ 4,  0, 16,  6])
    >>> from_ragged(rk.array([[3, 1], [], [5]]), npartitions=4)
    Traceback (most recent call last):
        ...
    ValueError: npartitions must be from 1 to the number of rows, 3, got 4
    """
    dask = library()
    if not isinstance(rt, RaggedTensor):
        raise TypeError(broken_rule("rt", "be a RaggedTensor", type(rt).__name__, "rk.array(rt)"))
    check_on_host(rt._flat)
    n, most = as_int(npartitions, "npartitions"), max(len(rt), 1)
    if not 1 <= n <= most:
        rule = f"be from 1 to the number of rows, {most}"
        raise ValueError(broken_rule("npartitions", rule, n))
    ends = [len(rt) * i // n for i in range(n + 1)]
    name = f"ragged-{dask.tokenize(rt, n)}"
    layer = {}
    for i in range(n):
        key = key_of(name, i, rt.ndim)
        layer[key] = dask.DataNode(key, rt[ends[i] : ends[i + 1]])
    counts = [ends[i + 1] - ends[i] for i in range(n)]
    return array_of(layer, name, counts, rt[:0].copy())


def from_delayed(parts: Iterable[Any], lengths: Iterable[int | None], meta: RaggedTensor) -> Any:
    """Return a dask array whose partitions are delayed ragged tensors.

    Parameters
    ----------
    parts
        Objects of `dask.delayed`, or futures of a cluster: each is computed to a ragged tensor.
    lengths
        The number of rows of each part; None where it is not known.
    meta
        A tensor of the same dtype, ragged rank and inner dimensions. Its rows are not used.

    Returns
    -------
    dask.array.Array
        ``[n, (d1), ...]``, with one partition per part. Each part is checked when it is computed.

    Raises
    ------
    ModuleNotFoundError
        If dask is not installed.
    TypeError
        If ``meta`` is no ragged tensor. When it is computed: if a part is none, or has another
        dtype; the error names the part.
    ValueError
        If there are no parts, or not as many lengths. When it is computed: if a part has another
        ragged rank, other inner dimensions or another number of rows.

    Examples
    --------
    >>> import dask, raggedkit as rk
    >>> from raggedkit.interop.dask import from_delayed
    >>> read = dask.delayed(lambda day: rk.array([[day, day], [], [5]]))
    >>> x = from_delayed([read(1), read(2)], lengths=[3, 3], meta=rk.array([[0]]))
    >>> x.sum(axis=1).compute()
    array([2, 0, 5, 4, 0, 5])
    >>> from_delayed([read(1)], lengths=[2], meta=rk.array([[0]])).compute()
    Traceback (most recent call last):
        ...
    ValueError: parts[0] must have the 2 rows of lengths[0], got 3
    """
    dask = library()
    if not isinstance(meta, RaggedTensor):
        raise TypeError(broken_rule("meta", "be a RaggedTensor", type(meta).__name__))
    given = [p if isinstance(p, dask.Delayed) else dask.delayed(p) for p in parts]
    counts = [None if n is None else as_count(n, f"lengths[{i}]") for i, n in enumerate(lengths)]
    if not given:
        raise ValueError(broken_rule("parts", "have one part or more", given))
    if len(counts) != len(given):
        rule = f"have one number for each of the {len(given)} parts"
        raise ValueError(broken_rule("lengths", rule, len(counts)))
    kind = Kind.of(meta)
    name = f"ragged-{dask.tokenize([p.key for p in given], counts, kind)}"
    layer = {}
    for i, (part, n) in enumerate(zip(given, counts, strict=True)):
        key = key_of(name, i, meta.ndim)
        layer[key] = dask.Task(key, as_block, dask.TaskRef(part.key), kind, n, i)
    rows = [np.nan if n is None else n for n in counts]
    return array_of(layer, name, rows, meta[:0].copy(), given)


def as_block(part: Any, kind: Kind, nrows: int | None, i: int) -> RaggedTensor:
    """Return part ``i``; raise if it is not as announced."""
    kind.check(part, f"parts[{i}]")
    rt: RaggedTensor = part
    if nrows is not None and len(rt) != nrows:
        rule = f"have the {nrows} rows of lengths[{i}]"
        raise ValueError(broken_rule(f"parts[{i}]", rule, len(rt)))
    return rt
