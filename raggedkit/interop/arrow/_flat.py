"""Values of Arrow arrays without lists: numbers, bools, times, text, bytes, dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from raggedkit._kernels.arrays.splits import lengths_to_splits, ranges
from raggedkit._typing import Array
from raggedkit._xp import bytes_array, has_fixed_width, object_array
from raggedkit.errors import VALUES, broken_rule
from raggedkit.interop.arrow._nodes import FORMATS, UNITS, Node, bits
from raggedkit.interop.arrow._text import from_utf8

__all__ = ["spread", "values_of", "zone_of"]

_UNITS = {letter: unit for unit, letter in UNITS.items()}
_DTYPES = {
    **{letters: dtype for dtype, letters in FORMATS.items()},
    **{f"tD{letter}": f"m8[{unit}]" for letter, unit in _UNITS.items()},
    "tdm": "M8[ms]",
    "ttu": "m8[us]",
    "ttn": "m8[ns]",
}
_INLINE = 12  # bytes of a text that a view has inside


def values_of(node: Node, where: slice | Array) -> tuple[Array, Array | None]:
    """Return the chosen values of an array without lists, and which of them are missing.

    Parameters
    ----------
    node
        The array.
    where
        A slice or positions: the values that are used. Others may have any content.
    """
    missing = node.missing()
    chosen = None if missing is None else missing[where]
    if chosen is not None and not chosen.any():
        chosen = None
    if node.dictionary is not None:
        return _looked_up(node, where, chosen)
    if node.format in _DTYPES:
        return node.items(1, _DTYPES[node.format])[where], chosen
    if node.format.startswith("ts"):
        return node.items(1, f"M8[{_UNITS[node.format[2]]}]")[where], chosen
    make = _OTHERS.get(node.format.partition(":")[0])
    if make is None:
        way_out = "cast or decode it first"
        raise TypeError(broken_rule("obj", f"contain {VALUES}", node.shown or "", way_out))
    return make(node, where), chosen


def zone_of(node: Node) -> str:
    """Return the time zone of timestamps, "" if there is none."""
    return node.format.partition(":")[2] if node.format.startswith("ts") else ""


def _nothing(node: Node, where: slice | Array) -> Array:
    return np.zeros(node.length)[where]


def _bools(node: Node, where: slice | Array) -> Array:
    if node.buffers[1] is None:
        return np.zeros(node.length, dtype=bool)[where]
    return bits(node.buffers[1], node.offset, node.length)[where]


def _days(node: Node, where: slice | Array) -> Array:
    return node.items(1, np.int32)[where].astype("M8[D]")


def _short_times(node: Node, where: slice | Array) -> Array:
    """Times of the day in 32 bits, as the time since midnight."""
    unit = _UNITS[node.format[2]]
    return node.items(1, np.int32)[where].astype(np.int64).view(f"m8[{unit}]")


def _looked_up(
    node: Node, where: slice | Array, missing: Array | None
) -> tuple[Array, Array | None]:
    codes = node.items(1, _DTYPES[node.format])[where]
    words = node.dictionary
    if words is None or words.format.startswith("+"):
        raise TypeError(broken_rule("obj", "have a dictionary of values", node.shown))
    values, absent = values_of(words, slice(None))
    if missing is not None:
        codes = np.where(missing, 0, codes)
    if len(codes) and not 0 <= int(codes.min()) <= int(codes.max()) < max(len(values), 1):
        worst = int(codes.min()) if codes.min() < 0 else int(codes.max())
        rule = f"have codes from 0 to {len(values) - 1} in its dictionary"
        raise ValueError(broken_rule("obj", rule, worst))
    if not len(values):
        if len(codes) and (missing is None or not missing.all()):
            raise ValueError(
                broken_rule("obj", "have values in its dictionary, as it has codes", 0)
            )
        return np.zeros(len(codes), dtype=values.dtype), missing
    if absent is not None:
        absent = absent[codes]
        missing = absent if missing is None else missing | absent
    return spread(values, codes), missing


def spread(levels: Array, codes: Array) -> Array:
    """Return ``levels[codes]``; text gets a variable width if a fixed one would waste memory."""
    if levels.dtype.kind == "U" and codes.size:
        total = int(np.strings.str_len(levels).take(codes).sum())
        if not has_fixed_width(codes.size, levels.dtype.itemsize // 4, total):
            levels = levels.astype(np.dtypes.StringDType())
    taken: Array = levels.take(codes)
    return taken


# ------------------------------------------------------------------ text and bytes
def _offsets(node: Node) -> tuple[Array, Array]:
    """Return the checked offsets of texts or bytes, and the bytes."""
    offsets = node.items(1, np.int64 if node.format in "UZ" else np.int32, extra=1)
    data = node.buffers[2]
    data = np.zeros(0, np.uint8) if data is None else data
    falls = len(offsets) > 1 and bool((offsets[1:] < offsets[:-1]).any())
    if falls or int(offsets[0]) < 0 or int(offsets[-1]) > len(data):
        rule = f"have offsets that do not decrease, from 0 to {len(data)}"
        raise ValueError(broken_rule("obj", rule, [int(offsets[0]), int(offsets[-1])]))
    return offsets.astype(np.int64, copy=False), data


def _chosen(node: Node, where: slice | Array) -> tuple[Array, Array]:
    """Return the offsets and bytes of the chosen texts alone, without those of missing ones."""
    offsets, data = _offsets(node)
    starts, lengths = offsets[:-1], np.diff(offsets)
    missing = node.missing()
    if missing is None and isinstance(where, slice) and where.step in (None, 1):
        a, b, _ = where.indices(node.length)
        return offsets[a : max(a, b) + 1], data
    if missing is not None:
        lengths = np.where(missing, 0, lengths)
    return _gathered(data, starts[where], lengths[where])


def _gathered(data: Array, starts: Array, lengths: Array) -> tuple[Array, Array]:
    splits = lengths_to_splits(lengths)
    return splits, data[ranges(starts, lengths, 1, splits)]


def _viewed(node: Node, where: slice | Array) -> tuple[Array, Array]:
    """Return offsets and bytes of texts in views of 16 bytes: length, then text or a place."""
    views = node.items(1, "V16").view(np.int32).reshape(-1, 4)
    missing = node.missing()
    if missing is not None:
        views = np.where(missing[:, None], 0, views)
    views = np.ascontiguousarray(views[where])
    lengths = views[:, 0].astype(np.int64)
    # The last buffer has the sizes of the others in the C format; pyarrow leaves it out.
    pools = [views.view(np.uint8).ravel(), *[b for b in node.buffers[2:] if b is not None]]
    begins = lengths_to_splits(np.array([len(p) for p in pools], dtype=np.int64))
    inside = lengths <= _INLINE
    buffers = np.where(inside, 0, views[:, 2] + 1)
    if len(views) and (int(buffers.max()) >= len(pools) or int(buffers.min()) < 0):
        rule = f"have views of its {len(pools) - 1} buffers"
        raise ValueError(broken_rule("obj", rule, int(buffers.max()) - 1))
    places = np.where(inside, 16 * np.arange(len(views)) + 4, views[:, 3])
    ends = places + lengths
    sizes = np.diff(begins)
    if len(views) and bool(((places < 0) | (lengths < 0) | (ends > sizes[buffers])).any()):
        raise ValueError(broken_rule("obj", "have views inside of its buffers", int(ends.max())))
    return _gathered(np.concatenate(pools), begins[buffers] + places, lengths)


def _text(node: Node, where: slice | Array) -> Array:
    return from_utf8(*(_viewed if node.format == "vu" else _chosen)(node, where))


def _raw(node: Node, where: slice | Array) -> Array:
    offsets, data = (_viewed if node.format == "vz" else _chosen)(node, where)
    whole, bounds = data.tobytes(), offsets.tolist()
    return _as_bytes([whole[a:b] for a, b in pairwise(bounds)])


def _fixed(node: Node, where: slice | Array) -> Array:
    width = int(node.format.partition(":")[2])
    if width < 1:
        return _as_bytes([b""] * len(range(node.length)[where]) if isinstance(where, slice) else [])
    return _as_bytes([bytes(b) for b in node.items(1, f"V{width}")[where].tolist()])


def _as_bytes(items: list[bytes]) -> Array:
    made = bytes_array(object_array(items))
    if made.dtype.kind == "O":
        odd = next(b for b in items if b.endswith(b"\0"))
        way_out = "NumPy's bytes drop it; read them as list<uint8>"
        raise ValueError(broken_rule("bytes", "not end in NUL", odd, way_out))
    return made


_OTHERS: dict[str, Callable[[Node, Any], Array]] = {
    "n": _nothing,
    "b": _bools,
    "tdD": _days,
    "tts": _short_times,
    "ttm": _short_times,
    "u": _text,
    "U": _text,
    "vu": _text,
    "z": _raw,
    "Z": _raw,
    "vz": _raw,
    "w": _fixed,
}
