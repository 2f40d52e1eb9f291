"""Array namespaces (NumPy or CuPy), and conversion of Python objects to arrays.

CuPy is never imported here: a CuPy array exists only if the user has imported CuPy.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np

from raggedkit._border import (
    PLAIN,
    argument_of,
    checked,
    has_foreign,
    masked_item,
    received,
    unmasked,
)
from raggedkit._depth import check_first_items
from raggedkit._typing import Array, DType, DTypeLike
from raggedkit._utf8 import to_utf8
from raggedkit.errors import MissingValueError, broken_rule

__all__ = [
    "BOOL",
    "FIXED_TEXTS",
    "INEXACT",
    "INT32",
    "INT64",
    "INTEGERS",
    "NUMBERS",
    "REALS",
    "TEXT",
    "TIMES",
    "WITH_NAN",
    "array_namespace",
    "as_array",
    "as_dtype",
    "device_of",
    "handed_out",
    "host_namespace",
    "holds_bytes",
    "int_array",
    "is_array",
    "is_host",
    "is_text",
    "held_bytes",
    "native",
    "encoded_beside",
    "object_array",
    "owned",
    "promote",
    "promote_numbers",
    "readonly",
    "scalar",
    "sealed",
    "sound",
    "text_array",
    "text_of",
    "to_device",
    "to_host",
]

INT32: DType = np.dtype("int32")
INT64: DType = np.dtype("int64")
BOOL: DType = np.dtype("bool")
TEXT: DType = np.dtypes.StringDType()

# Families of dtypes, as kinds: ``dtype.kind in NUMBERS``.
INTEGERS = "iu"
REALS = "biuf"
NUMBERS = "biufc"
INEXACT = "fc"
TIMES = "mM"
WITH_NAN = "fcmM"  # NaN or NaT
FIXED_TEXTS = "SU"

_FIXED_TEXT_BYTES = 1 << 20  # up to this size, fixed-width text is not worth a test
host_namespace = np
_HOST = (np.ndarray, np.generic)
_fromiter = np.fromiter


def array_namespace(*arrays: Any) -> Any:
    """Return the module (NumPy or CuPy) whose functions accept these arrays."""
    for a in arrays:
        kind = type(a)
        if kind is np.ndarray or isinstance(a, _HOST):
            continue
        if kind.__module__.partition(".")[0] == "cupy":
            return sys.modules["cupy"]
        ask = getattr(kind, "__array_namespace__", None)
        if ask is not None and hasattr(kind, "dtype"):
            namespace = ask(a)
            return namespace
    return np


def is_array(obj: Any) -> bool:
    """Whether ``obj`` is an array of NumPy, CuPy or another array namespace."""
    kind = type(obj)
    return (
        kind is np.ndarray
        or isinstance(obj, np.ndarray)
        or kind.__module__.partition(".")[0] == "cupy"
        or (hasattr(kind, "__array_namespace__") and hasattr(kind, "dtype"))
    )


def is_host(array: Any) -> bool:
    """Whether the array is in host memory (a NumPy array or scalar)."""
    return isinstance(array, _HOST)


def as_array(obj: Any, xp: Any = None, *, dtype: DTypeLike | None = None) -> Array:
    """Return ``obj`` as an array of ``xp`` (by default its own one), without a copy if possible.

    Text gets a string dtype of NumPy. Bytes stay bytes, as objects if a fixed width would drop
    trailing NULs. Numbers beside text raise an error. Subclasses (matrices, masked arrays without
    masked items) become plain arrays.
    """
    try:
        if is_array(obj):
            array: Array = obj if type(obj) is np.ndarray else _plain(obj)
            if array.dtype.kind in "OT":
                array = checked(array)
            if dtype is not None:
                array = array.astype(as_dtype(dtype), copy=False)
        else:
            array = _from_python(obj, dtype)
    except MissingValueError as error:
        raise error.named(argument_of(obj)) from None
    if xp is None or xp is np or not is_host(array):
        return array
    moved: Array = xp.asarray(array)
    return moved


def _plain(array: Any) -> Array:
    """Return a plain ndarray: subclasses redefine operators, as ``*`` of a matrix."""
    if not isinstance(array, np.ndarray):
        other: Array = np.asarray(array) if isinstance(array, np.generic) else array
        return other
    plain: Array = unmasked(array).view(np.ndarray)
    return plain


_PYTHONS = frozenset((list, tuple, range, int, float, complex, bool, str, bytes))


def _from_python(obj: Any, dtype: DTypeLike | None) -> Array:
    if type(obj) in (list, tuple) and obj and type(obj[0]) in (list, tuple):
        check_first_items(obj)
    foreign = type(obj) not in _PYTHONS
    if foreign:
        obj = received(obj)
    if dtype is not None:
        wanted = as_dtype(dtype)
        if wanted.kind in "fcmM":  # NumPy converts None to NaN, and loses digits of times
            return _from_python(obj, None).astype(wanted, copy=False)
        return np.asarray(obj, dtype=wanted)
    array = np.asarray(obj)
    if type(array) is not np.ndarray:
        array = _plain(array)
    kind = array.dtype.kind
    ndim = array.ndim
    if ndim > 1 and not foreign and (ndim > 2 or not PLAIN.issuperset(map(type, obj))):
        if has_foreign(obj, ndim):
            return _from_python(_arrays_inside(obj, ndim), None)
    if kind in "iub":
        return array
    if kind == "f":
        if "numpy.ma" in sys.modules and not foreign:
            masked_item(obj, array)
        return array
    if kind in "OT":
        array = checked(array)
    if array.dtype.kind == "U" and not isinstance(obj, np.generic):
        return text_array(np.asarray(obj, dtype=object))
    if array.dtype.kind == "S" and not hasattr(obj, "dtype"):
        return bytes_array(np.asarray(obj, dtype=object))
    if array.dtype.kind == "O" and hasattr(obj, "dtype"):  # for example, a pandas Series of text
        kinds = set(map(type, array.ravel().tolist()))
        if kinds and all(issubclass(k, str) for k in kinds):
            return text_array(array)
        if kinds and all(issubclass(k, bytes) for k in kinds):
            return bytes_array(array)
    return array


def _arrays_inside(items: Any, ndim: int) -> Any:
    """Return a nested list whose foreign and masked arrays are replaced by NumPy arrays."""
    if not isinstance(items, list | tuple):
        return as_array(items)
    if ndim < 2:
        return items
    made = []
    for i, x in enumerate(items):
        try:
            made.append(_arrays_inside(x, ndim - 1))
        except MissingValueError as error:
            raise error.inside(i) from None
    return made


def text_array(objects: Array) -> Array:
    """Return an object array of ``str`` as one of NumPy's two string dtypes.

    Fixed width (``<U7``) if the array is small, so that every NumPy function works. Variable width
    (``StringDType``) if one long text would enlarge all items, or if a text ends in NUL, which a
    fixed width would drop.
    """
    return text_of(_all_of(str, objects)).reshape(objects.shape)


def text_of(items: list[str]) -> Array:
    """Return a list of ``str`` as a 1-D array, in the dtype that `text_array` would choose."""
    joined, widest = "".join(items), max(map(len, items), default=0)
    ends_in_nul = any(map(_ends_in_nul, items)) if "\0" in joined else False
    if ends_in_nul or not has_fixed_width(len(items), widest, len(joined)):
        return object_array(items).astype(TEXT)
    return np.array(items, dtype=f"U{max(1, widest)}")


def has_fixed_width(count: int, widest: int, total: int) -> bool:
    """Whether ``count`` texts of ``total`` characters are stored in a fixed width."""
    return 4 * widest * count <= max(_FIXED_TEXT_BYTES, 2 * (16 * count + total))


def _ends_in_nul(text: str) -> bool:
    return text.endswith("\0")


def bytes_array(objects: Array) -> Array:
    """Return an object array of ``bytes`` in dtype ``S``, or as objects if an item ends in NUL."""
    items = _all_of(bytes, objects)
    if any(b.endswith(b"\0") for b in items):
        return objects
    return objects.astype(f"S{max(1, max(map(len, items), default=1))}")


def _all_of(kind: type, objects: Array) -> list[Any]:
    """Return the items as a list; raise if NumPy would convert one of them to text or bytes."""
    items: list[Any] = objects.ravel().tolist()
    if not all(issubclass(k, kind) for k in set(map(type, items))):
        i, odd = next((i, x) for i, x in enumerate(items) if not isinstance(x, kind))
        known = [repr(x) for x in items if isinstance(x, kind)][:1]
        got = " and ".join([*known, f"{odd!r} (item {i})"])
        raise TypeError(f"values must be of one kind, got {got}")
    return items


def is_text(dtype: DType) -> bool:
    """Whether values of this dtype are text, bytes or Python objects."""
    return dtype.kind in "SUOT"


def encoded_beside(text: Any, other: Array) -> Any:
    """Return text as UTF-8 bytes if the other operand has bytes, else unchanged."""
    if not holds_bytes(other):
        return text
    if isinstance(text, str | bytes):
        word = to_utf8(text, "text beside bytes") if isinstance(text, str) else text
        return as_array(word) if word.endswith(b"\0") else word  # np.array would drop the NUL
    if getattr(getattr(text, "dtype", None), "kind", "") in ("U", "T"):
        items = [to_utf8(s, "text beside bytes") for s in text.ravel().tolist()]
        return bytes_array(object_array(items)).reshape(text.shape)
    return text


def holds_bytes(array: Array) -> bool:
    """Whether an array has bytes, in dtype ``S`` or as objects."""
    if array.dtype.kind != "O":
        return array.dtype.kind == "S"
    return bool(array.size) and isinstance(array[(0,) * array.ndim], bytes)


def object_array(items: list[Any]) -> Array:
    """Return a 1-D object array with one element per item, also for items that are sequences."""
    return np.fromiter(items, dtype=object, count=len(items))


def as_dtype(dtype: DTypeLike, name: str = "dtype") -> DType:
    """Return ``dtype`` as a NumPy dtype; ``str`` means text of any width."""
    if dtype is str or (isinstance(dtype, str) and dtype in ("str", "string")):
        return TEXT
    try:
        return np.dtype(dtype)
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError(broken_rule(name, "be a NumPy dtype", dtype)) from error


def promote(*dtypes: DType) -> DType:
    """Return the common dtype by NumPy's promotion rules."""
    return np.result_type(*dtypes)


