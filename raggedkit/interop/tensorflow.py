"""Ragged tensors to and from TensorFlow's own."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._optional import needed
from raggedkit._typing import Array
from raggedkit._xp import bytes_array, native, object_array, readonly
from raggedkit.encodings import check_order, check_start
from raggedkit.errors import broken_rule
from raggedkit.interop._checks import check_on_host, check_partitions
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["from_tensorflow", "to_tensorflow"]

_NO_DTYPE = {  # kind of a dtype -> the way out
    "M": "use rk.cast(rt, 'int64')",
    "m": "use rk.cast(rt, 'int64')",
}


def _library() -> Any:
    with needed("tensorflow", "its ragged tensors need TensorFlow", "pip install tensorflow"):
        import tensorflow as tf
    return tf


def to_tensorflow(rt: RaggedTensor) -> Any:
    """Return the tensor as a `tf.RaggedTensor`.

    Parameters
    ----------
    rt
        The tensor, ``[n, (d1), ...]``.

    Returns
    -------
    tf.RaggedTensor
        With the same partitions: the dtype of the row splits and uniform axes are kept. Values and
        splits are copied, as TensorFlow computes on memory aligned to 64 bytes. Text becomes bytes
        of UTF-8.

    Raises
    ------
    ModuleNotFoundError
        If TensorFlow is not installed.
    TypeError
        If the values are times, objects other than bytes, or wider than 64 bits; if ``rt`` is on a
        GPU.

    Examples
    --------
    >>> import tensorflow as tf, raggedkit as rk
    >>> rk.array([[3, 1], [], [5]]).to_tensorflow()
    <tf.RaggedTensor [[3, 1], [], [5]]>
    """
    tf = _library()
    made = tf.constant(_values_of(rt))
    check_partitions(rt)
    for part in reversed(rt._parts):
        if part._uniform is None:
            splits = tf.constant(np.asarray(part._get_splits()))
            made = tf.RaggedTensor.from_row_splits(made, splits, validate=False)
            continue
        # TensorFlow takes a scalar of NumPy for a number of Python, and chooses its dtype.
        length, nrows = (tf.constant(n, part._dtype) for n in (part._uniform, part._nrows))
        made = tf.RaggedTensor.from_uniform_row_length(made, length, nrows, validate=False)
    return made


def _values_of(rt: RaggedTensor) -> Array:
    """Return the values in a dtype of TensorFlow."""
    flat = rt._flat
    check_on_host(flat)
    kind = flat.dtype.kind
    if kind in "UT":
        texts = [text.encode() for text in flat.ravel().tolist()]
        return object_array(texts).reshape(flat.shape)
    if kind == "S":
        return flat.astype(object)
    wide = kind in "fc" and flat.dtype.itemsize > (16 if kind == "c" else 8)
    way_out = _NO_DTYPE.get(kind)
    if wide:
        way_out = f"use rk.cast(rt, '{'complex128' if kind == 'c' else 'float64'}')"
    if way_out is not None:
        raise TypeError(broken_rule("rt", "have a dtype of TensorFlow", flat.dtype, way_out))
    return native(flat)


def from_tensorflow(rt: Any) -> RaggedTensor:
    """Return a `tf.RaggedTensor` as a ragged tensor.

    Parameters
    ----------
    rt
        The tensor of TensorFlow, ``[n, (d1), ...]``, with values (not of a `tf.function`).

    Returns
    -------
    RaggedTensor
        With the same partitions: the dtype of the row splits and uniform axes are kept. Values and
        splits share memory, read-only. Strings become bytes, which are copied.

    Raises
    ------
    ModuleNotFoundError
        If TensorFlow is not installed.
    TypeError
        If ``rt`` is no `tf.RaggedTensor`, is symbolic, or has a dtype that NumPy does not have.

    Examples
    --------
    >>> import tensorflow as tf, raggedkit as rk
    >>> rk.RaggedTensor.from_tensorflow(tf.ragged.constant([[3, 1], [], [5]]))
    <RaggedTensor [[3, 1], [], [5]]>
    """
    tf = _library()
    if not isinstance(rt, tf.RaggedTensor):
        way_out = "rk.array(tensor) takes a dense tensor" if tf.is_tensor(rt) else ""
        rule = "be a tf.RaggedTensor"
        raise TypeError(broken_rule("rt", rule, type(rt).__name__, way_out))
    parts = []
    values = rt
    while isinstance(values, tf.RaggedTensor):
        parts.append(_partition(values))
        values = values.values
    return RaggedTensor(readonly(_array(values)), tuple(parts))


def _partition(rt: Any) -> RowPartition:
    splits = _array(rt.row_splits)
    check_start(splits, "rt.row_splits")
    check_order(splits, "rt.row_splits")
    length = rt.uniform_row_length
    if length is None:
        return RowPartition._of_splits(readonly(splits))  # no tensor of TensorFlow changes
    return RowPartition.from_uniform_row_length(
        int(_array(length)), nvals=int(splits[-1]), nrows=len(splits) - 1, dtype=splits.dtype
    )


def _array(tensor: Any) -> Array:
    """Return a tensor of TensorFlow as an array over the same memory; strings as bytes."""
    if not hasattr(tensor, "numpy"):
        rule = "have values (outside of a tf.function)"
        raise TypeError(broken_rule("rt", rule, "a symbolic tensor"))
    array: Array = np.asarray(tensor)
    if array.dtype.kind == "O":
        return bytes_array(array.ravel()).reshape(array.shape)
    if array.dtype.kind == "V":  # bfloat16 and others of ml_dtypes
        rule = "have a dtype of NumPy"
        raise TypeError(broken_rule("rt", rule, tensor.dtype.name, "use tf.cast(rt, tf.float32)"))
    return array
