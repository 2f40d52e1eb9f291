"""Nested lists to flat values: the row lengths of each level and the values in one dtype."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from raggedkit._border import (
    TIMES,
    is_column,
    is_missing,
    is_time_kind,
    missing_kinds,
    time_array,
)
from raggedkit._depth import MOST_AXES, check_nesting, check_shared
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._kernels.limits import GROWTH as _GROWTH
from raggedkit._kernels.small.marshal import packed_rows, packed_values
from raggedkit._typing import Array, DType
from raggedkit._xp import (
    BOOL,
    INEXACT,
    INT64,
    INTEGERS,
    NUMBERS,
    array_namespace,
    as_array,
    bytes_array,
    host_namespace,
    is_array,
    is_host,
    object_array,
    text_of,
)
from raggedkit._xp import TIMES as TIME_KINDS
from raggedkit.errors import VALUES, MissingValueError, shown

__all__ = ["CONTAINERS", "Nest", "cast", "is_nested", "one_kind", "plain"]

CONTAINERS = (list, tuple, range)


class Nest:
    """A nested list taken apart level by level: lengths of its lists, and the values inside.

    Every step runs in C (`len` and `type` mapped over a level, `chain` to flatten it), so a
    million values cost a few passes of a list, not a million turns of a Python loop; rows of
    numbers cost one pass (`packed_rows`). ``wanted`` is the dtype that `values` will be asked for.
    """

    def __init__(self, obj: Any, name: str, wanted: DType | None = None) -> None:
        self.name = name
        self.root = obj
        self.lengths: list[Any] = []  # of the lists of each level, below the outermost
        try:
            level: Any = _as_items(obj)
        except MissingValueError:
            check_nesting(obj, name)  # which comes first
            raise
        self.depth = 1
        self.numbers: Array | None = (
            None  # the values, if a single pass read all of them as numbers
        )
        self.kinds: set[type] | None = None  # of the values, once they have been determined
        while not is_array(level):
            self.numbers = packed_values(level)
            if self.numbers is not None:
                break
            packed = packed_rows(level, wanted)
            if packed is not None:
                self.depth += 1
                self.numbers = packed[0]
                self.lengths.append(packed[1])
                self._rows, self._level = level, None
                self.has_values = True
                return
            kinds = set(map(type, level))
            nested = [k for k in kinds if self._nests(k, level)]
            if not nested:
                self.kinds = kinds
                break
            surely = all(issubclass(k, CONTAINERS) for k in nested)
            if len(nested) < len(kinds) or not (surely or all(map(is_nested, level))):
                raise ValueError(self._uneven(level))
            level = self._received(level, kinds)
            self.depth += 1
            self.lengths.append(list(map(len, level)))
            if self.depth > 2 or sum(self.lengths[-1]) > _GROWTH * len(level):
                self._check_depth(level)
            level = _flattened(level)
        self._level = level
        self.has_values = len(level) > 0

    @property
    def level(self) -> Any:
        """The values as one list; as one array if they were arrays."""
        if self._level is None:
            self._level = list(chain.from_iterable(self._rows))
        return self._level

    def _check_depth(self, level: list[Any]) -> None:
        """Raise before flattening a level that is too deep or contains itself."""
        if self.depth > MOST_AXES:
            check_nesting(self.root, self.name)
        check_shared(level, self.name, self.root)

    @staticmethod
    def _nests(kind: type, level: Any) -> bool:
        if issubclass(kind, CONTAINERS):
            return True
        if issubclass(kind, str | bytes | int | float | complex | host_namespace.generic):
            return False
        return any(is_nested(x) for x in level if type(x) is kind)

    def _received(self, level: Any, kinds: set[type]) -> Any:
        """Return a level with NumPy arrays in place of foreign and masked arrays."""
        if all(issubclass(k, CONTAINERS) or k is host_namespace.ndarray for k in kinds):
            if host_namespace.ndarray not in kinds or not any(map(_may_miss, level)):
                return level
        # An array that occurs twice becomes one list that occurs twice: `check_shared` looks for it
        made: dict[int, Any] = {}
        for i, x in enumerate(level):
            if id(x) not in made:
                made[id(x)] = self._row(x, i)
        return [made[id(x)] for x in level]

    def _row(self, x: Any, i: int) -> Any:
        if isinstance(x, CONTAINERS) or not hasattr(x, "__array__") or hasattr(x, "_flat"):
            return x
        try:
            array = as_array(x)
        except MissingValueError as error:
            check_nesting(self.root, self.name)  # which comes first
            for step in reversed(self._places(i)):
                error = error.inside(step)
            raise error.named(self.name) from None
        return array.tolist() if array.dtype.kind == "O" else array

    def lengths_of(self, ragged_rank: int) -> list[Any]:
        """Row lengths of the outermost partitions; empty below the deepest level."""
        known = self.lengths[:ragged_rank]
        return known + [[] for _ in range(ragged_rank - len(known))]

    def uniform_below(self, ragged_rank: int) -> tuple[int, ...]:
        """Sizes of the axes inside of the ragged ones (-1: all axes); raise if they vary."""
        shape: list[int] = []
        levels = self.lengths[ragged_rank:] if ragged_rank >= 0 else self.lengths
        if ragged_rank < 1:
            shape.append(len(_as_items(self.root)))
            levels = self.lengths
        for k, lengths in enumerate(levels):
            lengths = lengths if isinstance(lengths, list) else lengths.tolist()
            if not lengths:
                break
            if self.has_values and lengths.count(lengths[0]) != len(lengths):
                odd = next(n for n in lengths if n != lengths[0])
                axis = max(ragged_rank, 0) + 1 + k
                rule = f"have lists of one length on axis {axis}, inside the ragged ones"
                got = f"got lengths {lengths[0]} and {odd}"
                raise ValueError(f"{self.name} must {rule}, {got}; make more axes ragged")
            shape.append(lengths[0])
            if not lengths[0]:
                break
        return tuple(shape)

    def values(self, wanted: DType | None) -> Array:
        """The values as one array, in one dtype."""
        if self.numbers is not None and (wanted is None or self._become(wanted)):
            flat = self.numbers
            return flat if wanted is None else cast(flat, wanted, self.name, self._path)
        level = self.level
        if is_array(level):
            return level if wanted is None else cast(level, wanted, self.name, self._path)
        if not level:
            kinds = {r.dtype for r in self._arrays()}
            return as_array([], dtype=wanted if wanted is not None else next(iter(kinds), None))
        types = self.kinds or set(map(type, level))
        are_times = all(map(is_time_kind, types))
        if not are_times:
            self._check_missing(types)
        if are_times and (wanted is None or wanted.kind in TIME_KINDS):
            return self._times(wanted)
        if wanted is None or wanted.kind not in TIME_KINDS:
            self._check_kinds(types, _FAMILIES if wanted is None else _COARSE)
        if wanted is not None:
            return self._values_of_dtype(level, types, wanted)
        if all(issubclass(k, str) for k in types):
            return text_of(level)
        if all(issubclass(k, bytes) for k in types):
            return bytes_array(object_array(level))
        try:
            flat = _read(level, types)
        except (OverflowError, ValueError, TypeError) as error:
            raise TypeError(f"{self.name} must contain {VALUES}: {error}") from error
        if flat.dtype.kind == "O" or (types == {int} and flat.dtype.kind not in INTEGERS):
            i = next((i for i, x in enumerate(level) if not _is_number(x)), 0)
            rule = "contain integers of 64 bits, text or bytes"
            way_out = "dtype='float64' rounds"
            if all(0 <= x < 1 << 64 for x in level if isinstance(x, int)):
                way_out = "dtype='uint64' represents it"
            got = f"got {shown(level[i])} at {self._path(i)}"
            raise TypeError(f"{self.name} must {rule}, {got}; {way_out}")
        return flat

    def _check_missing(self, types: set[type]) -> None:
        """Raise if there is None, pandas' NA, NumPy's masked, or NaT among numbers or text."""
        odd = missing_kinds(types)
        if odd:
            places = [i for i, x in enumerate(self.level) if type(x) in odd]
            first = self._places(places[0])
            raise MissingValueError.of(len(places), len(self.level), first, name=self.name)

    def _times(self, wanted: DType | None) -> Array:
        """The values as datetimes or timedeltas, in the unit of the objects."""
        try:
            flat = time_array(self.level)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{self.name}: {error}") from None
        return flat if wanted is None else cast(flat, wanted, self.name, self._path)

    def _become(self, wanted: DType) -> bool:
        """Whether a cast of the numbers needs no check of the types in the list."""
        assert self.numbers is not None
        return wanted.kind in INEXACT or (
            wanted.kind in INTEGERS and self.numbers.dtype.kind == "i"
        )

    def _arrays(self) -> list[Any]:
        items = _as_items(self.root)
        return [x for x in items if is_array(x) and x.dtype.kind != "O"]

    def _check_kinds(self, types: set[type], families: Any) -> None:
        """Raise unless all values are of one kind that arrays support."""
        found = {_family(k, families) for k in types}
        if len(found) < 2 and None not in found:
            return
        level = self.level
        kinds = [_family(type(x), families) for x in level]
        i = next((i for i, k in enumerate(kinds) if k != kinds[0]), 0)
        if kinds[0] is None or i == 0:
            i = kinds.index(None)
            got = f"got {shown(level[i])} at {self._path(i)}"
            way_out = "; make it a list" if hasattr(level[i], "__next__") else ""
            raise TypeError(f"{self.name} must contain {VALUES}, {got}{way_out}")
        got = f"got {shown(level[0])} at {self._path(0)} and {shown(level[i])} at {self._path(i)}"
        raise ValueError(f"{self.name} must contain values of one type, {got}")

    def _values_of_dtype(self, level: list[Any], types: set[type], wanted: DType) -> Array:
        """The values in a given dtype; raise if one would change."""
        wrong = {k for k in types if not _castable(k, wanted)}
        if wrong:
            i = next(i for i, x in enumerate(level) if type(x) in wrong)
            raise TypeError(_unfit(self.name, wanted, level[i], self._path(i)))
        if wanted.kind in "OT":
            return object_array(level).astype(wanted)
        direct = wanted.kind in "USmM" or (wanted.kind in INTEGERS and types == {int})
        try:
            source = host_namespace.array(level, dtype=wanted) if direct else _read(level, types)
        except OverflowError as error:
            i = _first_outside(level, wanted)
            raise TypeError(_unfit(self.name, wanted, level[i], self._path(i))) from error
        except (TypeError, ValueError) as error:
            rule = f"contain values of dtype {wanted}: {error}"
            raise TypeError(f"{self.name} must {rule}") from error
        if wanted.kind in "US":  # a fixed width truncates longer text, and drops trailing NULs
            items = source.tolist()
            if items != level:
                i = next(i for i, (a, b) in enumerate(zip(items, level, strict=True)) if a != b)
                raise TypeError(_unfit(self.name, wanted, level[i], self._path(i)))
        return source if direct else cast(source, wanted, self.name, self._path)

    def _uneven(self, level: Any) -> str:
        check_nesting(self.root, self.name)
        first_list = next(i for i, x in enumerate(level) if is_nested(x))
        first_value = next(i for i, x in enumerate(level) if not is_nested(x))
        gone = [i for i, x in enumerate(level) if is_missing(x)]
        if gone and all(is_nested(x) or is_missing(x) for x in level):
            first = self._places(gone[0])
            raise MissingValueError.of(len(gone), len(level), first, name=self.name, kind="rows")
        a, b = sorted((first_list, first_value))
        got = [f"{shown(level[i], 40)} at {self._path(i)}" for i in (a, b)]
        return f"{self.name} must contain all values at one depth, got {got[0]} and {got[1]}"

    def _path(self, i: int) -> str:
        """Return the path of item ``i`` of the present level, like ``pylist[1][0]``."""
        return self.name + "".join(f"[{p}]" for p in self._places(i))

    def _places(self, i: int) -> list[int]:
        """Return the index on each axis of item ``i`` of the present level."""
        places: list[int] = []
        for lengths in reversed(self.lengths[: self.depth - 1]):
            row = 0
            while i >= lengths[row]:
                i -= lengths[row]
                row += 1
            places.append(i)
            i = row
        places.append(i)
        return places[::-1]


def _may_miss(x: Any) -> bool:
    """Whether an object is an array of objects or text, which may have missing values."""
    return type(x) is host_namespace.ndarray and x.dtype.kind in "OT"


def is_nested(x: Any) -> bool:
    """Whether an object is a container: a list, or an array with at least one dimension."""
    if isinstance(x, CONTAINERS) or is_column(x):
        return True
    return hasattr(x, "__iter__") and hasattr(x, "__len__") and getattr(x, "ndim", 0) > 0


def _as_items(obj: Any) -> Any:
    if isinstance(obj, list):
        return obj
    if hasattr(obj, "__array__") and not hasattr(obj, "_flat"):
        given = as_array(obj)
        obj = list(obj) if given.dtype.kind == "O" and given.ndim == 1 else given
    if is_array(obj) and obj.dtype.kind != "O":
        return obj if obj.ndim == 1 else list(obj)
    return list(obj)


def _flattened(level: list[Any]) -> Any:
    """The joined items of a level's lists; an array if all of them are 1-D arrays."""
    types = set(map(type, level))
    if all(issubclass(k, CONTAINERS) for k in types):
        return list(chain.from_iterable(level))
    arrays = types == {host_namespace.ndarray} or all(map(is_array, level))
    if arrays and {x.ndim for x in level} == {1} and one_kind(level):
        return array_namespace(*level).concatenate(plain(level))
    if any(map(is_array, level)) and not all(is_host(x) for x in level if is_array(x)):
        return list(chain.from_iterable(x.tolist() if is_array(x) else x for x in level))
    return list(chain.from_iterable(level))


