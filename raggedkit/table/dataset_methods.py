"""Methods of a table that convert it from and to a Dataset of xarray."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from raggedkit._docstrings import sections_from
from raggedkit.table.storage import Storage

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["DatasetMethods"]


class DatasetMethods(Storage):
    """`from_dataset` and `to_dataset`, which import xarray on the first call."""

    __slots__ = ()

    @overload
    @classmethod
    def from_dataset(
        cls,
        ds: Any,
        names: Sequence[str] | None = None,
        *,
        row_size: str | None = None,
        index: str | None = None,
        row_dim: str | None = None,
        sample_dim: str | None = None,
        fill_missing: Any = None,
        return_mask: Literal[False] = False,
        missing_rows: str = "raise",
    ) -> RaggedTable: ...
    @overload
    @classmethod
    def from_dataset(
        cls,
        ds: Any,
        names: Sequence[str] | None = None,
        *,
        row_size: str | None = None,
        index: str | None = None,
        row_dim: str | None = None,
        sample_dim: str | None = None,
        fill_missing: Any = None,
        return_mask: Literal[True],
        missing_rows: str = "raise",
    ) -> tuple[RaggedTable, RaggedTable]: ...
    @sections_from("interop.xarray.from_dataset")
    @classmethod
    def from_dataset(
        cls,
        ds: Any,
        names: Sequence[str] | None = None,
        *,
        row_size: str | None = None,
        index: str | None = None,
        row_dim: str | None = None,
        sample_dim: str | None = None,
        fill_missing: Any = None,
        return_mask: bool = False,
        missing_rows: str = "raise",
    ) -> Any:
        """Return a Dataset of xarray with rows along one dimension, as a ragged table.

        See `raggedkit.interop.xarray.from_dataset`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> import xarray as xr
        >>> size = ("traj", [2, 0, 1], {"sample_dimension": "obs"})
        >>> ds = xr.Dataset({"rowsize": size, "lat": ("obs", [50.1, 50.2, 48.0])})
        >>> rk.RaggedTable.from_dataset(ds)["lat"]
        <RaggedTensor [[50.1, 50.2], [], [48.0]]>
        """
        from raggedkit.interop import xarray

        # Any: the overloads depend on the value of `return_mask`.
        rules: Any = {"fill_missing": fill_missing, "return_mask": return_mask}
        return xarray.from_dataset(
            ds,
            names,
            row_size=row_size,
            index=index,
            row_dim=row_dim,
            sample_dim=sample_dim,
            missing_rows=missing_rows,
            **rules,
        )

    @sections_from("interop.xarray.to_dataset")
    def to_dataset(
        self,
        *,
        row_dim: str = "row",
        sample_dim: str = "obs",
        row_size: str = "row_size",
        index: str | None = None,
        like: Any = None,
    ) -> Any:
        """Return the table as a Dataset of xarray, by the conventions of CF.

        See `raggedkit.interop.xarray.to_dataset`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> import xarray as xr
        >>> t = rk.RaggedTable({"lat": [[50.1, 50.2], []]}, rows={"track": ["a", "b"]})
        >>> ds = t.to_dataset(row_dim="track", sample_dim="point")
        >>> isinstance(ds, xr.Dataset), dict(ds.sizes)
        (True, {'track': 2, 'point': 2})
        >>> rk.RaggedTable.from_dataset(ds).identical(t)
        True
        """
        from raggedkit.interop import xarray

        return xarray.to_dataset(
            self,  # type: ignore[arg-type]
            row_dim=row_dim,
            sample_dim=sample_dim,
            row_size=row_size,
            index=index,
            like=like,
        )
