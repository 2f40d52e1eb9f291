"""Lists of Python floats or ints as arrays, read from the bytes that marshal writes.

marshal writes a number as a tag and its bits, a list as a tag and its length. Laid out so that all
of them take the same number of bytes, these bytes are an array of records, whose tags tell the
types of all objects in one comparison. Nothing is unmarshalled: the bytes were written a moment
before by `marshal.dumps`, and NumPy reads them.

The gain over `chain`, `set(map(type, ...))` and `fromiter`: 1e5 rows of 1e6 floats take 87
ms instead of 192, of ints 45 instead of 93, a flat list of 1e6 floats 51 instead of 99 (CPython
3.11, `constant` of the typical kind). CPython does not promise this format. `writes_as_expected`
compares a sample byte by byte before the first use; on any difference both functions return None
for good, and the caller reads the lists in the plain way.
"""

from __future__ import annotations

import marshal
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from raggedkit._kernels.limits import LOOKED_AT as _FEW_VALUES
from raggedkit._kernels.limits import MARSHAL_FROM as _MANY
from raggedkit._kernels.limits import MARSHAL_FROM as _MANY_ROWS
from raggedkit._kernels.limits import SMALL_BLOCK as _BLOCK
from raggedkit._typing import Array, DType
from raggedkit._xp import INT64, as_dtype, host_namespace

__all__ = ["packed_rows", "packed_values", "writes_as_expected"]

_VERSION = 2  # the first version with binary floats; later ones refer to repeated objects
_PREFIX = 5  # the tag and the length of the outermost list


class _Kind(NamedTuple):
    """The format of numbers of one type, and of lists as records of the same size."""

    type: type
    record: DType
    tag: int
    fill: int  # Nones before each row, which make its head as long as the record of a number
    dtype: DType


_FLOATS = _Kind(float, as_dtype([("tag", "u1"), ("bits", "<f8")]), ord("g"), 4, as_dtype("f8"))
_INTS = _Kind(int, as_dtype([("tag", "u1"), ("bits", "<i4")]), ord("i"), 0, INT64)
_FILLED = (int.from_bytes(b"NNN[", "little"), int.from_bytes(b"NNN(", "little"))  # after a tag N
_HEADS = (ord("["), ord("("))
_WORD = as_dtype("<u4")


@cache
def writes_as_expected() -> bool:
    """Whether this Python writes numbers and lists in the format that this module reads."""
    sample, written = _SAMPLE
    try:
        return marshal.dumps(sample, _VERSION) == written and _deepest() < _DEPTHS - 1
    except Exception:  # it may be gone, or take other arguments
        return False


_SAMPLE = (
    [1.5, -2.0, -3, None, [7], (1.5,)],
    b"[\6\0\0\0"
    b"g\0\0\0\0\0\0\xf8?g\0\0\0\0\0\0\0\xc0i\xfd\xff\xff\xffN"
    b"[\1\0\0\0i\7\0\0\0(\1\0\0\0g\0\0\0\0\0\0\xf8?",
)


def packed_values(level: Any) -> Array | None:
    """Return a list of floats only, or of ints of 32 bits only, as an array; else None."""
    if type(level) is not list or len(level) < _MANY:
        return None
    kind = _kind_of(level[0])
    if kind is None or not writes_as_expected():
        return None
    values = host_namespace.empty(len(level), dtype=kind.dtype)
    for start in range(0, len(level), _BLOCK):
        items = level[start : start + _BLOCK]
        known = len(items) <= _FEW_VALUES
        if known and set(map(type, items)) != {kind.type}:
            return None
        read = _records(items, kind, known)
        # The tag of an item determines the start of the next one. So if all tags are where they
        # would have to be, all items are numbers of this type.
        if read is None or not (read["tag"] == kind.tag).all():
            return None
        values[start : start + len(items)] = read["bits"]
    return values


