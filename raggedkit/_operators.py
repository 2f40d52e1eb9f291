"""The operators of a ragged tensor: each forwards to one NumPy ufunc, value by value, and @."""

from __future__ import annotations

from functools import cache
from typing import Any

__all__ = ["Operators"]


@cache  # an import in every call costs as much as the call of a ufunc
def _elementwise() -> Any:
    from raggedkit.ops import elementwise

    return elementwise


class Operators:
    """What `RaggedTensor` inherits its operators from."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        """Return ``self + other``, value by value."""
        return _elementwise().operate("add", self, other)

    def __radd__(self, other: Any) -> Any:
        """Return ``other + self``, value by value."""
        return _elementwise().operate("add", other, self)

    def __sub__(self, other: Any) -> Any:
        """Return ``self - other``, value by value."""
        return _elementwise().operate("subtract", self, other)

    def __rsub__(self, other: Any) -> Any:
        """Return ``other - self``, value by value."""
        return _elementwise().operate("subtract", other, self)

    def __mul__(self, other: Any) -> Any:
        """Return ``self * other``, value by value."""
        return _elementwise().operate("multiply", self, other)

    def __rmul__(self, other: Any) -> Any:
        """Return ``other * self``, value by value."""
        return _elementwise().operate("multiply", other, self)

    def __truediv__(self, other: Any) -> Any:
        """Return ``self / other``, value by value."""
        return _elementwise().operate("true_divide", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        """Return ``other / self``, value by value."""
        return _elementwise().operate("true_divide", other, self)

    def __floordiv__(self, other: Any) -> Any:
        """Return ``self // other``, value by value."""
        return _elementwise().operate("floor_divide", self, other)

    def __rfloordiv__(self, other: Any) -> Any:
        """Return ``other // self``, value by value."""
        return _elementwise().operate("floor_divide", other, self)

    def __mod__(self, other: Any) -> Any:
        """Return ``self % other``, value by value."""
        return _elementwise().operate("remainder", self, other)

    def __rmod__(self, other: Any) -> Any:
        """Return ``other % self``, value by value."""
        return _elementwise().operate("remainder", other, self)

    def __pow__(self, other: Any) -> Any:
        """Return ``self ** other``, value by value."""
        return _elementwise().operate("power", self, other)

    def __rpow__(self, other: Any) -> Any:
        """Return ``other ** self``, value by value."""
        return _elementwise().operate("power", other, self)

    def __matmul__(self, other: Any) -> Any:
        """Return ``self @ other``, the product of each matrix; a dense vector is a column."""
        from raggedkit.ops import linalg

        return linalg.product(self, other)

    def __rmatmul__(self, other: Any) -> Any:
        """Return ``other @ self``, the product of each matrix; a dense vector is a row."""
        from raggedkit.ops import linalg

        return linalg.product(other, self)

    def __and__(self, other: Any) -> Any:
        """Return ``self & other``, value by value."""
        return _elementwise().operate("bitwise_and", self, other)

    def __rand__(self, other: Any) -> Any:
        """Return ``other & self``, value by value."""
        return _elementwise().operate("bitwise_and", other, self)

    def __or__(self, other: Any) -> Any:
        """Return ``self | other``, value by value."""
        return _elementwise().operate("bitwise_or", self, other)

    def __ror__(self, other: Any) -> Any:
        """Return ``other | self``, value by value."""
        return _elementwise().operate("bitwise_or", other, self)

    def __xor__(self, other: Any) -> Any:
        """Return ``self ^ other``, value by value."""
        return _elementwise().operate("bitwise_xor", self, other)

    def __rxor__(self, other: Any) -> Any:
        """Return ``other ^ self``, value by value."""
        return _elementwise().operate("bitwise_xor", other, self)

    def __lshift__(self, other: Any) -> Any:
        """Return ``self << other``, value by value."""
        return _elementwise().operate("left_shift", self, other)

    def __rlshift__(self, other: Any) -> Any:
        """Return ``other << self``, value by value."""
        return _elementwise().operate("left_shift", other, self)

    def __rshift__(self, other: Any) -> Any:
        """Return ``self >> other``, value by value."""
        return _elementwise().operate("right_shift", self, other)

    def __rrshift__(self, other: Any) -> Any:
        """Return ``other >> self``, value by value."""
        return _elementwise().operate("right_shift", other, self)

    def __divmod__(self, other: Any) -> Any:
        """Return ``(self // other, self % other)``, value by value."""
        return _elementwise().operate("divmod", self, other)

    def __rdivmod__(self, other: Any) -> Any:
        """Return ``(other // self, other % self)``, value by value."""
        return _elementwise().operate("divmod", other, self)

    def __lt__(self, other: Any) -> Any:
        """Return ``self < other``, value by value."""
        return _elementwise().operate("less", self, other)

    def __le__(self, other: Any) -> Any:
        """Return ``self <= other``, value by value."""
        return _elementwise().operate("less_equal", self, other)

    def __gt__(self, other: Any) -> Any:
        """Return ``self > other``, value by value."""
        return _elementwise().operate("greater", self, other)

    def __ge__(self, other: Any) -> Any:
        """Return ``self >= other``, value by value."""
        return _elementwise().operate("greater_equal", self, other)

    def __eq__(self, other: object) -> Any:
        """Return ``self == other``, value by value; False where the two can't be compared."""
        return _elementwise().compare("equal", self, other)

    def __ne__(self, other: object) -> Any:
        """Return ``self != other``, value by value; True where the two can't be compared."""
        return _elementwise().compare("not_equal", self, other)

    def __neg__(self) -> Any:
        """Return ``-self``, value by value."""
        return _elementwise().unary("negative", self)

    def __pos__(self) -> Any:
        """Return ``+self``, value by value."""
        return _elementwise().unary("positive", self)

    def __invert__(self) -> Any:
        """Return ``~self``, value by value."""
        return _elementwise().unary("invert", self)

    def __abs__(self) -> Any:
        """Return ``abs(self)``, value by value."""
        return _elementwise().unary("absolute", self)
