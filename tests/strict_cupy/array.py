"""A stand-in for ``cupy.ndarray`` that computes with NumPy and refuses what CuPy 14.2 refuses.

``StrictArray`` is the array and ``namespace`` the module. The module has CuPy's names and takes
the arguments that CuPy's functions take; arrays come back where NumPy returns scalars; positions
out of bounds wrap where NumPy raises; no text and no objects.

``StrictArray.host_transfers`` lists what went from device to host ("tolist", "item", "int", ...),
and the NumPy arrays that a function copied to the device unasked ("upload:take"). What CuPy waits
for inside its own functions, such as the length of ``nonzero``, is not listed.

Stricter than CuPy on purpose: ``cupy.sum(numpy_array)`` and the like call NumPy's own method, so
they compute on the host; here they raise. What the stand-in lacks raises NotImplementedError.
Not shown: which of several values assigned to one position stays, which CuPy leaves open.
"""

from __future__ import annotations

import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from tests.strict_cupy.cupy import Function, Ufunc, namespace
from tests.strict_cupy.rules import CUPY_NAMES, SCALARS, SIGNATURES, DeviceMemory, upload

__all__ = ["CUPY_NAMES", "SIGNATURES", "StrictArray", "namespace"]

_COMPARISONS = {"equal", "not_equal", "less", "less_equal", "greater", "greater_equal"}
# Ufuncs of cupyx.scipy.special, where ndarray.__array_ufunc__ looks after CuPy's own.
_SPECIAL = frozenset(
    {"beta", "betaln", "digamma", "entr", "erf", "erfc", "erfinv", "expit", "gamma", "gammaln"}
    | {"i0e", "i1", "j0", "j1", "kl_div", "log_ndtr", "logit", "ndtr", "ndtri", "poch", "psi"}
    | {"rel_entr", "rgamma", "xlog1py", "xlogy", "y0", "y1", "zeta"}
)


class StrictArray(DeviceMemory, NDArrayOperatorsMixin):
    """A copy of a NumPy array, in memory that plays the device's.

    >>> StrictArray.host_transfers.clear()
    >>> a = StrictArray(np.arange(3))
    >>> (a + 1).tolist(), StrictArray.host_transfers
    ([1, 2, 3], ['tolist'])
    >>> StrictArray.host_transfers.clear()
    >>> a + np.arange(3)
    Traceback (most recent call last):
    ...
    TypeError: Unsupported type <class 'numpy.ndarray'>
    """

    __array_priority__ = 100

    def __init__(self, array: Any) -> None:
        self._data = StrictArray._of(np.array(array))._data

    def __array_namespace__(self, api_version: str | None = None) -> Any:
        return namespace

    # How NumPy's own functions reach the array

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise TypeError(
            "Implicit conversion to a NumPy array is not allowed. "
            "Please use `.get()` to construct a NumPy array explicitly."
        )

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        name, out = ufunc.__name__, kwargs.get("out", ())
        if name in _SPECIAL:
            function: Any = Ufunc(ufunc)
        elif name in CUPY_NAMES:
            function = getattr(namespace, name)
        else:
            return NotImplemented
        known = (StrictArray, np.ndarray, *SCALARS)
        if not all(isinstance(x, known) for x in (*inputs, *out)):
            return NotImplemented
        if out:
            if len(out) != 1:
                raise ValueError("The 'out' parameter must have exactly one array value")
            kwargs["out"] = out[0]
        if name in _COMPARISONS:  # the one place where a 0-d NumPy array will do
            inputs = tuple(x[()] if isinstance(x, np.ndarray) and not x.ndim else x for x in inputs)
        return (function if method == "__call__" else getattr(function, method))(*inputs, **kwargs)

    def __array_function__(self, function: Any, kinds: Any, args: Any, kwargs: Any) -> Any:
        if not all(issubclass(kind, StrictArray | np.ndarray) for kind in kinds):
            return NotImplemented
        found: Any = namespace
        try:
            for part in [*function.__module__.split(".")[1:], function.__name__]:
                found = getattr(found, part)
        except AttributeError:
            return NotImplemented
        return found(*args, **kwargs)

    def __eq__(self, other: Any) -> Any:  # noqa: PYI032  # ndarray.__richcmp__
        return namespace.zeros(self.shape, bool) if _is_object(other) else super().__eq__(other)

    def __ne__(self, other: Any) -> Any:  # noqa: PYI032
        return namespace.ones(self.shape, bool) if _is_object(other) else super().__ne__(other)

    # What it says of itself

    shape = property(lambda self: self._data.shape)
    dtype = property(lambda self: self._data.dtype)
    ndim = property(lambda self: self._data.ndim)
    size = property(lambda self: self._data.size)
    nbytes = property(lambda self: self._data.nbytes)
    itemsize = property(lambda self: self._data.itemsize)
    strides = property(lambda self: self._data.strides)
    device = property(lambda self: "strict:0")
    T = property(lambda self: self.transpose())
    mT = property(lambda self: self.swapaxes(-1, -2))
    real = property(lambda self: StrictArray._of(self._data.real))
    imag = property(lambda self: StrictArray._of(self._data.imag))

    @property
    def base(self) -> StrictArray | None:
        of: StrictArray | None = None
        if self._data.base is not None:
            of = StrictArray._of(self._data.base)
        return of

    @property
    def flags(self) -> Any:
        """The layout. As in flags.Flags there's no ``writeable``, and what one sets is lost."""
        names = ("c_contiguous", "f_contiguous", "owndata", "fnc", "forc")
        return types.SimpleNamespace(**{n: getattr(self._data.flags, n) for n in names})

    def __len__(self) -> int:
        return len(self._data)

    def __iter__(self) -> Iterator[Any]:
        if not self.ndim:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(len(self)))

    # Indexing (_routines_indexing)

    def _index(self, key: Any) -> tuple[tuple[Any, ...], bool]:
        """Return ``key`` for NumPy, positions out of bounds wrapped, and whether it is advanced."""
        parts = [_part(p) for p in (key if isinstance(key, tuple) else (key,))]
        used = [_axes(p) for p in parts]
        axis = 0
        for i, part in enumerate(parts):
            if part is ...:
                axis = self.ndim - sum(used[i:])
            elif isinstance(part, np.ndarray) and part.dtype.kind in "iu" and axis < self.ndim:
                parts[i] = part % (self.shape[axis] or 1)
            axis += used[i]
        if not any(p is ... for p in parts):
            parts.append(...)  # with it NumPy, too, returns a 0-d view
        return tuple(parts), any(isinstance(p, np.ndarray) for p in parts)

    def __getitem__(self, key: Any) -> Any:
        index, advanced = self._index(key)
        found = self._data[index]
        return StrictArray._of(found.copy() if advanced else found)

    def __setitem__(self, key: Any, value: Any) -> None:
        index, advanced = self._index(key)
        host = np.asarray(upload(value, "setitem") if advanced else getattr(value, "_data", value))
        if not advanced and host.shape and not isinstance(value, StrictArray):
            raise ValueError("non-scalar numpy.ndarray cannot be used for fill")  # _scatter_op
        self._data[index] = host

    # What reads it back to the host

    def __bool__(self) -> bool:
        if self.size > 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous.")
        if not self.size:
            warnings.warn("an empty array has no truth value", DeprecationWarning, stacklevel=2)
            return False
        StrictArray.host_transfers.append("bool")
        return bool(self._data.ravel()[0])

    def __reduce__(self) -> Any:
        return StrictArray, (self.get(),)

    def __copy__(self) -> StrictArray:
        return StrictArray(self._data)

    def __deepcopy__(self, memo: Any) -> StrictArray:
        return StrictArray(self._data)


