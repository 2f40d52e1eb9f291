"""Verdicts on a call: its error, its arguments before and after, the splits of its result."""

from __future__ import annotations

import dis
import hashlib
import types
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from raggedkit import RaggedIndexError, RaggedTable, RaggedTensor, RowPartition, SparseTensor
from raggedkit.errors import UnknownNameError
from tests.hostile.allowed import ALLOWED
from tests.hostile.objects import LongLength, Planted

__all__ = ["broken_results", "changed", "fingerprint", "is_unchecked", "is_wide", "leaks", "place"]

ROOT = Path(__file__).parents[2]
OURS = (str(ROOT / "raggedkit") + "/", str(ROOT / "facades") + "/")
MINE = str(Path(__file__).parent) + "/"
USUAL = (
    *(TypeError, ValueError, RaggedIndexError, UnknownNameError),
    *(NotImplementedError, ImportError),
)
LARGE = 1 << 16  # bytes of an array that are looked at
HANDED_ON = (
    "raggedkit/_numpy/protocols.py",
    "raggedkit/_numpy/whole.py",
    "raggedkit/_engines/elementwise.py",
    "raggedkit/_caller.py",
)
WIDE = 1 << 22  # rows or values
RAISING = {dis.opmap["RAISE_VARARGS"], dis.opmap["RERAISE"]}


def frames(error: BaseException) -> list[tuple[types.FrameType, int]]:
    """Return the frames that an error passed, outermost first, with the instruction in each."""
    found, tb = [], error.__traceback__
    while tb is not None:
        found.append((tb.tb_frame, tb.tb_lasti))
        tb = tb.tb_next
    return found


def _is_ours(frame: types.FrameType) -> bool:
    return frame.f_code.co_filename.startswith(OURS)


def place(error: BaseException) -> str:
    """Return the file and line of the innermost frame of raggedkit."""
    tb, found = error.__traceback__, ""
    while tb is not None:
        if _is_ours(tb.tb_frame):
            name = tb.tb_frame.f_code.co_filename.removeprefix(f"{ROOT}/")
            found = f"{name}:{tb.tb_lineno}"
        tb = tb.tb_next
    return found


def leaks(name: str, error: BaseException, given: Sequence[Any] = ()) -> Iterator[str]:
    """Yield the faults of an error that a call with these arguments raised.

    A wide one may need the memory. Where one breaks the rules of partitions, as validate=False
    allows, NumPy may complain of it.
    """
    kind, text = type(error).__name__, str(error)[:150]
    if isinstance(error, Planted) or not any(_is_ours(frame) for frame, _ in frames(error)):
        return  # the caller's own, or refused before raggedkit was asked
    if any(p in name and cls in kind and words in text for p, cls, words, _ in ALLOWED):
        return
    if name.startswith("np.") and isinstance(error, USUAL) and _is_handed_on(error):
        return
    usual = isinstance(error, USUAL) and (
        not isinstance(error, IndexError) or isinstance(error, RaggedIndexError)
    )
    if isinstance(error, MemoryError):
        if not (_is_raised(error) or any(map(is_wide, given))):
            yield f"memory: {kind} at {place(error)}: {text}"
    elif not usual and not (isinstance(error, IndexError) and any(map(is_unchecked, given))):
        yield f"leak: {kind} at {place(error)}: {text}"
    elif not (_is_raised(error) or any(map(is_unchecked, given))):
        yield f"foreign text: {kind} at {place(error)}: {text}"


def _is_handed_on(error: BaseException) -> bool:
    """Whether NumPy's own function, which the caller named, refuses an argument of its own."""
    return place(error).startswith(HANDED_ON)


def _is_raised(error: BaseException) -> bool:
    """Whether a raise statement of raggedkit made the error, or the caller's own function did."""
    frame, at = frames(error)[-1]
    file = frame.f_code.co_filename
    if file.startswith(MINE):
        return True
    return file.startswith(OURS) and frame.f_code.co_code[at] in RAISING


def fingerprint(value: Any, depth: int = 0) -> Any:
    """Return a comparable copy of the parts of an argument that must not change."""
    if isinstance(value, RaggedTensor):
        parts = tuple(fingerprint(p) for p in value._parts)
        return ("ragged", fingerprint(value._flat), parts)
    if isinstance(value, RaggedTable):
        columns, labels = map(dict, (value.columns, value.rows))
        return ("table", fingerprint(columns), fingerprint(labels), fingerprint(value.partition))
    if isinstance(value, RowPartition):
        return ("partition", _kept(value))
    if isinstance(value, SparseTensor):
        return tuple(map(fingerprint, (value._indices, value._values, value._dense_shape)))
    if isinstance(value, np.ndarray):
        return _of_array(value)
    if isinstance(value, list | tuple) and depth < 5:
        return (type(value), len(value), *[fingerprint(v, depth + 1) for v in value[:50]])
    if isinstance(value, dict) and depth < 5:
        return ("dict", *[(k, fingerprint(v, depth + 1)) for k, v in value.items()])
    if isinstance(value, bytearray | memoryview):
        return bytes(value)
    return id(value)


def _kept(p: RowPartition) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in ("_dtype", "_nrows", "_nvals", "_uniform", "_splits", "_lengths", "_rowids"):
        value = getattr(p, name, None)
        found[name] = value.tolist() if isinstance(value, np.ndarray) else value
    return found