def plain(arrays: list[Any]) -> list[Any]:
    """The arrays, with subclasses converted to plain arrays."""
    if set(map(type, arrays)) == {host_namespace.ndarray}:
        return arrays
    return [as_array(a) for a in arrays]


def one_kind(arrays: list[Any]) -> bool:
    """Whether arrays can be joined without converting values of one kind to another."""
    families = {_dtype_family(a.dtype) for a in arrays}
    return len(families) == 1 and "O" not in families


def _dtype_family(dtype: DType) -> str:
    return "number" if dtype.kind in NUMBERS else "text" if dtype.kind in "UT" else dtype.kind


_FAMILIES = ((bool, "bool"), (int | float | complex, "number"), (str, "text"), (bytes, "bytes"))
# The same if a dtype is given: coarser, because each value is checked against the dtype anyway.
_COARSE = ((int | float | complex, "number"), (str | bytes, "text"))


def _family(kind: type, families: Any = _FAMILIES) -> str | None:
    """Return the family of a type: values of one family can share a tensor."""
    for types, family in families:
        if issubclass(kind, types):
            return str(family)
    if issubclass(kind, host_namespace.generic):
        if issubclass(kind, host_namespace.bool_):
            return "bool" if families is _FAMILIES else "number"
        if issubclass(kind, host_namespace.number):
            return "number"
        if issubclass(kind, host_namespace.datetime64 | host_namespace.timedelta64):
            return kind.__name__
    if issubclass(kind, TIMES):
        return "timedelta64" if issubclass(kind, TIMES[1]) else "datetime64"
    return "number" if hasattr(kind, "__array__") and hasattr(kind, "dtype") else None