def _is_object(other: Any) -> bool:
    """Whether ``other`` compares by identity, and so equals no number."""
    return other is None or getattr(type(other), "__eq__", None) is object.__eq__


def _part(part: Any) -> Any:
    """Return one part of a key as NumPy takes it (_prepare_slice_list)."""
    if part is None or part is ...:
        return part
    if isinstance(part, slice):
        ends = (part.start, part.stop, part.step)  # a 0-d array will do: internal.complete_slice
        return slice(*(int(e) if isinstance(e, StrictArray) else e for e in ends))
    if np.isscalar(part) and not isinstance(part, bool | np.bool_):
        return part
    found = np.asarray(upload(part, "getitem"))
    return found.astype(int) if isinstance(part, list | tuple) and not found.size else found


def _axes(part: Any) -> int:
    """How many axes a part of a key uses up, an ellipsis apart."""
    if isinstance(part, np.ndarray) and part.dtype.kind == "b":
        return part.ndim
    return 0 if part is None or part is ... else 1


def _method(name: str) -> Callable[..., Any]:
    function = Function(f"ndarray.{name}")
    return lambda self, *args, **kwargs: function(self, *args, **kwargs)


def _reader(name: str, compute: Callable[..., Any]) -> Callable[..., Any]:
    def read(self: StrictArray, *args: Any, **kwargs: Any) -> Any:
        if f"ndarray.{name}" in SIGNATURES:
            SIGNATURES[f"ndarray.{name}"].bind(self, *args, **kwargs)
        found = compute(self._data, *args, **kwargs)
        StrictArray.host_transfers.append(name.strip("_"))
        return found

    return read


def _get(
    data: Any, stream: Any = None, order: Any = "C", out: Any = None, blocking: Any = True
) -> Any:
    if out is None:
        return data.copy(order)
    out[...] = data
    return out


_READERS: dict[str, Callable[..., Any]] = {
    **{f"__{f.__name__}__": f for f in (bytes, complex, float, format, int, repr, str)},
    **{n: getattr(np.ndarray, n) for n in ("dump", "dumps", "item", "tobytes", "tolist")},
    "get": _get,
}
for _name in (n.partition(".")[2] for n in SIGNATURES if n.startswith("ndarray.")):
    setattr(StrictArray, _name, _method(_name))
for _name, _read in _READERS.items():
    setattr(StrictArray, _name, _reader(_name, _read))