def _of_array(array: Any) -> Any:
    about = (array.shape, array.strides, array.dtype, array.flags.writeable, type(array))
    if array.dtype.kind in "OT":
        return (about, [id(x) if array.dtype.kind == "O" else str(x) for x in array.flat[:50]])
    if 0 in array.strides or array.nbytes > LARGE:
        return about
    data = hashlib.blake2b(np.ascontiguousarray(np.asarray(array)).tobytes()).digest()
    mask = np.ma.getmaskarray(array).tobytes() if isinstance(array, np.ma.MaskedArray) else b""
    return (about, data, mask)


def changed(before: Any, after: Any) -> bool:
    """Whether two fingerprints differ; an encoding that was worked out meanwhile is no change."""
    if isinstance(before, dict) and isinstance(after, dict):
        return any(before[k] is not None and changed(before[k], after[k]) for k in before)
    if isinstance(before, tuple | list) and isinstance(after, tuple | list):
        return len(before) != len(after) or any(map(changed, before, after))
    return bool(before != after)


def broken_results(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield the faults of the ragged tensors and partitions in a result."""
    if isinstance(value, RaggedTensor):
        counts = [p.static_nrows for p in value._parts[1:]] + [value._flat.shape[0]]
        for i, (p, n) in enumerate(zip(value._parts, counts, strict=True)):
            yield from (f"partition {i} {text}" for text in _broken_partition(p))
            if p.static_nvals != n:
                yield f"partition {i} ends at {p.static_nvals}, not at {n}"
        if len({p.dtype for p in value._parts}) > 1:
            yield "partitions of several dtypes"
    elif isinstance(value, RowPartition):
        yield from _broken_partition(value)
    elif isinstance(value, RaggedTable):
        yield from _broken_table(value)
    elif isinstance(value, SparseTensor):
        yield from _broken_sparse(value)
    elif isinstance(value, list | tuple) and depth < 3:
        for item in value[:20]:
            yield from broken_results(item, depth + 1)


def _broken_table(table: RaggedTable) -> Iterator[str]:
    for name, column in table.columns.items():
        yield from (f"column {name!r}: {text}" for text in broken_results(column))
        if column._parts[0] is not table.partition:
            yield f"column {name!r} does not share the partition"
    for name, label in table.rows.items():
        if label.shape[:1] != (len(table),):
            yield f"label {name!r} has the shape {label.shape} in {len(table)} rows"


def _broken_partition(p: RowPartition) -> Iterator[str]:
    if p.static_nrows > 1 << 20:
        return
    splits, lengths = p.row_splits(), p.row_lengths()
    numbers = splits.tolist()
    if splits.dtype not in ("int32", "int64") or splits.ndim != 1:
        yield f"has splits of {splits.dtype}, {splits.ndim}-D"
    if len(numbers) != p.static_nrows + 1 or numbers[0] != 0 or numbers[-1] != p.static_nvals:
        yield f"has splits {numbers[:6]} for {p.static_nrows} rows of {p.static_nvals} values"
    if any(a > b for a, b in pairwise(numbers)):
        yield f"has splits that decrease: {numbers[:6]}"
        return
    if lengths.tolist() != [b - a for a, b in pairwise(numbers)]:
        yield f"has lengths {lengths.tolist()[:6]} for splits {numbers[:6]}"
    uniform = p.static_uniform_row_length
    if uniform is not None and any(n != uniform for n in lengths.tolist()):
        yield f"has lengths {lengths.tolist()[:6]}, declared as {uniform}"
    encodings = [splits, lengths, p.row_starts(), p.row_limits()]
    if p.static_nvals <= 1 << 20:
        encodings.append(p.value_rowids())
        if np.repeat(np.arange(len(lengths)), lengths).tolist() != encodings[-1].tolist():
            yield f"has rowids {encodings[-1].tolist()[:6]} for splits {numbers[:6]}"
    if any(e.flags.writeable for e in encodings):
        yield "has an encoding that can be written to"


def _broken_sparse(st: SparseTensor) -> Iterator[str]:
    indices, sizes = np.asarray(st.indices), np.asarray(st.dense_shape)
    if indices.dtype != np.int64 or indices.ndim != 2 or indices.shape[1] != len(sizes):
        yield f"has indices {indices.shape} of {indices.dtype} for {len(sizes)} axes"
    elif len(indices) != np.shape(st.values)[0]:
        yield f"has {len(indices)} indices for {np.shape(st.values)[0]} values"
    elif ((indices < 0) | (indices >= sizes)).any():
        yield f"has indices outside of its shape {sizes.tolist()}"


def is_unchecked(value: Any, depth: int = 0) -> bool:
    """Whether a value is, or contains, a tensor or partition that breaks the rules."""
    if isinstance(value, list | tuple | dict):
        items = value.values() if isinstance(value, dict) else value
        return depth > 3 or any(is_unchecked(v, depth + 1) for v in list(items)[:20])
    try:
        return any(broken_results(value))
    except (ValueError, TypeError, MemoryError):
        return True


def is_wide(value: Any, depth: int = 0) -> bool:
    """Whether a value has so many rows or items, in no memory, that an answer may need much."""
    if isinstance(value, LongLength):
        return True
    if isinstance(value, list | tuple):
        return depth < 3 and any(is_wide(v, depth + 1) for v in value[:20])
    if isinstance(value, RowPartition):
        return max(value.static_nrows, value.static_nvals) > WIDE
    if isinstance(value, SparseTensor):
        return bool(np.prod(np.asarray(value.dense_shape, float)) > WIDE)
    if isinstance(value, RaggedTable):
        return any(map(is_wide, value.columns.values()))
    return isinstance(value, RaggedTensor) and any(map(is_wide, value._parts))