def _read(level: list[Any], types: set[type]) -> Array:
    """Return values as NumPy reads them; faster if all have one type."""
    if types == {bool}:
        flags: Array = host_namespace.frombuffer(bytearray(level), dtype=BOOL)
        return flags
    if types == {int}:
        try:
            return host_namespace.fromiter(level, dtype=INT64, count=len(level))
        except OverflowError:  # NumPy chooses uint64 or objects
            pass
    return host_namespace.array(level)


def _is_number(x: Any) -> bool:
    return not isinstance(x, int) or -(1 << 63) <= x < 1 << 63


def _range_of(dtype: DType) -> tuple[int, int]:
    if dtype.kind not in INTEGERS:
        return -(1 << 63), (1 << 64) - 1
    bits = 8 * dtype.itemsize
    return (0, (1 << bits) - 1) if dtype.kind == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)


def _first_outside(numbers: list[Any], dtype: DType) -> int:
    """Return the index of the first number that does not fit an integer dtype, or 0."""
    least, most = _range_of(dtype)
    return next((i for i, x in enumerate(numbers) if not least <= x <= most), 0)


def _first_unfit(source: Array, wanted: DType) -> int:
    """Return the index of the first value that made a cast overflow."""
    flat = source.ravel()
    if wanted.kind not in TIME_KINDS:
        return _first_outside(flat.tolist(), wanted)
    return next((i for i in range(flat.shape[0]) if not _fits(flat[i : i + 1], wanted)), 0)