def promote_numbers(dtype: DType, numbers: Array) -> DType:
    """Return the result dtype of values of ``dtype`` and Python numbers, given as an array.

    As in NumPy's arithmetic, Python numbers do not widen the dtype: float32 stays float32. But
    integers that do not fit an integer dtype widen it.
    """
    weak = {"b": False, "i": 0, "u": 0, "f": 0.0, "c": 0j}.get(numbers.dtype.kind)
    if weak is None:
        return promote(dtype, numbers.dtype)
    kept = np.result_type(dtype, weak)
    if kept.kind in "iu" and bool((numbers.astype(kept) != numbers).any()):
        return promote(dtype, numbers.dtype)
    return kept


def scalar(value: int, dtype: DType) -> Any:
    """Return an integer as a NumPy scalar: metadata stays on the host."""
    return dtype.type(value)


def int_array(numbers: list[int], dtype: DType) -> Array:
    """Return a list of Python ints as an array; `numpy.array` takes twice as long."""
    array: Array = _fromiter(numbers, dtype, len(numbers))
    return array


def native(array: Array) -> Array:
    """Return the array in the byte order of the machine: itself, or a converted copy."""
    dtype = array.dtype
    return array if dtype.isnative else array.astype(dtype.newbyteorder("="))


def held_bytes(arrays: Iterable[Array]) -> int:
    """Return the bytes of the items of arrays; those that share memory count once.

    A view counts its own items, not the array it is a view of; a broadcast axis counts once.
    """
    held: dict[int, int] = {}
    array: Any  # of CuPy too
    for array in arrays:
        sizes = zip(array.shape, array.strides, strict=True)
        count = math.prod(n if step else min(n, 1) for n, step in sizes)
        at = array.__array_interface__["data"][0] if is_host(array) else array.data.ptr
        held[at] = max(held.get(at, 0), count * array.dtype.itemsize)
    return sum(held.values())


