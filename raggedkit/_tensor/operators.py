"""The operators of a ragged tensor: each forwards to one NumPy ufunc, value by value, and @."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from raggedkit._typing import Operand, Tensor, TensorLike
    from raggedkit.tensor import RaggedTensor

    class Elementwise(Protocol):
        """The engine of operators, whose operands are at least one ragged tensor."""

        def operate(self, ufunc: str, x: Any, y: Any) -> Any: ...

        def unary(self, ufunc: str, x: Any) -> RaggedTensor: ...

    class Comparing(Protocol):
        """The engine of ``==`` and ``!=``."""

        def compare(self, ufunc: str, x: Any, y: Any) -> RaggedTensor: ...


__all__ = ["Operators"]


@cache  # an import in every call costs as much as the call of a ufunc
def _elementwise() -> Elementwise:
    from raggedkit._engines import elementwise

    return elementwise


# Other engines raise for values of another kind; `==` and `!=` answer False and True.
@cache
def _comparing() -> Comparing:
    from raggedkit._engines import comparing

    return comparing


class Operators:
    """Base class with the operators of `RaggedTensor`."""

    __slots__ = ()

    # Written out, since type checkers and editors see no methods that a loop adds.
    def __add__(self, other: Operand) -> RaggedTensor:
        """Return ``self + other``, value by value."""
        return _elementwise().operate("add", self, other)

    def __radd__(self, other: Operand) -> RaggedTensor:
        """Return ``other + self``, value by value."""
        return _elementwise().operate("add", other, self)

    def __sub__(self, other: Operand) -> RaggedTensor:
        """Return ``self - other``, value by value."""
        return _elementwise().operate("subtract", self, other)

    def __rsub__(self, other: Operand) -> RaggedTensor:
        """Return ``other - self``, value by value."""
        return _elementwise().operate("subtract", other, self)

    def __mul__(self, other: Operand) -> RaggedTensor:
        """Return ``self * other``, value by value."""
        return _elementwise().operate("multiply", self, other)

    def __rmul__(self, other: Operand) -> RaggedTensor:
        """Return ``other * self``, value by value."""
        return _elementwise().operate("multiply", other, self)

    def __truediv__(self, other: Operand) -> RaggedTensor:
        """Return ``self / other``, value by value."""
        return _elementwise().operate("true_divide", self, other)

    def __rtruediv__(self, other: Operand) -> RaggedTensor:
        """Return ``other / self``, value by value."""
        return _elementwise().operate("true_divide", other, self)

    def __floordiv__(self, other: Operand) -> RaggedTensor:
        """Return ``self // other``, value by value."""
        return _elementwise().operate("floor_divide", self, other)

    def __rfloordiv__(self, other: Operand) -> RaggedTensor:
        """Return ``other // self``, value by value."""
        return _elementwise().operate("floor_divide", other, self)

    def __mod__(self, other: Operand) -> RaggedTensor:
        """Return ``self % other``, value by value."""
        return _elementwise().operate("remainder", self, other)

    def __rmod__(self, other: Operand) -> RaggedTensor:
        """Return ``other % self``, value by value."""
        return _elementwise().operate("remainder", other, self)

    def __pow__(self, other: Operand) -> RaggedTensor:
        """Return ``self ** other``, value by value."""
        return _elementwise().operate("power", self, other)

    def __rpow__(self, other: Operand) -> RaggedTensor:
        """Return ``other ** self``, value by value."""
        return _elementwise().operate("power", other, self)

    def __matmul__(self, other: TensorLike) -> Tensor:
        """Return ``self @ other``, the product of each matrix; a dense vector is a column."""
        from raggedkit.ops import linalg

        return linalg.product(self, other)

    def __rmatmul__(self, other: TensorLike) -> Tensor:
        """Return ``other @ self``, the product of each matrix; a dense vector is a row."""
        from raggedkit.ops import linalg

        return linalg.product(other, self)

    def __and__(self, other: Operand) -> RaggedTensor:
        """Return ``self & other``, value by value."""
        return _elementwise().operate("bitwise_and", self, other)

    def __rand__(self, other: Operand) -> RaggedTensor:
        """Return ``other & self``, value by value."""
        return _elementwise().operate("bitwise_and", other, self)

    def __or__(self, other: Operand) -> RaggedTensor:
        """Return ``self | other``, value by value."""
        return _elementwise().operate("bitwise_or", self, other)

    def __ror__(self, other: Operand) -> RaggedTensor:
        """Return ``other | self``, value by value."""
        return _elementwise().operate("bitwise_or", other, self)

    def __xor__(self, other: Operand) -> RaggedTensor:
        """Return ``self ^ other``, value by value."""
        return _elementwise().operate("bitwise_xor", self, other)

    def __rxor__(self, other: Operand) -> RaggedTensor:
        """Return ``other ^ self``, value by value."""
        return _elementwise().operate("bitwise_xor", other, self)

    def __lshift__(self, other: Operand) -> RaggedTensor:
        """Return ``self << other``, value by value."""
        return _elementwise().operate("left_shift", self, other)

    def __rlshift__(self, other: Operand) -> RaggedTensor:
        """Return ``other << self``, value by value."""
        return _elementwise().operate("left_shift", other, self)

    def __rshift__(self, other: Operand) -> RaggedTensor:
        """Return ``self >> other``, value by value."""
        return _elementwise().operate("right_shift", self, other)

    def __rrshift__(self, other: Operand) -> RaggedTensor:
        """Return ``other >> self``, value by value."""
        return _elementwise().operate("right_shift", other, self)

    def __divmod__(self, other: Operand) -> tuple[RaggedTensor, RaggedTensor]:
        """Return ``(self // other, self % other)``, value by value."""
        return _elementwise().operate("divmod", self, other)

    def __rdivmod__(self, other: Operand) -> tuple[RaggedTensor, RaggedTensor]:
        """Return ``(other // self, other % self)``, value by value."""
        return _elementwise().operate("divmod", other, self)

    def __lt__(self, other: Operand) -> RaggedTensor:
        """Return ``self < other``, value by value."""
        return _elementwise().operate("less", self, other)

    def __le__(self, other: Operand) -> RaggedTensor:
        """Return ``self <= other``, value by value."""
        return _elementwise().operate("less_equal", self, other)

    def __gt__(self, other: Operand) -> RaggedTensor:
        """Return ``self > other``, value by value."""
        return _elementwise().operate("greater", self, other)

    def __ge__(self, other: Operand) -> RaggedTensor:
        """Return ``self >= other``, value by value."""
        return _elementwise().operate("greater_equal", self, other)

    def __eq__(self, other: object) -> RaggedTensor:  # type: ignore[override]
        """Return ``self == other``, value by value; False for values of another kind.

        Notes
        -----
        As in NumPy the result is ragged bools and not a single bool. For a single bool, use
        ``x.identical(y)``, ``np.array_equal(x, y)`` or
        `raggedkit.testing.assert_ragged_equal`. Python compares with ``==`` in
        ``x in a_list``, ``a_list.index(x)``, ``assertEqual`` and the ``==`` of dataclasses:
        they raise TypeError for two tensors that are not one object, or ValueError if the shapes
        don't broadcast.

        An object with an ``__eq__`` of its own, as `unittest.mock.ANY` or a pandas Series, is
        asked first.

        Raises
        ------
        TypeError
            If ``other`` is a list of values of several kinds.
        ValueError
            If the shapes don't broadcast, or ``other`` is ``pandas.NA``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> x = rk.ragged.constant([[1, 2, 3], [], [4]])
        >>> x == 4, x == "four"
        (<RaggedTensor [[False, False, False], [], [True]]>, \
<RaggedTensor [[False, False, False], [], [False]]>)
        >>> x == rk.ragged.constant([[1], [], [4]])
        Traceback (most recent call last):
            ...
        ValueError: shapes must broadcast, got x [3, (d1)] and y [3, (d1)]: on axis 1 row 0 has \
length 3 in x and 1 in y; rows must have equal lengths
        >>> x in [[5], x[:2], x]
        Traceback (most recent call last):
            ...
        TypeError: a RaggedTensor must not be used as a bool; ...
        >>> any(x.identical(y) for y in ([5], x[:2], x))
        True
        """
        # Not a bool, unlike `object.__eq__`: hence the `type: ignore`.
        return _comparing().compare("equal", self, other)

    def __ne__(self, other: object) -> RaggedTensor:  # type: ignore[override]
        """Return ``self != other``, value by value; True for values of another kind."""
        return _comparing().compare("not_equal", self, other)

    def __neg__(self) -> RaggedTensor:
        """Return ``-self``, value by value."""
        return _elementwise().unary("negative", self)

    def __pos__(self) -> RaggedTensor:
        """Return ``+self``, value by value."""
        return _elementwise().unary("positive", self)

    def __invert__(self) -> RaggedTensor:
        """Return ``~self``, value by value."""
        return _elementwise().unary("invert", self)

    def __abs__(self) -> RaggedTensor:
        """Return ``abs(self)``, value by value."""
        return _elementwise().unary("absolute", self)