def _fits(time: Array, unit: DType) -> bool:
    """Whether a time fits the range of a unit; NumPy 2.5 raises otherwise."""
    try:
        time.astype(unit)
    except OverflowError:
        return False
    return True


def _castable(kind: type, wanted: DType) -> bool:
    """Whether values of a type can be converted to a dtype without a change of meaning."""
    family = _family(kind)
    if wanted.kind in "OUST":
        return family in {"O": ("text", "bytes"), "S": ("bytes",)}.get(wanted.kind, ("text",))
    if wanted.kind == "b":
        return family == "bool"
    if issubclass(kind, complex) and wanted.kind != "c":
        return False
    if wanted.kind in INTEGERS and issubclass(kind, float | host_namespace.inexact):
        return False
    if wanted.kind in TIME_KINDS:
        return family in (None, "number", wanted.type.__name__)
    return family in ("number", "bool")


def _unfit(name: str, wanted: DType, value: Any, place: str) -> str:
    return f"{name} must contain values of dtype {wanted}, got {shown(value)} at {place}"


# Kind of a dtype -> the kinds that can be converted to it without a change of meaning.
_SOURCES = {"U": "UTO", "T": "UTO", "S": "SO", "O": "UTSO", "m": "miu", "M": "Miu"}


def cast(source: Array, wanted: DType, name: str, path: Callable[[int], str]) -> Array:
    """Return an array in another dtype; raise if a value would change its meaning."""
    have, want = source.dtype.kind, wanted.kind
    if source.dtype == wanted or not source.size:
        return source.astype(wanted, copy=False)
    if have not in _SOURCES.get(want, NUMBERS + "O"):
        raise TypeError(_unfit(name, wanted, _item(source, 0), path(0)))
    if have == "O" and want not in "UTSO":  # NumPy reads digits of bytes as a number
        words = (isinstance(x, bytes | str) for x in source.ravel().tolist())
        i = next((i for i, is_word in enumerate(words) if is_word), -1)
        if i >= 0:
            raise TypeError(_unfit(name, wanted, _item(source, i), path(i)))
    real = source.real if have == "c" and want != "c" else source
    try:
        with host_namespace.errstate(all="ignore"):
            made = real.astype(wanted)
    except OverflowError as error:  # objects: integers of more than 64 bits beside bools
        i = _first_unfit(source, wanted)
        raise TypeError(_unfit(name, wanted, _item(source, i), path(i))) from error
    if want in "biuUSmM" or real is not source:
        changed = (made.astype(source.dtype) if have == want else made) != source
        if want in INTEGERS and have in INTEGERS:
            changed |= (made < 0) != (source < 0)
        if want in TIME_KINDS:
            changed &= source == source
        i = first_true(changed.ravel())
        if i >= 0:
            raise TypeError(_unfit(name, wanted, _item(source, i), path(i)))
    return made


def _item(source: Array, i: int) -> Any:
    value = source.ravel()[i]
    item = value.item() if hasattr(value, "item") else value
    return value if source.dtype.kind in TIME_KINDS and isinstance(item, int) else item
