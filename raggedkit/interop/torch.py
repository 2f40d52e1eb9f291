"""Ragged tensors to and from PyTorch's nested tensors of the jagged layout, with shared memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._kernels.arrays.compare import first_true
from raggedkit._kernels.arrays.splits import lengths_to_splits, ranges
from raggedkit._optional import needed
from raggedkit._typing import Array
from raggedkit._xp import native, readonly
from raggedkit.encodings import check_order
from raggedkit.errors import broken_rule
from raggedkit.interop._checks import check_on_host, check_partitions
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["from_torch", "to_torch"]

_NUMBER_TEXTS = "number them first: words, ids = np.unique(rt.flat_values, return_inverse=True)"
_NO_DTYPE = {  # kind of a dtype -> the way out
    "M": "use rk.cast(rt, 'int64')",
    "m": "use rk.cast(rt, 'int64')",
    **dict.fromkeys("USTO", _NUMBER_TEXTS),
}
_WIDE = {np.dtype(np.longdouble): "float64", np.dtype(np.clongdouble): "complex128"}
_JAGGED = "torch.nested.as_nested_tensor(list(nt.unbind()), layout=torch.jagged)"


def to_torch(rt: RaggedTensor) -> Any:
    """Return the tensor as a nested tensor of PyTorch, in the jagged layout.

    Parameters
    ----------
    rt
        ``[n, (d1), ...]``: axis 1 is ragged or uniform, further axes are uniform.

    Returns
    -------
    torch.Tensor
        Nested, ``[n, j1, ...]``. Values share memory, except that values in a foreign byte order,
        or not contiguous, are copied; row splits are copied. PyTorch has no read-only tensors: an
        operation in place on the result changes ``rt``, so copy it first (``.clone()``). The
        shortest and the longest length are set, so PyTorch does not compute them.

    Raises
    ------
    ModuleNotFoundError
        If PyTorch is not installed.
    TypeError
        If the values are times, text or objects, or wider than 64 bits; if ``rt`` is on a GPU.
    ValueError
        If ``rt`` has more than one ragged axis.

    Examples
    --------
    >>> import torch, raggedkit as rk
    >>> nt = rk.array([[3, 1], [], [5]]).to_torch()
    >>> nt.values(), nt.offsets()
    (tensor([3, 1, 5]), tensor([0, 2, 2, 3]))
    >>> rk.array([[[1, 2], []], [[3]]]).to_torch()
    Traceback (most recent call last):
        ...
    ValueError: rt must have no ragged axis after axis 1, got shape [2, None, None]; \
rt.merge_dims(1, -1) joins the axes of a row, rt.values has its inner rows
    """
    torch = _library()
    flat, part = _values_of(rt), rt._parts[0]
    lengths = part._get_lengths()
    shortest, longest = (int(lengths.min()), int(lengths.max())) if part._nrows else (0, 0)
    # Without max_seqlen, nt.sum(dim=1) of 1e5 rows of 10 asks for 400 GB (PyTorch 2.13).
    return torch.nested.nested_tensor_from_jagged(
        _shared(flat, torch),
        # A copy: PyTorch can write to it, and rows of changed splits would be outside the values.
        torch.from_numpy(part._get_splits().copy()),
        min_seqlen=shortest,
        max_seqlen=longest,
    )


def _library() -> Any:
    with needed("torch", "nested tensors need PyTorch", "pip install torch"):
        import torch
    return torch


def _values_of(rt: RaggedTensor) -> Array:
    """Return the values ``[nvals of axis 1, ...]`` in a dtype of PyTorch."""
    flat = rt._flat
    check_on_host(flat)
    way_out = _NO_DTYPE.get(flat.dtype.kind)
    if flat.dtype in _WIDE and flat.dtype.itemsize > np.dtype(_WIDE[flat.dtype]).itemsize:
        way_out = f"use rk.cast(rt, '{_WIDE[flat.dtype]}')"
    if way_out is not None:
        raise TypeError(broken_rule("rt", "have a dtype of PyTorch", flat.dtype, way_out))
    sizes = [p._uniform for p in rt._parts[1:]]
    if None in sizes:
        way_out = "rt.merge_dims(1, -1) joins the axes of a row, rt.values has its inner rows"
        got = f"shape {rt.shape.as_list()}"
        raise ValueError(f"rt must have no ragged axis after axis 1, got {got}; {way_out}")
    inner = [int(k or 0) for k in sizes]
    check_partitions(rt)
    return flat.reshape(rt._parts[0]._nvals, *inner, *flat.shape[1:])


def _shared(array: Array, torch: Any) -> Any:
    """Return a tensor of PyTorch over the memory of an array."""
    # A negative stride would end the process: PyTorch 2.13 throws a C++ error that nobody catches.
    array = np.ascontiguousarray(native(array))
    if not array.size:  # PyTorch gives it memory of its own, but keeps no stride
        return torch.from_numpy(array.copy())
    try:
        return torch.from_dlpack(array)
    except BufferError:  # NumPy 2.0 exports no read-only array
        return torch.from_numpy(array if array.flags.writeable else array.copy())


def from_torch(nt: Any) -> RaggedTensor:
    """Return a nested tensor of PyTorch as a ragged tensor.

    Parameters
    ----------
    nt
        A nested tensor of the jagged layout on the CPU, ``[n, j1, ...]``.

    Returns
    -------
    RaggedTensor
        ``[n, (d1), ...]``. Values share memory: an operation in place on ``nt`` changes the result.
        Offsets are copied, since PyTorch can write to them. A narrowed tensor
        (``torch.nested.narrow``), whose rows have gaps, is copied.

    Raises
    ------
    ModuleNotFoundError
        If PyTorch is not installed.
    TypeError
        If ``nt`` is no nested tensor, has another layout, requires gradients, is not on the CPU, or
        has a dtype that NumPy does not have.
    ValueError
        If its ragged axis is not axis 1, or its offsets are not valid.

    Examples
    --------
    >>> import torch, raggedkit as rk
    >>> rows = [torch.tensor([3, 1]), torch.tensor([5])]
    >>> rk.RaggedTensor.from_torch(torch.nested.nested_tensor(rows, layout=torch.jagged))
    <RaggedTensor [[3, 1], [5]]>
    >>> rk.RaggedTensor.from_torch(torch.ones(2, 3))
    Traceback (most recent call last):
        ...
    TypeError: nt must be a nested tensor of torch.jagged, got torch.strided; \