def packed_rows(level: Any, wanted: DType | None) -> tuple[Array, Array] | None:
    """Return the values and the lengths of many lists of floats, or of ints of 32 bits.

    The values have the dtype ``wanted`` if that is a float dtype, else float64 or int64.
    None where a list holds anything else, or there are too few to be worth it.
    """
    kind = _kind_of_rows(level)
    if kind is None or not writes_as_expected():
        return None
    dtype = wanted if wanted is not None and wanted.kind == "f" else kind.dtype
    nrows, done, nvals, size = len(level), 0, 0, max(1, _BLOCK >> 6)
    lengths = host_namespace.empty(nrows, dtype=INT64)
    values = host_namespace.empty(0, dtype=dtype)
    with host_namespace.errstate(all="ignore"):
        while done < nrows:
            rows = level[done : done + size]
            run = _run(rows, kind)
            if run is None:
                return None
            limit = nvals + run[0].shape[0]
            lengths[done : done + len(rows)] = run[1]
            done += len(rows)
            if limit > values.shape[0]:  # memory that is never written to costs nothing
                room = limit + limit * (nrows - done) // done * 9 // 8
                if nvals:
                    values.resize(room, refcheck=False)
                else:  # np.empty gets large pages, resize does not
                    values = host_namespace.empty(room, dtype=dtype)
            values[nvals:limit] = run[0]
            nvals = limit
            size = max(1, _BLOCK * done // (done + nvals))
    values.resize(nvals, refcheck=False)
    return values, lengths


def _kind_of(first: Any) -> _Kind | None:
    return _FLOATS if type(first) is float else _INTS if type(first) is int else None


def _kind_of_rows(level: Any) -> _Kind | None:
    """Return the kind of the first value of many rows; None for few rows, or no number."""
    if type(level) is not list or not level or type(level[0]) not in (list, tuple):
        return None
    try:
        if len(level) < _MANY_ROWS and sum(map(len, level)) < 4 * _MANY:
            return None
        row: Any = next(filter(len, level), None)
    except TypeError:  # a number beside the rows
        return None
    return _kind_of(row[0]) if type(row) in (list, tuple) else None


def _run(rows: list[Any], kind: _Kind) -> tuple[Array, Array] | None:
    """Return the values and the lengths of rows that have numbers of one kind only."""
    nrows, known = len(rows), _are_few(rows)
    if known and not _are_all(rows, kind):
        return None
    if kind.fill:
        filled = [None] * ((kind.fill + 1) * nrows)
        filled[kind.fill :: kind.fill + 1] = rows
        rows = filled
    read = _records(rows, kind, known)
    if read is None:
        return None
    tags = read["tag"]
    is_value = tags == kind.tag
    heads = (~is_value).nonzero()[0]
    if heads.shape[0] != nrows:
        return None
    bits = read["bits"].copy()
    words, tags = bits[heads].view(_WORD), tags[heads]
    if kind.fill:
        tags, words = words[::2], words[1::2]
    lengths: Array = words.astype(INT64)
    # As above: the head of each row, and nothing else, is where the row before it ends.
    ends = heads + lengths + 1
    follow = not heads[0] and ends[-1] == len(read) and (ends[:-1] == heads[1:]).all()
    lists, tuples = _FILLED if kind.fill else _HEADS
    if not follow or not ((tags == lists) | (tags == tuples)).all():
        return None
    return bits[is_value], lengths


def _records(items: list[Any], kind: _Kind, known: bool) -> Array | None:
    """Return marshal's bytes of some items as records of a kind, or None.

    Items are ``known`` where their types have been looked at.
    """
    try:
        packed, outside = (marshal.dumps(items, _VERSION), _PREFIX) if known else _covered(items)
    except ValueError:
        return None
    if (len(packed) - outside) % kind.record.itemsize:
        return None
    records: Array = host_namespace.frombuffer(packed, dtype=kind.record, offset=outside)
    return records


def _are_few(rows: list[Any]) -> bool:
    """Whether rows have so few values that testing each costs less than `_covered`."""
    try:
        return sum(map(len, rows)) <= _FEW_VALUES
    except TypeError:  # a number beside the rows
        return False


def _are_all(rows: list[Any], kind: _Kind) -> bool:
    """Whether rows are lists or tuples of numbers of one kind only."""
    return set(map(type, rows)) <= _ROWS and set(map(type, chain.from_iterable(rows))) <= {
        kind.type
    }


def _covered(items: list[Any]) -> tuple[bytes, int]:
    """Return marshal's bytes of rows inside of many nested lists, and the length of their prefix.

    marshal rejects lists nested deeper than its limit. A row that contains itself twice would be
    written again and again, twice as often at each level. Inside of lists that use up
    the limit, the first list in a row is too deep.
    """
    cover, inmost, depth = _COVERS.pop() if _COVERS else _cover(_deepest())
    inmost.append(items)
    try:
        return marshal.dumps(cover, _VERSION), _PREFIX * (depth + 2)
    finally:
        inmost.clear()
        _COVERS.append((cover, inmost, depth))


def _cover(depth: int) -> tuple[list[Any], list[Any], int]:
    """Return ``depth`` nested lists around an empty list, and that list."""
    cover: list[Any] = []
    inmost = cover
    for _ in range(depth):
        cover = [cover]
    return cover, inmost, depth


def _deepest() -> int:
    """Return how many lists marshal allows around a list of rows of numbers."""
    low, high = 0, _DEPTHS
    while high - low > 1:
        depth = (low + high) // 2
        cover, inmost, _ = _cover(depth)
        inmost.append([[0]])
        try:
            marshal.dumps(cover, _VERSION)
            low = depth
        except ValueError:
            high = depth
    return low


_COVERS: list[tuple[list[Any], list[Any], int]] = []  # each is used by one call at a time
_DEPTHS = 1 << 12  # greater than the limit of every Python
_ROWS = {list, tuple}
