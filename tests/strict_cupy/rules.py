"""What CuPy's functions accept: names, parameters, and how an argument crosses to the device.

The lowest part of the stand-in that `strict_array.py` describes. What may be called comes from
`cupy_names.txt` and how from `cupy_signatures.txt`; the tables here say which parameters take what.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

__all__ = [
    "AT",
    "CUPY_NAMES",
    "FROM_HOST",
    "SCALARS",
    "SIGNATURES",
    "UNMODELLED",
    "ZERO_DIMENSIONAL",
    "DeviceMemory",
    "compute",
    "device",
    "operand",
    "unwrap",
    "upload",
    "wrap",
]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _lines(file: str) -> list[str]:
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


def _signature(line: str) -> Signature:
    parameters: list[Parameter] = []
    kind: Any = Parameter.POSITIONAL_OR_KEYWORD
    for token in filter(None, line.partition("(")[2].rstrip(")").split(", ")):
        name, has_default, _ = token.lstrip("*").partition("=")
        stars = len(token) - len(token.lstrip("*"))
        if token == "/":
            parameters = [p.replace(kind=Parameter.POSITIONAL_ONLY) for p in parameters]
        elif stars:
            starred: Any = Parameter.VAR_KEYWORD if stars == 2 else Parameter.VAR_POSITIONAL
            parameters += [Parameter(name, starred)] if name else []
            kind = Parameter.KEYWORD_ONLY
        else:
            default = None if has_default else Parameter.empty
            parameters.append(Parameter(name, kind, default=default))
    return Signature(parameters)


CUPY_NAMES = frozenset(_lines("cupy_names.txt"))
SIGNATURES = {line.partition("(")[0]: _signature(line) for line in _lines("cupy_signatures.txt")}

_DTYPES = "?bhilqBHILQefdFD"  # _dtype.all_type_chars; void passes too (check_supported_dtype)
SCALARS = (bool, int, float, complex, np.bool_, np.number)  # _scalar.scalar_type_set
# Sizes, axes and options. A device array has no __index__, so none may be given here.
_OPTIONS = _words(
    """N M n k num axes axis axis1 axis2 axisa axisb axisc casting ddof decimals destination
    dimensions dims dtype indices_or_sections keepdims kind kth new_shape newshape order pad_width
    reps shape side source"""
)
_ARRAYS = _words("a ar array ary")  # parameters for which no scalar will do
# Functions that look at dtypes and shapes only.
_METADATA = _words(
    """broadcast_shapes can_cast common_type iscomplexobj isdtype isfortran isrealobj isscalar
    issubdtype iterable may_share_memory min_scalar_type mintypecode ndim promote_types result_type
    shape shares_memory size typename"""
)
# Parameters on which CuPy calls array(...) or asarray(...): NumPy arrays and lists pass.
_UPLOADED = {
    "allclose isclose": "a b",
    "append": "arr values",
    "atleast_1d atleast_2d atleast_3d": "arys",
    "around round": "a",
    "average": "a weights",
    "compress extract ndarray.compress": "condition",
    "delete": "indices",
    "diff": "prepend append",
    "empty_like ones_like zeros_like": "a prototype",
    "histogram": "bins",
    "hstack vstack dstack": "tup",
    "isin": "element",
    "linspace": "start stop",
    "pad": "constant_values",
    "percentile quantile": "q",
    "place": "mask vals",
    "put_along_axis": "indices values",
    "roll": "shift",
    "tile": "A",
}
_UPLOADS = {f: _words(p) for functions, p in _UPLOADED.items() for f in functions.split()}
ZERO_DIMENSIONAL = _words("allclose array_equal array_equiv count_nonzero")  # Python's in NumPy
FROM_HOST = _words("frombuffer fromfile fromfunction fromiter fromstring loadtxt")
UNMODELLED = _words("apply_along_axis apply_over_axes piecewise")  # callbacks would see NumPy
# _routines_indexing._scatter_op_single: the ufuncs with `at`, and the dtypes it takes.
AT = {
    "add": "ilqILQefd",
    "subtract": "iI",
    **dict.fromkeys(["maximum", "minimum"], "ilqILQfd"),
    **dict.fromkeys(["bitwise_and", "bitwise_or", "bitwise_xor"], "ilqILQ"),
}


class DeviceMemory:
    """The data of an array, for the namespace only: no NumPy function can reach it."""

    host_transfers: ClassVar[list[str]] = []
    _made: ClassVar[Any]  # the class of what functions return
    _data: np.ndarray[Any, Any]

    def __init_subclass__(cls) -> None:
        if not hasattr(DeviceMemory, "_made"):
            DeviceMemory._made = cls

    if TYPE_CHECKING:  # StrictArray's own, and the methods named in `cupy_signatures.txt`

        def __getattr__(self, name: str) -> Any: ...

    @classmethod
    def _of(cls, data: Any) -> Any:
        """Return an array over ``data`` itself; the constructor copies."""
        data = np.asarray(data)
        dtype = data.dtype
        if dtype.char not in _DTYPES and (dtype.char != "V" or dtype.hasobject):
            raise ValueError(f"Unsupported dtype {dtype}")  # _dtype.check_supported_dtype
        made = object.__new__(DeviceMemory._made)
        made._data = data if dtype.isnative else data.astype(dtype.newbyteorder("="))
        return made


def _unsupported(value: Any) -> TypeError:
    return TypeError(f"Unsupported type {type(value)}")  # _scalar.CScalar


def upload(value: Any, function: str) -> Any:
    """Return the host data of an argument that CuPy takes from anywhere; note NumPy arrays."""
    if isinstance(value, np.ndarray):
        DeviceMemory.host_transfers.append(f"upload:{function}")
        return value.copy()
    return value._data if isinstance(value, DeviceMemory) else value


def device(value: Any) -> Any:
    """Return the data of a device array; raise for anything else (_util.check_array)."""
    if not isinstance(value, DeviceMemory):
        raise _unsupported(value)
    return value._data


def operand(value: Any) -> Any:
    return value if isinstance(value, SCALARS) else device(value)


def unwrap(value: Any, function: str, parameter: str) -> Any:
    """Return the NumPy argument for one argument of CuPy's ``function``."""
    metadata, option = function in _METADATA, parameter in _OPTIONS
    uploaded = parameter in _UPLOADS.get(function, ())
    if type(value) in (list, tuple):
        nested = any(isinstance(v, DeviceMemory | np.ndarray | list | tuple) for v in value)
        if not (nested or metadata or option or uploaded) and value:
            raise _unsupported(value)
        return type(value)([unwrap(v, function, parameter) for v in value])
    if isinstance(value, DeviceMemory):
        if option and not metadata:
            raise TypeError("'ndarray' object cannot be interpreted as an integer")
        return value._data
    if not isinstance(value, np.ndarray) or metadata or option:
        if parameter in _ARRAYS and isinstance(value, SCALARS) and not (metadata or uploaded):
            raise _unsupported(value)  # CuPy: its own error, or NumPy's scalar has the method
        return value
    if not uploaded:
        raise _unsupported(value)
    return upload(value, function)


def wrap(value: Any, known: dict[int, Any]) -> Any:
    """Return a result of NumPy as CuPy returns it; ``known`` are the arguments by their data."""
    if id(value) in known:
        return known[id(value)]
    if isinstance(value, np.ndarray | np.generic):
        return DeviceMemory._of(value)
    if isinstance(value, list | tuple):
        items = [wrap(v, known) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    return value


def compute(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call without NumPy's floating-point warnings: a device gives none."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return function(*args, **kwargs)