rk.array(tensor) takes a dense tensor
    """
    _check(nt, _library())
    flat, offsets = _array(nt.values()), _array(nt.offsets())
    if offsets.ndim != 1 or not len(offsets):
        rule = "be a vector of one offset or more"
        raise ValueError(broken_rule("nt.offsets()", rule, list(offsets.shape)))
    narrowed = nt.lengths()
    if narrowed is not None:
        lengths = _array(narrowed).astype(np.int64, copy=False)
        starts = offsets[: len(lengths)].astype(np.int64, copy=False)
        _check_rows(starts, lengths, len(flat))
        splits = lengths_to_splits(lengths)
        return _made(flat[ranges(starts, lengths, 1, splits)], splits)
    offsets = offsets.astype(offsets.dtype if offsets.dtype == np.int32 else np.int64)  # a copy
    check_order(offsets, "nt.offsets()")
    first, last = int(offsets[0]), int(offsets[-1])
    if first < 0 or last > len(flat):
        rule = f"be from 0 to the number of values, {len(flat)}"
        raise ValueError(broken_rule("nt.offsets()", rule, [first, last]))
    return _made(flat[first:last], offsets - first if first else offsets)


def _check(nt: Any, torch: Any) -> None:
    """Raise unless this is a nested tensor whose memory NumPy can read."""
    rule = "be a nested tensor of torch.jagged"
    if not isinstance(nt, torch.Tensor):
        raise TypeError(broken_rule("nt", rule, type(nt).__name__))
    if nt.layout != torch.jagged:
        way_out = _JAGGED if nt.is_nested else "rk.array(tensor) takes a dense tensor"
        got = "a nested tensor of torch.strided" if nt.is_nested else str(nt.layout)
        raise TypeError(f"nt must {rule}, got {got}; {way_out}")
    if nt.requires_grad:
        raise TypeError("nt must not require gradients; use nt.detach()")
    if nt.device.type != "cpu":
        raise TypeError(f"nt must be on the CPU, got {nt.device}; use nt.cpu()")
    axis = nt._ragged_idx
    if axis != 1:
        way_out = f"use nt.transpose(1, {axis})"
        raise ValueError(broken_rule("nt", "have its ragged axis at 1", axis, way_out))


def _array(tensor: Any) -> Array:
    """Return a tensor of PyTorch as an array over the same memory."""
    try:
        # NumPy reads the memory as it is; a conjugate or a negation is only a mark on the tensor.
        array: Array = tensor.resolve_conj().resolve_neg().numpy()
    except (TypeError, RuntimeError):
        way_out = "use nt.to(torch.float32)"
        rule = "have a dtype of NumPy"
        raise TypeError(f"nt must {rule}, got {tensor.dtype}; {way_out}") from None
    return array


def _check_rows(starts: Array, lengths: Array, nvals: int) -> None:
    """Raise if a narrowed row is outside of the values."""
    i = first_true((lengths < 0) | (starts < 0) | (starts + lengths > nvals))
    if i >= 0:
        got = f"row {i} from {starts[i]} to {starts[i] + lengths[i]}"
        raise ValueError(broken_rule("nt", f"have rows inside of its {nvals} values", got))


def _made(flat: Array, splits: Array) -> RaggedTensor:
    return RaggedTensor._make(readonly(flat), (RowPartition._of_splits(readonly(splits)),))
