"""Assertions on all values, such as assert_equal; errors name the first position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from raggedkit._arguments import as_real
from raggedkit._caller import at_callers_line
from raggedkit._docstrings import sections_from
from raggedkit._engines import elementwise
from raggedkit._engines.inputs import as_tensor, operands
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._overloads import same_kind_as_tensor
from raggedkit._plan.operands import flat_of, parts_of, place_of
from raggedkit._typing import Array, Tensor, TensorLike
from raggedkit._xp import INEXACT, NUMBERS, array_namespace, as_array, host_namespace, is_text
from raggedkit.errors import broken_rule, shown
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = [
    "assert_equal",
    "assert_greater",
    "assert_greater_equal",
    "assert_less",
    "assert_less_equal",
    "assert_near",
    "assert_none_equal",
    "check_numerics",
]


def assert_equal(x: TensorLike, y: TensorLike, message: str | None = None) -> None:
    """Raise unless ``x == y`` everywhere.

    Parameters
    ----------
    x, y
        Ragged tensors, arrays, nested lists or single values that broadcast. NaN does not equal
        NaN. A check of no values passes.
    message
        The start of the error message.

    Raises
    ------
    TypeError
        If text is compared with numbers, or the values have no order.
    ValueError
        If some value differs, with the first position and both values; or if the shapes do not
        broadcast.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.array([[3, 1], [], [4]])
    >>> rk.debugging.assert_equal(rt, rk.array([[3, 1], [], [4]]))
    >>> rk.debugging.assert_equal(rt, rk.array([[3, 1], [], [5]]), message="after the update")
    Traceback (most recent call last):
        ...
    ValueError: after the update: x must equal y, got 4 and 5 at [2, 0]
    """
    _compared("equal", "equal y", x, y, message)


@sections_from(assert_equal)
def assert_none_equal(x: TensorLike, y: TensorLike, message: str | None = None) -> None:
    """Raise if ``x == y`` anywhere.

    Raises
    ------
    ValueError
        If some value is equal, with the first position and both values; or if the shapes do not
        broadcast.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.debugging.assert_none_equal(rk.array([[3, 1], [], [0]]), 0)
    Traceback (most recent call last):
        ...
    ValueError: x must differ from y, got 0 and 0 at [2, 0]
    """
    _compared("not_equal", "differ from y", x, y, message)


@sections_from(assert_equal)
def assert_less(x: TensorLike, y: TensorLike, message: str | None = None) -> None:
    """Raise unless ``x < y`` everywhere.

    Raises
    ------
    ValueError
        If the check fails for a value, with the first position and both values; or if the shapes do
        not broadcast.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.debugging.assert_less(rk.array([[3, 1], [], [4]]), 4)
    Traceback (most recent call last):
        ...
    ValueError: x must be less than y, got 4 and 4 at [2, 0]
    """
    _compared("less", "be less than y", x, y, message)


@sections_from(assert_equal)
def assert_less_equal(x: TensorLike, y: TensorLike, message: str | None = None) -> None:
    """Raise unless ``x <= y`` everywhere.

    Raises
    ------
    ValueError
        If the check fails for a value, with the first position and both values; or if the shapes do
        not broadcast.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.debugging.assert_less_equal(rk.array([[3, 1], [], [5]]), 4)
    Traceback (most recent call last):
        ...
    ValueError: x must be at most y, got 5 and 4 at [2, 0]
    """
    _compared("less_equal", "be at most y", x, y, message)


@sections_from(assert_equal)
def assert_greater(x: TensorLike, y: TensorLike, message: str | None = None) -> None:
    """Raise unless ``x > y`` everywhere.

    Raises
    ------
    ValueError
        If the check fails for a value, with the first position and both values; or if the shapes do
        not broadcast.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.debugging.assert_greater(rk.array([[3, 1], [], [0]]), 0)
    Traceback (most recent call last):
        ...
    ValueError: x must be greater than y, got 0 and 0 at [2, 0]
    """
    _compared("greater", "be greater than y", x, y, message)


@sections_from(assert_equal)
def assert_greater_equal(x: TensorLike, y: TensorLike, message: str | None = None) -> None:
    """Raise unless ``x >= y`` everywhere.

    Raises
    ------
    ValueError
        If the check fails for a value, with the first position and both values; or if the shapes do
        not broadcast.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.debugging.assert_greater_equal(rk.array([[3, 1], [], [-1]]), 0)
    Traceback (most recent call last):
        ...
    ValueError: x must be at least y, got -1 and 0 at [2, 0]
    """
    _compared("greater_equal", "be at least y", x, y, message)


def assert_near(
    x: TensorLike,
    y: TensorLike,
    rtol: float | None = None,
    atol: float | None = None,
    message: str | None = None,
) -> None:
    """Raise unless ``x == y`` or ``abs(x - y) <= atol + rtol * abs(y)`` everywhere.

    Parameters
    ----------
    x, y
        Ragged tensors, arrays, nested lists or numbers that broadcast. NaN is not
        close to any value; equal infinities are close.
    rtol, atol
        Relative and absolute tolerance; by default ten times the machine epsilon of the dtype.
    message
        The start of the error message.

    Raises
    ------
    TypeError
        If the values are not numbers.
    ValueError
        If some values are not close, with the first position and both values; or if the shapes do
        not broadcast.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.debugging.assert_near(rk.array([[0.3], []]), rk.array([[0.1 + 0.2], []]))
    >>> rk.debugging.assert_near(rk.array([[0.3], []]), 0.31, atol=0.001)
    Traceback (most recent call last):
        ...
    ValueError: x must be near y (rtol 2.22e-15, atol 0.001), got 0.3 and 0.31 at [0, 0]
    """
    x, y = operands(x, y, names="x y")
    kinds = [flat_of(t).dtype for t in (x, y)]
    if any(k.kind not in NUMBERS for k in kinds):
        raise TypeError(
            _said(message, f"x and y must contain numbers, got {kinds[0]} and {kinds[1]}")
        )
    kind = host_namespace.result_type(*kinds)
    exact = kind if kind.kind in INEXACT else "float64"
    step = 10 * float(host_namespace.finfo(exact).eps)
    relative = step if rtol is None else as_real(rtol, "rtol")
    absolute = step if atol is None else as_real(atol, "atol")

    def near(a: Array, b: Array) -> Any:
        xp = array_namespace(a, b)
        a, b = a.astype(exact, copy=False), b.astype(exact, copy=False)
        # Infinity minus infinity is NaN with a warning; equal infinities are near by ``a == b``.
        with host_namespace.errstate(all="ignore"):
            close = xp.abs(a - b) <= absolute + relative * xp.abs(b)
        return (a == b) | (close & xp.isfinite(b))

    rule = f"be near y (rtol {relative:.3g}, atol {absolute:.3g})"
    _held(near, rule, x, y, message)


@same_kind_as_tensor
def check_numerics(tensor: TensorLike, message: str = "") -> Tensor:
    """Return a tensor without NaN or infinity unchanged; raise if it has any.

    Parameters
    ----------
    tensor
        A ragged tensor, an array or a nested list of floats.
    message
        The start of the error message.

    Returns
    -------
    RaggedTensor or array
        ``tensor``; a list as the tensor that it becomes.

    Raises
    ------
    TypeError
        If it does not contain floats.
    ValueError
        If some value is NaN or infinite; the error names the first position.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.debugging.check_numerics(rk.array([[3.0, 1.0], []]), "input")
    <RaggedTensor [[3.0, 1.0], []]>
    >>> rk.debugging.check_numerics(rk.array([[3.0], [], [float("nan")]]), "gradients")
    Traceback (most recent call last):
        ...
    ValueError: gradients: tensor must be finite, got nan at [2, 0]
    """
    x = as_tensor(tensor, name="tensor")
    values = flat_of(x)
    if values.dtype.kind not in INEXACT:
        raise TypeError(broken_rule("tensor", "contain floats", values.dtype))
    finite = array_namespace(values).isfinite(values)
    at = first_true(~finite.reshape(-1))
    if at >= 0:
        parts = parts_of(x)
        where = place_of(parts, finite.shape, at)
        got = f"got {values.reshape(-1)[at]} at {where}" if where else f"got {values[()]}"
        raise ValueError(_said(message, f"tensor must be finite, {got}"))
    return x


def _compared(ufunc: str, rule: str, x: Any, y: Any, message: str | None) -> None:
    x, y = operands(x, y, names="x y")
    a, b = flat_of(x), flat_of(y)
    if is_text(a.dtype) != is_text(b.dtype) and a.size and b.size:
        raise TypeError(_said(message, f"x and y must be of one kind, got {a.dtype} and {b.dtype}"))
    _held(getattr(array_namespace(a), ufunc), rule, x, y, message)


def _held(
    condition: Callable[[Array, Array], Any], rule: str, x: Any, y: Any, message: str | None
) -> None:
    """Raise for the first position where a condition of two tensors is False."""
    parts: tuple[RowPartition, ...] = ()
    try:
        if isinstance(x, RaggedTensor) or isinstance(y, RaggedTensor):
            (a, b), parts = elementwise.align((x, y))
        else:
            a, b = x, y
        holds = as_array(at_callers_line(condition, as_array(a), as_array(b)))
    except TypeError as error:
        kinds = " and ".join(str(flat_of(t).dtype) for t in (x, y))
        raise TypeError(_said(message, f"x and y must be of one kind, got {kinds}")) from error
    except ValueError as error:
        raise ValueError(_said(message, str(error))) from error
    at = first_true(~holds.reshape(-1))
    if at < 0:
        return
    xp = array_namespace(holds)
    # A dense operand may be broadcast: its value at the position is shown.
    left, right = (xp.broadcast_to(v, holds.shape).reshape(-1)[at] for v in (a, b))
    where = place_of(parts, holds.shape, at)
    got = f"got {_shown(left)} and {_shown(right)}" + (f" at {where}" if where else "")
    raise ValueError(_said(message, f"x must {rule}, {got}"))


def _shown(value: Any) -> str:
    item = value.item() if hasattr(value, "item") else value
    return repr(item)


def _said(message: Any, text: str) -> str:
    if message is not None and not isinstance(message, str):
        return f"{shown(message)}: {text}"
    return f"{message}: {text}" if message else text