def readonly(array: Array) -> Array:
    """Return a read-only view, or the array itself for CuPy, which has no read-only arrays.

    A read-only array is viewed too: a user may assign to the ``shape`` of the result.
    """
    given: Any = array
    return sealed(array.view()) if isinstance(given, np.ndarray) else array


def sealed(view: Array) -> Array:
    """Make a new view read-only and return it; a CuPy array is returned unchanged.

    Only for a view without other references: it is changed in place.
    """
    if isinstance(view, np.ndarray):
        view.setflags(False)  # type: ignore[call-arg]  # the keyword form is 4 times slower
    return view


def handed_out(array: Array) -> Array:
    """Return a view of one of our arrays that a user cannot make writeable.

    NumPy allows ``setflags(write=True)`` on a view if its base is writeable, so all bases are made
    read-only too.
    """
    if type(array) is not np.ndarray:
        return array  # CuPy has no such flag
    base: Any = array
    while type(base) is np.ndarray and base.flags.writeable:
        base.setflags(False)  # type: ignore[call-arg]  # as above
        base = base.base
    return array.view()


def owned(vector: Array) -> Array:
    """Return the vector if its memory is read-only for everyone, else a copy."""
    if type(vector) is not np.ndarray or vector.flags.writeable:
        return vector.copy()
    base: Any = vector.base
    if type(base) is np.ndarray and base.base is None:  # as row splits that a tensor gave away
        if base.flags.writeable:
            return vector.copy()
        # Tensors that share one object compare equal by identity. Of one item, any stride is equal.
        if base.ndim == 1 and base.size == vector.size > 1 and base.strides == vector.strides:
            if base.dtype is vector.dtype:
                return base
    elif not _is_frozen(vector):
        return vector.copy()
    return vector.view()


