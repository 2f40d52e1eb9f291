"""NumPy's protocols ``__array_ufunc__`` and ``__array_function__``: dispatch by tables."""

from __future__ import annotations

import inspect
from functools import wraps
from typing import Any

import numpy as np

from raggedkit._caller import as_the_caller, at_callers_line, is_refused
from raggedkit._engines import elementwise
from raggedkit._engines.comparing import compare
from raggedkit._engines.elementwise import is_operand
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.shortcuts import alone_at_once, at_once, written_at_once
from raggedkit._numpy import (  # noqa: F401 - they register handlers in FUNCTIONS
    along,
    linalg,
    nan,
    reductions,
    sorting,
    structure,
    whole,
)
from raggedkit._numpy.creation import with_shape
from raggedkit._numpy.refusals import REFUSED, WAY_OUT
from raggedkit._numpy.rounding import rounded
from raggedkit._numpy.table import FUNCTIONS, Handler, arrived, implements, into, refuse
from raggedkit._numpy.ufuncs import ufunc_method
from raggedkit._utf8 import is_codec
from raggedkit._xp import FIXED_TEXTS, WITH_NAN, readonly
from raggedkit.errors import MissingValueError, broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["FUNCTIONS", "array_function", "array_ufunc", "implements"]

_CHOOSE = "use np.where(condition, result, other)"
_COMPARISONS = (np.equal, np.not_equal)  # the same results as == and !=
_ROWS_STAY = "the rows of the result are those of the RaggedTensor"


