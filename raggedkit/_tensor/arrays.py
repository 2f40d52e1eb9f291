"""Methods of NumPy's arrays; each gives the same result as the NumPy function of its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

from raggedkit._arguments import as_int, is_word
from raggedkit._xp import NUMBERS, host_namespace
from raggedkit.errors import RaggedIndexError, broken_rule

if TYPE_CHECKING:
    from raggedkit._typing import Array, Scalar, TensorLike
    from raggedkit.tensor import RaggedTensor

__all__ = ["ArrayMethods"]

_NUMPY: Any = host_namespace  # its functions dispatch back to raggedkit
_INT32 = 1 << 31  # NumPy's type of the number of decimals


class ArrayMethods:
    """Base class with ``round``, ``clip``, ``T``, ``real`` and others of `RaggedTensor`."""

    __slots__ = ()

    def round(self, decimals: SupportsIndex = 0, out: RaggedTensor | None = None) -> RaggedTensor:
        """Return the values rounded, as `numpy.round`; ``round(rt, 2)`` is ``rt.round(2)``.

        Parameters
        ----------
        decimals
            The number of decimals; negative ones round to tens, hundreds and so on.
        out
            A ragged tensor of the same rows that the result is written to.

        Returns
        -------
        RaggedTensor
            Of the same rows and dtype; an empty row stays empty.

        Raises
        ------
        TypeError
            If the values are not numbers, or ``decimals`` is not an integer.
        ValueError
            If ``decimals`` does not fit 32 bits.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.array([[0.126, 1.5], [], [2.0]]).round(2)
        <RaggedTensor [[0.13, 1.5], [], [2.0]]>
        """
        rt: Any = self  # a mixin doesn't see the class
        kind = rt._flat.dtype.kind
        if kind not in NUMBERS:
            raise TypeError(broken_rule("rt", "have numbers", rt._flat.dtype))
        digits = as_int(decimals, "decimals")
        if not -_INT32 <= digits < _INT32:
            raise ValueError(broken_rule("decimals", "fit 32 bits", digits))
        rounded: RaggedTensor = _NUMPY.round(rt, digits, out=out)
        return rounded

    def __round__(self, ndigits: SupportsIndex | None = None) -> RaggedTensor:
        """Return the values rounded; ``round(rt)`` keeps the dtype, as pandas does."""
        return self.round(0 if ndigits is None else ndigits)

    def clip(
        self,
        min: TensorLike | None = None,
        max: TensorLike | None = None,
        out: RaggedTensor | None = None,
        **kwargs: Any,
    ) -> RaggedTensor:
        """Return the values limited to an interval, as `numpy.clip`.

        `clip_to` limits the lengths of the rows.

        Parameters
        ----------
        min
            The smallest value: a scalar, or an array or ragged tensor that broadcasts.
        max
            The largest value, in the same way.
        out
            A ragged tensor of the same rows that the result is written to.
        **kwargs
            Arguments of NumPy's ufunc ``clip``: ``dtype``, ``casting``.

        Returns
        -------
        RaggedTensor
            Of the same rows, or of the rows that the tensor and the bounds broadcast to; an empty
            row stays empty.

        Raises
        ------
        TypeError
            If a bound has another kind of values than the tensor.
        ValueError
            If a bound does not broadcast.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.array([[3, 1, 4], [], [9, 2]]).clip(2, 4)
        <RaggedTensor [[3, 2, 4], [], [4, 2]]>
        >>> rk.array([[3, 1, 4], [], [9, 2]]).clip(max=[[3], [0], [5]])
        <RaggedTensor [[3, 1, 3], [], [5, 2]]>
        """
        from raggedkit.ops import filling

        rt: Any = self
        for name, bound in (("min", min), ("max", max)):
            # Python's own numbers need no check, which makes an array of a bound.
            if bound is not None and type(bound) not in (int, float):
                filling.check_ordered(bound, name, rt._flat.dtype)
        clipped: RaggedTensor = _NUMPY.clip(rt, min, max, out=out, **kwargs)
        return clipped

    @property
    def T(self) -> RaggedTensor:
        """The tensor with its two axes exchanged: row ``j`` has item ``j`` of each row.

        It is `numpy.transpose`. Empty rows do not appear, and items behind a shorter row move up:
        ``rt.T.T`` has the same values as ``rt``, but not always in the same rows. A tensor of more
        axes has no ``T`` unless `raggedkit.transpose` can reverse them; `swapaxes` exchanges two.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.array([[3, 1, 4], [], [9, 2]]).T
        <RaggedTensor [[3, 9], [1, 2], [4]]>
        """
        from raggedkit.ops import reshaping

        rt: Any = self
        try:
            transposed: RaggedTensor = reshaping.transpose(rt)
        except ValueError as error:  # hasattr and tools that list attributes expect no other error
            raise AttributeError(f"T exchanges the axes: {error}", name="T") from None
        return transposed

    @property
    def real(self) -> RaggedTensor:
        """The real parts of the values in the same rows, as `numpy.real`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.array([[1 + 2j], [], [3.0]]).real
        <RaggedTensor [[1.0], [], [3.0]]>
        """
        found: RaggedTensor = _NUMPY.real(self)
        return found

    @property
    def imag(self) -> RaggedTensor:
        """The imaginary parts of the values in the same rows, as `numpy.imag`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.array([[1 + 2j], [], [3.0]]).imag
        <RaggedTensor [[2.0], [], [0.0]]>
        """
        found: RaggedTensor = _NUMPY.imag(self)
        return found

    def flatten(self, order: str = "C") -> Array:
        """Return a copy of all values as one vector, as `numpy.ndarray.flatten`.

        `ravel` and `flat_values` make no copy; `merge_dims` joins rows of one level.

        Parameters
        ----------
        order
            ``"C"``, ``"A"`` or ``"K"``: row after row. The values have no other order.

        Returns
        -------
        array
            One vector that may be changed; an empty row adds nothing.

        Raises
        ------
        ValueError
            If ``order`` is any other value.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.array([[3, 1], [], [9]]).flatten()
        array([3, 1, 9])
        """
        # Not 'F': ragged rows have no order by columns.
        if not is_word(order, ("C", "A", "K")):
            raise ValueError(broken_rule("order", "be 'C', 'A' or 'K'", order))
        rt: Any = self
        # A copy, as NumPy's `flatten`; `ravel` shares the memory.
        values: Array = rt._flat.reshape(-1).copy()
        return values

    def item(self, *args: Any) -> Scalar:
        """Return one value as a Python scalar, as `numpy.ndarray.item`.

        Parameters
        ----------
        *args
            Nothing if the tensor has one value; the position among the flat values; or one index
            for each axis, also as a tuple.

        Returns
        -------
        bool, int, float, complex, str, bytes, datetime or timedelta
            The value as Python's type.

        Raises
        ------
        RaggedIndexError
            If there is no such value.
        ValueError
            If nothing is given and the tensor has more or fewer values than one.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.array([[3, 1], [], [9]])
        >>> rt.item(2), rt.item(0, 1), rt[2:].item()
        (9, 1, 9)
        """
        rt: Any = self
        index = args[0] if len(args) == 1 and isinstance(args[0], tuple) else args
        n = int(rt._flat.size)
        if not index:
            if n != 1:
                way_out = "select one: rt.item(0, 1)"
                raise ValueError(broken_rule("rt", "have one value", n, way_out))
            return rt._flat.item()
        # One index counts through all values, as in NumPy.
        if len(index) == 1:
            i = as_int(index[0], "args")
            if not -n <= i < n:
                rule = f"be from {-n} to {n - 1}" if n else "be in range, but there are no values"
                raise RaggedIndexError(broken_rule("args", rule, i))
            return rt._flat.item(i)
        if len(index) != rt.ndim:
            rule = f"have one index for each of the {rt.ndim} axes"
            raise RaggedIndexError(broken_rule("args", rule, index))
        key = tuple(as_int(i, f"args[{k}]") for k, i in enumerate(index))
        value = rt[key]
        return value.item() if hasattr(value, "item") else value  # text of StringDType is a str

    def __format__(self, format_spec: str) -> str:
        """Return the rows as text with each value in this format: ``f"{rt:.2f}"``."""
        if not format_spec:
            return str(self)
        from raggedkit.reprs.formatted import formatted

        return formatted(self, format_spec)
