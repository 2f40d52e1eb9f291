"""Methods of a ragged tensor for other libraries, which are imported on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

from raggedkit._docstrings import sections_from

if TYPE_CHECKING:
    from raggedkit.plots.accessor import PlotAccessor
    from raggedkit.tensor import RaggedTensor

__all__ = ["InteropMethods"]


class InteropMethods:
    """The methods of `RaggedTensor` for other libraries."""

    # Each method imports its library when called: raggedkit itself needs NumPy alone.
    __slots__ = ()

    @property
    def plot(self) -> PlotAccessor:
        """The plots of this tensor: ``rt.plot()``, ``rt.plot.skyline()``; see `raggedkit.plots`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> from matplotlib.figure import Figure
        >>> rk.ragged.constant([[3, 1], [], [5]]).plot.skyline(ax=Figure().subplots())
        <skyline of 3 rows: lengths 0 to 2, mean 1; 1 empty row>
        """
        from raggedkit.plots.accessor import PlotAccessor

        return PlotAccessor(self)  # type: ignore[arg-type]

    @sections_from("interop.scipy.ragged_to_scipy")
    def to_scipy(
        self,
        format: str = "csr",
        *,
        columns: RaggedTensor | None = None,
        width: SupportsIndex | None = None,
    ) -> Any:
        """Return a SciPy sparse array with these rows.

        See `raggedkit.interop.scipy.ragged_to_scipy`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5, 9, 2]]).to_scipy().toarray()
        array([[3, 1, 0],
               [0, 0, 0],
               [5, 9, 2]])
        """
        from raggedkit.interop import scipy

        made: Any = scipy.ragged_to_scipy(
            self,  # type: ignore[arg-type]
            format,
            columns=columns,
            width=width,
        )
        return made

    @sections_from("interop.scipy.ragged_from_scipy")
    @classmethod
    def from_scipy(cls, matrix: Any, *, return_columns: bool = False) -> Any:
        """Return the rows of a SciPy sparse matrix or array whose values are at the left.

        See `raggedkit.interop.scipy.ragged_from_scipy`.

        Examples
        --------
        >>> import raggedkit as rk, scipy.sparse
        >>> rk.RaggedTensor.from_scipy(scipy.sparse.csr_array([[3, 1], [0, 0]]))
        <RaggedTensor [[3, 1], []]>
        """
        from raggedkit.interop import scipy

        # Any: the overloads depend on the value of `return_columns`.
        how: Any = {"return_columns": return_columns}
        return scipy.ragged_from_scipy(matrix, **how)

    @sections_from("interop.arrow.to_arrow")
    def to_arrow(self) -> Any:
        """Return the tensor as an array of pyarrow.

        See `raggedkit.interop.arrow.to_arrow`. Libraries that read Arrow take the tensor itself,
        also without pyarrow if nanoarrow is installed: ``polars.Series(rt)``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.array([[3, 1], [], [5]]).to_arrow().to_pylist()
        [[3, 1], [], [5]]
        """
        from raggedkit.interop import arrow

        return arrow.to_arrow(self)  # type: ignore[arg-type]

    @sections_from("interop.arrow.from_arrow")
    @classmethod
    def from_arrow(
        cls,
        obj: Any,
        *,
        fill_missing: Any = None,
        return_mask: bool = False,
        missing_rows: str = "raise",
    ) -> Any:
        """Return an Arrow array of lists as a ragged tensor.

        See `raggedkit.interop.arrow.from_arrow`.

        Examples
        --------
        >>> import pyarrow as pa, raggedkit as rk
        >>> rk.RaggedTensor.from_arrow(pa.array([[3, 1], [], [5]]))
        <RaggedTensor [[3, 1], [], [5]]>
        """
        from raggedkit.interop import arrow

        # Any: the overloads depend on the value of `return_mask`.
        rules: Any = {"fill_missing": fill_missing, "return_mask": return_mask}
        return arrow.from_arrow(obj, missing_rows=missing_rows, **rules)

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        """Export the tensor by the Arrow PyCapsule interface."""
        from raggedkit.interop.arrow import _export

        return _export.exported_array(self, requested_schema)

    def __arrow_c_schema__(self) -> Any:
        """Export the type of the tensor by the Arrow PyCapsule interface."""
        from raggedkit.interop.arrow import _export

        return _export.exported_schema(self)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Export the tensor as a stream of one chunk by the Arrow PyCapsule interface."""
        from raggedkit.interop.arrow import _export

        return _export.exported_stream(self, requested_schema)

    @sections_from("interop.awkward.to_awkward")
    def to_awkward(self) -> Any:
        """Return the tensor as an Awkward array.

        See `raggedkit.interop.awkward.to_awkward`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.array([[3, 1], [], [5]]).to_awkward()
        <Array [[3, 1], [], [5]] type='3 * var * int64'>
        """
        from raggedkit.interop import awkward

        return awkward.to_awkward(self)  # type: ignore[arg-type]

    @sections_from("interop.awkward.from_awkward")
    @classmethod
    def from_awkward(
        cls,
        array: Any,
        *,
        fill_missing: Any = None,
        return_mask: bool = False,
        missing_rows: str = "raise",
    ) -> Any:
        """Return an Awkward array of lists as a ragged tensor.

        See `raggedkit.interop.awkward.from_awkward`.

        Examples
        --------
        >>> import awkward as ak, raggedkit as rk
        >>> rk.RaggedTensor.from_awkward(ak.Array([[3, 1], [], [5]]))
        <RaggedTensor [[3, 1], [], [5]]>
        """
        from raggedkit.interop import awkward

        # Any: the overloads depend on the value of `return_mask`.
        rules: Any = {"fill_missing": fill_missing, "return_mask": return_mask}
        return awkward.from_awkward(array, missing_rows=missing_rows, **rules)