def array_ufunc(ufunc: Any, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Return the result of a ufunc, element by element; raise if it has no ragged meaning."""
    # x + 1 and np.exp(x) without options are most calls; everything below costs more than a small
    # ufunc.
    if not kwargs and method == "__call__" and ufunc.signature is None:
        done = alone_at_once(ufunc, inputs[0]) if len(inputs) == 1 else at_once(ufunc, inputs)
        if done is not None:
            return done
    name = ufunc.__name__
    if method != "__call__":
        return ufunc_method(ufunc, method, inputs, kwargs)
    out = kwargs.pop("out", None)
    if out is not None:
        # NumPy can write to the flat values directly if operands and out have the same rows.
        if not kwargs and len(out) == ufunc.nout == 1 and written_at_once(ufunc, inputs, out[0]):
            return out[0]
        ragged = any(isinstance(x, RaggedTensor) for x in inputs)
        if ragged:
            # out was removed from kwargs, so the call returns a new tensor, which is copied after
            # the checks.
            result = array_ufunc(ufunc, method, inputs, kwargs)
        else:
            _check_operands(name, inputs)
            result = at_callers_line(ufunc, *inputs, **kwargs)
        if result is NotImplemented:
            return result
        casting = kwargs.get("casting", "same_kind")
        return into(f"np.{name}", result, out if ufunc.nout > 1 else out[0], casting)
    where = kwargs.pop("where", True)
    refuse(f"np.{name}", _CHOOSE, where=None if where is True else where)
    if ufunc.signature is not None:
        handler = FUNCTIONS.get(ufunc)
        if handler is not None:
            return handler(*inputs, **kwargs)
        way_out = REFUSED.get(f"np.{name}", WAY_OUT)
        raise TypeError(f"np.{name} does not support RaggedTensor; {way_out}")
    if ufunc in _COMPARISONS and not kwargs:
        result = compare(name, *inputs)
        if result is not NotImplemented:
            return result
    if not all(isinstance(x, RaggedTensor) or is_operand(x) for x in inputs):
        if _check_operands(name, inputs) is NotImplemented:
            return NotImplemented
    return elementwise.apply(ufunc, *inputs, **kwargs)


def _check_operands(name: str, inputs: tuple[Any, ...]) -> Any:
    """Raise for an object that is not an operand; NotImplemented if it has its own protocol."""
    for x in inputs:
        if not (isinstance(x, RaggedTensor) or is_operand(x)):
            # The other operand gets its turn. A class has the attribute too, but is no operand.
            if hasattr(x, "__array_ufunc__") and not isinstance(x, type):
                return NotImplemented
            raise TypeError(broken_rule(f"an operand of np.{name}", "be an array or a scalar", x))
    return None


def _name(function: Any) -> str:
    name = f"{function.__module__}.{function.__name__}".replace("numpy", "np", 1)
    return name.replace("np.strings._", "np.char.")  # np.char re-exports these


def array_function(func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    """Return the result of a NumPy function that is in the table; raise for others."""
    handler = FUNCTIONS.get(func)
    if handler is None:
        name = _name(func)
        way_out = REFUSED.get(name, WAY_OUT)
        raise TypeError(f"{name} does not support RaggedTensor; {way_out}")
    out = kwargs.pop("out", None)
    result = None
    try:
        if out is None:
            return handler(*args, **kwargs)
        result = handler(*args, **kwargs)
    except TypeError as error:
        if not is_refused(error):
            message = _unknown_argument(func, handler, kwargs, error)
            if message:
                raise TypeError(message) from None
            raise
    if result is None:  # the handler issued a warning
        result = as_the_caller(handler, *args, **kwargs)
    return result if out is None else into(_name(func), result, out)


def _unknown_argument(func: Any, handler: Any, kwargs: Any, error: TypeError) -> str:
    """Return the message for arguments that the handler does not have; "" for other errors."""
    # A traceback of one frame means that Python could not bind the arguments to the handler.
    trace = error.__traceback__
    if trace is None or trace.tb_next is not None:
        return ""  # raised inside the handler
    known = inspect.signature(handler).parameters
    unknown = ", ".join(name for name in kwargs if name not in known) or "so many arguments"
    return f"{unknown} must not be given to {_name(func)} with a RaggedTensor; leave it out"


@implements(np.shape)
def _shape(a: RaggedTensor) -> Any:
    return tuple(a.shape)


@implements(np.ndim)
def _ndim(a: RaggedTensor) -> int:
    return a.ndim


@implements(np.size)
def _size(a: RaggedTensor, axis: None = None) -> int:
    refuse("np.size", "see rt.row_lengths", axis=axis)
    return a.size


@implements(np.copy)
def _copy(a: RaggedTensor, order: str = "K", subok: bool = False) -> RaggedTensor:
    return a.copy()


def _of_flat_values(function: Any) -> Handler:
    """Return the handler that passes the flat values of each ragged argument."""

    def handler(*args: Any, **kwargs: Any) -> Any:
        return function(*[readonly(a._flat) if isinstance(a, RaggedTensor) else a for a in args])

    return handler


_ABOUT_VALUES: tuple[Handler, ...] = (
    np.iscomplexobj,
    np.isrealobj,
    np.result_type,
    np.shares_memory,
    np.may_share_memory,
)
FUNCTIONS.update({f: _of_flat_values(f) for f in _ABOUT_VALUES})


def _like(function: Any) -> Handler:
    """Return the handler that applies a function to the flat values and keeps the rows."""

    def handler(*every: Any, **kwargs: Any) -> Any:
        refuse(_name(function), _ROWS_STAY, shape=kwargs.pop("shape", None))
        if not every:  # the first argument by its name
            first = next(k for k, v in kwargs.items() if isinstance(v, RaggedTensor))
            every = (kwargs.pop(first),)
        a, *args = every
        others = (*args, *kwargs.values())
        if not isinstance(a, RaggedTensor) or any(isinstance(x, RaggedTensor) for x in others):
            first = "be the first argument alone"
            raise TypeError(f"{_name(function)}: a RaggedTensor must {first}; {WAY_OUT}")
        try:
            flat = at_callers_line(function, readonly(a._flat), *args, **kwargs)
        except (AttributeError, TypeError) as error:
            if others:
                raise  # the error may be about the other arguments
            rule = "be given values that it takes"
            raise TypeError(broken_rule(_name(function), rule, a._flat.dtype)) from error
        # A function that reduces or reshapes cannot keep the rows.
        if flat.shape != a._flat.shape:
            raise TypeError(broken_rule(_name(function), "keep the shape", flat.shape))
        return RaggedTensor._make(flat, a._parts)

    return handler


def _beside(function: Any) -> Handler:
    """Return the handler for a function of the flat values and arrays without missing values."""

    @wraps(function)
    def call(flat: Any, *args: Any, **kwargs: Any) -> Any:
        if kwargs:
            kwargs = {name: arrived(x) for name, x in kwargs.items()}
        elif len(args) == 1 and isinstance(args[0], int | float):
            return function(flat, args[0])
        return function(flat, *map(arrived, args), **kwargs)

    return _like(call)


_VALUE_BY_VALUE: tuple[Handler, ...] = (
    np.real,
    np.imag,
    np.angle,
    np.isreal,
    np.iscomplex,
    np.real_if_close,
    np.i0,
    np.sinc,
    np.isposinf,
    np.isneginf,
    np.is_busday,
    np.busday_offset,
    np.busday_count,
    np.datetime_as_string,
)
FUNCTIONS.update({f: _like(f) for f in _VALUE_BY_VALUE})
FUNCTIONS.update({f: _beside(f) for f in (np.digitize, np.interp)})
_CREATING: tuple[Handler, ...] = (np.zeros_like, np.ones_like, np.empty_like)
FUNCTIONS.update({f: with_shape(f, _like(f), 4) for f in _CREATING})
FUNCTIONS[np.full_like] = with_shape(np.full_like, _beside(np.full_like), 5)


@wraps(np.fix)
def _fix(flat: Any) -> Any:
    return np.trunc(flat)  # the same values; NumPy 2.5 deprecates np.fix


FUNCTIONS[np.fix] = _like(_fix)
FUNCTIONS[np.round] = FUNCTIONS[np.around] = _like(rounded)


_TEXT_OF = {np.strings.decode: ("be bytes", "SO"), np.strings.encode: ("be text", "UTO")}


def _of_text(function: Any) -> Handler:
    """Return the handler of a function of text; NumPy's functions raise if there are no values."""
    rule, kinds = _TEXT_OF.get(function, ("", ""))

    @wraps(function)
    def call(flat: Any, *args: Any, **kwargs: Any) -> Any:
        if kinds and flat.dtype.kind not in kinds:  # NumPy's error is an AttributeError
            raise TypeError(broken_rule("a", rule, flat.dtype))
        encoding = args[0] if args else kwargs.get("encoding")
        if kinds and encoding is not None and not is_codec(encoding):
            raise ValueError(broken_rule("encoding", "name one of Python's codecs", encoding))
        if flat.size:
            return function(flat, *args, **kwargs)
        # One blank value instead of none: some text functions take the width of the result from
        # the longest value, and the maximum of no values raises.
        return function(np.zeros(1, dtype=flat.dtype), *args, **kwargs)[:0].reshape(flat.shape)

    return _like(call)


@wraps(np.strings.replace)
def _replace(flat: Any, old: Any, new: Any, count: Any = -1) -> Any:
    if flat.dtype.kind in FIXED_TEXTS:  # NumPy would cut a plain str to the width of the array
        old, new = (
            np.asarray(x, dtype=flat.dtype.kind) if isinstance(x, str | bytes) else x
            for x in (old, new)
        )
    return np.strings.replace(flat, old, new, count)


_OF_TEXT: tuple[Handler, ...] = (
    np.strings.capitalize,
    np.strings.center,
    np.strings.decode,
    np.strings.encode,
    np.strings.expandtabs,
    np.strings.ljust,
    np.strings.lower,
    np.strings.rjust,
    np.strings.swapcase,
    np.strings.title,
    np.strings.translate,
    np.strings.upper,
    np.strings.zfill,
)
FUNCTIONS.update({f: _of_text(f) for f in _OF_TEXT})
FUNCTIONS[np.strings.replace] = _of_text(_replace)


@implements(np.isin)
def _isin(element: Any, test_elements: Any, *args: Any, **kwargs: Any) -> Any:
    if isinstance(test_elements, RaggedTensor):
        test_elements = readonly(test_elements._flat).reshape(-1)
    if isinstance(element, RaggedTensor):
        return _beside(np.isin)(element, test_elements, *args, **kwargs)
    return np.isin(element, test_elements, *args, **kwargs)


@implements(np.nan_to_num)
def _nan_to_num(x: RaggedTensor, copy: bool = True, *args: Any, **kwargs: Any) -> Any:
    if not copy:
        way_out = "take the result"
        raise ValueError(broken_rule("copy", "be True", copy, way_out))
    return _like(np.nan_to_num)(x, True, *args, **kwargs)


@implements(np.clip)
def _clip(
    a: Any,
    a_min: Any = None,
    a_max: Any = None,
    out: Any = None,
    *,
    min: Any = None,
    max: Any = None,
    where: Any = None,
    **kwargs: Any,
) -> Any:
    refuse("np.clip", out=out)
    refuse("np.clip", _CHOOSE, where=where)
    bounds = {"a_min": a_min, "a_max": a_max, "min": min, "max": max}
    for old, new in (("a_min", "min"), ("a_max", "max")):
        if bounds[old] is not None and bounds[new] is not None:
            raise ValueError(f"{new} must not be given together with {old}; they are the same")
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    if low is None and high is None:
        return elementwise.apply(np.positive, a, **kwargs)
    if low is None:
        return elementwise.apply(np.minimum, a, high, **kwargs)
    if high is None:
        return elementwise.apply(np.maximum, a, low, **kwargs)
    return elementwise.apply(np.clip, a, low, high, **kwargs)


@implements(np.isclose)
def _isclose(
    a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: bool = False
) -> RaggedTensor:
    def close(x: Any, y: Any, rtol: Any, atol: Any) -> Any:
        return at_callers_line(np.isclose, x, y, rtol=rtol, atol=atol, equal_nan=equal_nan)

    compared: RaggedTensor = elementwise.apply(close, a, b, rtol, atol)
    return compared


@implements(np.allclose)
def _allclose(a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: bool = False) -> bool:
    return bool(_isclose(a, b, rtol, atol, equal_nan)._flat.all())


@implements(np.array_equal)
def _array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> bool:
    x, y = _tensor_or_none(a1), _tensor_or_none(a2)
    # Equal sizes first: a broadcast comparison could be much larger than either operand.
    if x is None or y is None or x.ndim != y.ndim or x.size != y.size:
        return False
    if not isinstance(x, RaggedTensor):
        x, y = y, x
    try:
        same = compare("equal", x, y)
    except ValueError:  # their shapes don't broadcast
        return False
    # The shapes broadcast but are not equal.
    if same.size != x.size:
        return False
    if equal_nan and x.dtype.kind in WITH_NAN:
        same = same | elementwise.apply(lambda x, y: (x != x) & (y != y), x, y)
    return bool(same._flat.all())


def _tensor_or_none(a: Any) -> Any:
    try:
        return as_tensor(a, name="a")
    except MissingValueError:
        raise
    except (TypeError, ValueError):
        return None