def _is_frozen(array: Any) -> bool:
    """Whether an array and all its bases are read-only."""
    owner = array
    while isinstance(owner, np.ndarray):
        if owner.flags.writeable:
            return False
        owner = owner.base
        if owner is None:
            return True
    while type(owner) is memoryview and owner.obj is not None:
        if not owner.readonly:
            return False
        owner = owner.obj
        if isinstance(owner, np.ndarray):
            return _is_frozen(owner)
    # Arrow's buffers are immutable, those of pyarrow and those that `interop.arrow` reads.
    home = type(owner).__module__
    if home.partition(".")[0] == "pyarrow" or home == "raggedkit.interop.arrow._capsules":
        return isinstance(array, np.ndarray)
    try:
        return isinstance(array, np.ndarray) and memoryview(owner).readonly
    except TypeError:  # no buffer protocol: unknown, so not frozen
        return False


def sound(array: Any, name: str) -> Array:
    """Return an array from a pickle; raise if NumPy could not have made its dtype.

    NumPy accepts any flags and sizes from a damaged pickle, and crashes later.
    """
    given: Array = array
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "biufcmMSUO":
        return given
    dtype = array.dtype
    plain = np.dtype(dtype.str)
    kept = plain.itemsize, plain.alignment, plain.flags
    if not dtype.itemsize or (dtype.itemsize, dtype.alignment, dtype.flags) != kept:
        raise ValueError(broken_rule(name, "be of a sound dtype", dtype))
    return given


def to_host(array: Any) -> Array:
    """Return an array as a NumPy array: the explicit copy from device to host."""
    if is_host(array):
        return np.asarray(array)
    moved: Array = array.get()
    return moved


def device_of(array: Any) -> str:
    """Return ``"cpu"`` for NumPy, else the name of the array's device, as ``"cuda:0"``."""
    if is_host(array):
        return "cpu"
    device = array.device
    number = getattr(device, "id", None)
    return str(device) if number is None else f"cuda:{number}"


def to_device(array: Any, device: Any) -> Array:
    """Return the array on ``"cpu"`` or ``"cuda"``."""
    if isinstance(device, str) and device == "cpu":
        return to_host(array)
    if not isinstance(device, str) or device.partition(":")[0] != "cuda":
        raise ValueError(broken_rule("device", "be 'cpu' or 'cuda'", device))
    if not is_host(array):
        moved: Array = array
        return moved
    cupy = sys.modules.get("cupy")
    if cupy is None:
        msg = "device 'cuda' needs CuPy; pip install 'raggedkit[gpu]', then `import cupy` first"
        raise ModuleNotFoundError(msg)
    sent: Array = cupy.asarray(array)
    return sent
