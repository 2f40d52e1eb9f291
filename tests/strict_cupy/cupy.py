"""CuPy's namespace without a device: CuPy's parameters and refusals, NumPy's arithmetic.

The middle part of the stand-in described in `strict_array.py`. Most functions are NumPy's behind
CuPy's signature; those that differ in more are written out below. A comment names the function of
CuPy 14.2 that a rule was read from.
"""

from __future__ import annotations

import operator
import types
from collections.abc import Callable, Iterator
from inspect import Parameter
from typing import Any

import numpy as np

from tests.strict_cupy.rules import (
    AT,
    CUPY_NAMES,
    FROM_HOST,
    SIGNATURES,
    UNMODELLED,
    ZERO_DIMENSIONAL,
    DeviceMemory,
    compute,
    device,
    operand,
    unwrap,
    upload,
    wrap,
)

__all__ = ["Function", "Ufunc", "namespace"]


class Function:
    """One of CuPy's functions or methods."""

    def __init__(self, name: str) -> None:
        owner, _, attribute = name.rpartition(".")
        places: dict[str, list[Any]] = {
            "": [np],
            "linalg": [np.linalg],
            "ndarray": [np.ndarray, np],
        }
        self.__name__, self._signature = name, SIGNATURES[name]
        self._host = next(
            (getattr(h, attribute) for h in places[owner] if hasattr(h, attribute)), None
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        name = self.__name__
        bound = self._signature.bind(*args, **kwargs)
        if name in _OWN:
            return compute(_OWN[name], *args, **kwargs)
        if self._host is None or name in UNMODELLED:
            raise NotImplementedError(f"the stand-in for CuPy has no {name}")
        if name in FROM_HOST:
            return array(self._host(*args, **kwargs))
        parameters = self._signature.parameters.values()
        names = [p.name for p in parameters if p.kind <= Parameter.VAR_POSITIONAL]
        names += names[-1:] * len(args)
        positional = [unwrap(v, name, n) for v, n in zip(args, names, strict=False)]
        named = {n: unwrap(v, name, n) for n, v in kwargs.items()}
        result = compute(self._host, *positional, **named)
        if name in ZERO_DIMENSIONAL:
            result = np.asarray(result)
        arguments = [*args, *bound.arguments.values()]
        return wrap(result, {id(a._data): a for a in arguments if isinstance(a, DeviceMemory)})


_ON_VOID = {np.equal: operator.eq, np.not_equal: operator.ne}  # NumPy has it beside its ufuncs


class Ufunc:
    """One of CuPy's ufuncs (_kernel.ufunc)."""

    def __init__(self, host: np.ufunc) -> None:
        self._host, self.__name__ = host, f"cupy_{host.__name__}"
        self.nin, self.nout, self.nargs = host.nin, host.nout, host.nargs

    def __call__(
        self, *args: Any, out: Any = None, dtype: Any = None, casting: Any = "same_kind", **kw: Any
    ) -> Any:
        if kw:  # NumPy's `where`, `order`, `subok`, ...
            raise TypeError(f"Wrong arguments {kw}")
        if not self.nin <= len(args) <= self.nargs:
            raise TypeError(f"Wrong number of arguments for {self.__name__!r}, given {len(args)}")
        inputs = [operand(a) for a in args[: self.nin]]
        outputs = args[self.nin :] or (out if isinstance(out, tuple) else (out,) * self.nout)
        given = tuple(None if o is None else device(o) for o in outputs)
        if "logical" in self.__name__ and any(np.iscomplexobj(x) for x in inputs):
            raise TypeError(f"Wrong type of arguments for {self.__name__}")  # no complex loops
        if self._host in _ON_VOID and all(
            isinstance(x, np.ndarray) and x.dtype.char == "V" for x in inputs
        ):
            return DeviceMemory._of(_ON_VOID[self._host](*inputs))
        result = compute(self._host, *inputs, out=given, dtype=dtype, casting=casting)
        return wrap(result, {id(o._data): o for o in outputs if o is not None})

    def _method(self, method: str, names: dict[str, str]) -> Any:
        if self._host.__name__ not in names:
            raise NotImplementedError(f"`{self.__name__}.{method}` is not supported yet")
        return names[self._host.__name__]

    def at(self, a: Any, indices: Any, b: Any = None) -> None:
        dtypes = self._method("at", AT)
        key, advanced = a._index(indices)
        positions = any(isinstance(k, np.ndarray) and k.dtype.kind != "b" for k in key)
        if positions and a.dtype.char not in dtypes:
            raise TypeError(f"{self.__name__}.at only supports {dtypes} as data type")
        values = np.asarray(upload(b, "at") if advanced else operand(b))
        self._host.at(a._data, key, values.astype(a.dtype) if advanced else values)

    def reduce(
        self, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None, keepdims: bool = False
    ) -> Any:
        name = self._method("reduce", {"add": "sum", "multiply": "prod"})
        return Function(f"ndarray.{name}")(array, axis, dtype, out, keepdims)

    def accumulate(self, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None) -> Any:
        name = self._method("accumulate", {"add": "cumsum", "multiply": "cumprod"})
        return Function(f"ndarray.{name}")(array, axis, dtype, out)

    def reduceat(
        self, array: Any, indices: Any, axis: Any = 0, dtype: Any = None, out: Any = None
    ) -> Any:
        """Differences of running sums, as in _routines_indexing._add_reduceat.

        So a NaN or an infinity spoils every later segment, and an index past the end wraps.
        """
        self._method("reduceat", {"add": "add"})
        data, axis = device(array), axis % array.ndim
        ends = np.append(upload(indices, "reduceat"), data.shape[axis]).astype(int)
        running = compute(np.cumsum, data, axis, dtype)
        zero = np.zeros([1 if i == axis else n for i, n in enumerate(data.shape)], running.dtype)
        running = np.concatenate([zero, running], axis)
        before, after = (running.take(e, axis, mode="wrap") for e in (ends[:-1], ends[1:]))
        empty = (ends[:-1] >= ends[1:]).reshape(-1, *[1] * (data.ndim - axis - 1))
        first = data.take(ends[:-1], axis, mode="wrap")
        sums = compute(np.subtract, after, before)
        result = DeviceMemory._of(np.where(empty, first, sums))
        if out is None:
            return result
        out[...] = result
        return out

    def outer(self, A: Any, B: Any, **kwargs: Any) -> Any:
        a, b = (array(upload(x, "outer")) for x in (A, B))
        return self(a.reshape(a.shape + (1,) * b.ndim), b, **kwargs)


_OWN: dict[str, Callable[..., Any]] = {}


def _own(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function that differs from NumPy's in more than its parameters."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        _OWN.update(dict.fromkeys(names, function))
        return function

    return register


@_own("array")
def array(
    obj: Any, dtype: Any = None, copy: Any = True, order: Any = "K", subok: Any = False,
    ndmin: int = 0, *, blocking: bool = False,
) -> Any:  # fmt: skip
    if subok:
        raise NotImplementedError("subok")
    if isinstance(obj, DeviceMemory):
        data = np.array(obj._data, dtype, copy=copy, order=order or "K", ndmin=ndmin)
        return obj if data is obj._data else DeviceMemory._of(data)
    leaves = list(_leaves(obj))
    ours = [v for v in leaves if isinstance(v, DeviceMemory)]
    # _compute_concat_info_impl: device arrays nest with device arrays of their shape only
    if ours and (len(ours) < len(leaves) or len({v._data.shape for v in ours}) > 1):
        np.asarray(ours[0])  # raises
    return DeviceMemory._of(np.array(_bare(obj) if ours else obj, dtype, ndmin=ndmin))


def _bare(obj: Any) -> Any:
    return [_bare(v) for v in obj] if isinstance(obj, list | tuple) else obj._data


def _leaves(obj: Any) -> Iterator[Any]:
    if not isinstance(obj, list | tuple):
        yield obj
        return
    for item in obj:
        yield from _leaves(item)


@_own("asarray", "asanyarray")
def _asarray(
    a: Any, dtype: Any = None, order: Any = None, *, copy: Any = None, blocking: bool = False
) -> Any:
    return array(a, dtype, copy, order)


@_own("ndarray.astype")
def _astype(self: Any, dtype: Any, order: Any = "K", casting: Any = None, subok: Any = None,
            copy: Any = True) -> Any:  # fmt: skip
    if casting is not None or subok is not None:
        raise TypeError("casting is not supported yet")
    return array(self, dtype, True if copy else None, order)


@_own("arange")
def _arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> Any:
    ends = (start, stop, step)
    if dtype is None:  # by the types, so a device array counts as an integer
        dtype = float if any(isinstance(v, float | np.floating) for v in ends) else int
    read = (v.item() if isinstance(v, DeviceMemory) else v for v in ends)
    return DeviceMemory._of(np.arange(*read, dtype=dtype))


@_own("copyto")
def _copyto(dst: Any, src: Any, casting: Any = "same_kind", where: Any = None) -> None:
    if isinstance(src, np.ndarray) and src.size != 1:
        raise ValueError("non-scalar numpy.ndarray cannot be used for copyto")
    if not isinstance(src, np.ndarray) and not np.isscalar(src):
        src = device(src)
    np.copyto(device(dst), src, casting, where=True if where is None else device(where))


@_own("take", "ndarray.take")
def _take(a: Any, indices: Any, axis: Any = None, out: Any = None) -> Any:
    found = upload(indices, "take")
    found = np.asarray(found, None if np.size(found) else int)
    into = None if out is None else device(out)
    taken = np.take(device(a), found, axis, into, mode="wrap")  # _take_kernel
    return DeviceMemory._of(taken) if out is None else out


@_own("put", "ndarray.put")
def _put(a: Any, ind: Any, v: Any, mode: Any = "wrap") -> None:
    np.put(device(a), upload(ind, "put"), upload(v, "put"), mode)


@_own("take_along_axis")
def _take_along_axis(a: Any, indices: Any, axis: Any) -> Any:
    data, found = device(a), upload(indices, "take_along_axis")
    n = data.size if axis is None else data.shape[axis]
    return DeviceMemory._of(np.take_along_axis(data, found % (n or 1), axis))


@_own("where")
def _where(condition: Any, x: Any = None, y: Any = None) -> Any:
    if (x is None) != (y is None):
        raise ValueError("Must provide both 'x' and 'y' or neither.")
    if x is None:
        return Function("nonzero")(condition)
    mask = device(condition.astype("?", copy=False))  # a Python bool has no astype
    chosen = DeviceMemory._of(np.where(mask, operand(x), operand(y)))
    if chosen._data.dtype.kind == "V":  # search._where_ufunc has no such loop
        raise TypeError("Wrong type of arguments for cupy_where")
    return chosen


@_own("searchsorted", "ndarray.searchsorted")
def _searchsorted(a: Any, v: Any, side: Any = "left", sorter: Any = None) -> Any:
    if not isinstance(a, DeviceMemory) or not isinstance(v, DeviceMemory | int | float | complex):
        raise NotImplementedError("Only python scalars or ndarrays are supported for v")
    order = None if sorter is None else device(sorter)
    return DeviceMemory._of(np.searchsorted(a._data, upload(v, ""), side, order))


@_own("lexsort")
def _lexsort(keys: Any) -> Any:
    if keys.ndim > 2:  # a tuple of keys has no ndim
        raise NotImplementedError("Keys with the rank of three or more is not supported")
    return DeviceMemory._of(np.lexsort(device(keys)))


def _scan(name: str) -> Callable[..., Any]:
    def scan(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
        data = device(a)
        if out is None:
            return DeviceMemory._of(getattr(np, name)(data, axis, dtype))
        # _routines_math.scan_core: computed in the dtype of `out`, and `dtype` is ignored
        data = data.astype(device(out).dtype)
        out._data[...] = getattr(np, name)(data, axis, data.dtype).reshape(out.shape)
        return out

    return _own(name, f"ndarray.{name}")(scan)


_scan("cumsum")
_scan("cumprod")


@_own("bincount")
def _bincount(x: Any, weights: Any = None, minlength: Any = None) -> Any:
    if x.dtype.kind == "f":
        raise TypeError("x must be int array")
    if weights is not None and x.shape != weights.shape:  # a list has no shape
        raise ValueError("The weights and list don't have the same length.")
    weighed = None if weights is None else device(weights)
    return DeviceMemory._of(np.bincount(device(x), weighed, int(minlength or 0)))


@_own("repeat", "ndarray.repeat")
def _repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    if isinstance(repeats, np.ndarray):
        raise TypeError("'repeats' does not accept numpy.ndarray; convert with cupy.array() first")
    return DeviceMemory._of(np.repeat(device(a), upload(repeats, ""), axis))


def _sorter(name: str) -> Callable[..., Any]:
    def ordered(a: Any, axis: Any = -1, kind: Any = None) -> Any:
        if kind not in (None, "stable"):  # ndarray._check_kind_sort
            raise ValueError("kind can only be None or 'stable'")
        if device(a).dtype.kind == "V":
            raise NotImplementedError(f"Sorting arrays with dtype {a.dtype} is not supported")
        return DeviceMemory._of(getattr(np, name)(a._data, axis, kind="stable"))

    return ordered


_own("sort")(_sorter("sort"))
_own("argsort", "ndarray.argsort")(_sorter("argsort"))


@_own("ndarray.sort")
def _sort_in_place(self: Any, axis: Any = -1, kind: Any = None) -> None:
    ordered = _OWN["sort"](self, axis, kind)
    if not self.flags.c_contiguous:  # _routines_sorting._ndarray_sort
        raise NotImplementedError("Sorting non-contiguous array is not supported.")
    self._data[...] = ordered._data


@_own("ndarray.fill")
def _fill(self: Any, value: Any) -> None:
    if np.shape(value._data if isinstance(value, DeviceMemory) else value):
        raise ValueError("a non-scalar array cannot be used for fill")
    self._data[...] = upload(value, "")


@_own("asnumpy")
def _asnumpy(a: Any, stream: Any = None, order: Any = "C", out: Any = None, **_: Any) -> Any:
    return a.get(stream, order, out) if isinstance(a, DeviceMemory) else np.asarray(a)


@_own("get_array_module")
def _get_array_module(*args: Any) -> Any:
    return namespace if any(isinstance(a, DeviceMemory) for a in args) else np


class _Namespace(types.ModuleType):
    """The module ``cupy``, or ``cupy.linalg``; each function is made when it is first asked for."""

    def __init__(self, name: str, names: frozenset[str]) -> None:
        super().__init__(name)
        self._names, self._inner = names, name.removeprefix("cupy").lstrip(".")

    def __dir__(self) -> list[str]:
        return sorted(self._names)

    def __getattr__(self, name: str) -> Any:
        if name not in self._names:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        made = _make(f"{self._inner}.{name}" if self._inner else name)
        setattr(self, name, made)
        return made


def _make(name: str) -> Any:
    if name in SIGNATURES:
        return Function(name)
    made = {"ndarray": DeviceMemory._made, "ufunc": Ufunc, "fix": Ufunc(np.trunc)}.get(name)
    if name == "linalg":
        return _Namespace("cupy.linalg", frozenset(n[7:] for n in SIGNATURES if n[:7] == "linalg."))
    host = getattr(np, name, NotImplemented)
    if made is None and isinstance(host, np.ufunc):
        return Ufunc(host)
    plain = isinstance(host, type | float | types.NoneType)
    if made is None and not plain:
        raise NotImplementedError(f"the stand-in for CuPy has no {name}")
    return host if made is None else made


namespace = _Namespace("cupy", CUPY_NAMES)
