"""Rows of a Dataset by the CF conventions: the count or index variable, and its dimensions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from raggedkit._kernels.arrays.grouping import order_by_keys
from raggedkit._kernels.arrays.splits import first_decrease, first_negative
from raggedkit._missing import Rules, refusal
from raggedkit._typing import Array
from raggedkit._xp import INT32, INT64
from raggedkit.errors import MissingValueError, UnknownNameError, broken_rule
from raggedkit.partition import RowPartition

__all__ = ["COUNT", "INDEX", "Layout", "existing", "layout_of", "spelled"]

COUNT, INDEX = "sample_dimension", "instance_dimension"  # attributes of CF, section 9.3
_LISTED = 8  # names that an error lists


@dataclass(frozen=True)
class Layout:
    """The variable that has the rows, and the dimensions of rows and items."""

    variable: str
    rows: str
    items: str
    indexed: bool
    nrows: int | None = None  # None if no variable has the dimension
    nitems: int | None = None

    def partition(self, numbers: Array, rules: Rules) -> tuple[RowPartition, Array | None]:
        """Return the partition, and the order of the items by rows; None if they are in order."""
        name = spelled(self.variable)
        if self.indexed:
            return self._by_index(_integers(numbers, name, "rows", rules), name)
        lengths = _integers(numbers, name, "row sizes", rules)
        at = first_negative(lengths)
        if at >= 0:
            raise ValueError(f"{name} must not be negative, got {lengths[at]} in row {at}")
        total = int(lengths.sum(dtype=INT64))
        if self.nitems is not None and total != self.nitems:
            rule = f"add up to the {self.nitems} items of dimension {self.items!r}"
            way_out = f"ds.isel({self.items}=slice({total})) drops items without a row"
            raise ValueError(broken_rule(name, rule, total, way_out if total < self.nitems else ""))
        dtype = INT32 if lengths.dtype == INT32 and total < 2**31 else INT64
        return RowPartition.from_row_lengths(lengths, dtype=dtype), None

    def _by_index(self, rows: Array, name: str) -> tuple[RowPartition, Array | None]:
        lowest, highest = int(rows.min(initial=0)), int(rows.max(initial=-1))
        nrows = highest + 1 if self.nrows is None else self.nrows
        if lowest < 0 or highest >= nrows:
            at = int(((rows < 0) | (rows >= nrows)).argmax())
            rule = f"be from 0 to {nrows - 1}" if nrows else "be empty, as there are no rows"
            raise ValueError(f"{name} must {rule}, got {rows[at]} at item {at}")
        order = None if first_decrease(rows) < 0 else order_by_keys([rows])
        ordered = rows if order is None else rows.take(order)
        return RowPartition.from_value_rowids(ordered, nrows=nrows), order


def layout_of(
    ds: Any,
    row_size: str | None = None,
    index: str | None = None,
    row_dim: str | None = None,
    sample_dim: str | None = None,
) -> Layout:
    """Return the layout of a Dataset by the attributes of CF, or by the names given."""
    if row_size is not None and index is not None:
        way_out = "rows are given by one of both"
        raise ValueError(broken_rule("index", "not be given with row_size", index, way_out))
    if row_size is not None:
        name, indexed = existing(ds, row_size, "row_size"), False
    elif index is not None:
        name, indexed = existing(ds, index, "index"), True
    else:
        name, indexed = _marked(ds)
    variable = ds.variables[name]
    if len(variable.dims) != 1:
        raise ValueError(broken_rule(spelled(name), "have one dimension", variable.dims))
    near = variable.dims[0]
    far = _other_dim(ds, name, indexed, near, row_dim if indexed else sample_dim)
    argument, given = ("sample_dim", sample_dim) if indexed else ("row_dim", row_dim)
    if given is not None and given != near:
        raise ValueError(broken_rule(argument, f"be the dimension of {spelled(name)}", given, near))
    rows, items = (far, near) if indexed else (near, far)
    return Layout(name, rows, items, indexed, ds.sizes.get(rows), ds.sizes.get(items))


def _marked(ds: Any) -> tuple[str, bool]:
    """Return the variable that has an attribute of CF, and whether it is an index."""
    found = [
        (name, INDEX in variable.attrs)
        for name, variable in ds.variables.items()
        if COUNT in variable.attrs or INDEX in variable.attrs
    ]
    if len(found) == 1:
        return found[0]
    if found:
        names = [name for name, _ in found]
        ways = " or ".join(f"{'index' if i else 'row_size'}={name!r}" for name, i in found)
        rule = "have one count or index variable"
        raise ValueError(broken_rule("ds", rule, names, f"choose {ways}"))
    whole = [
        f"{name!r} ({variable.dims[0]}: {variable.size})"
        for name, variable in ds.variables.items()
        if variable.dtype.kind in "iu" and variable.ndim == 1
    ]
    there = f"the vectors of integers are {_listed(whole)}" if whole else "no vector has integers"
    way_out = "name a count variable: row_size='...', sample_dim='...'"
    rule = f"have a variable with the attribute {COUNT!r} or {INDEX!r}"
    raise ValueError(f"ds must {rule}, got none; {there}; {way_out}")


def _other_dim(ds: Any, name: str, indexed: bool, near: str, given: str | None) -> str:
    """Return the dimension that the attribute of a variable names, or the one given."""
    attribute, argument = (INDEX, "row_dim") if indexed else (COUNT, "sample_dim")
    where = argument if given is not None else f"{spelled(name)}.attrs[{attribute!r}]"
    far = ds.variables[name].attrs.get(attribute) if given is None else given
    there = "the dimensions are " + _listed([f"{dim!r} ({n})" for dim, n in ds.sizes.items()])
    if far is None:
        way_out = f"{spelled(name)} has no attribute {attribute!r}; {there}"
        raise ValueError(broken_rule(argument, "be given", None, way_out))
    if not isinstance(far, str):
        raise TypeError(broken_rule(where, "be the name of a dimension", far, there))
    # No dimension is there without a variable: that of the rows beside an index, or that of the
    # items if there are no columns. Beside other dimensions its name must be wrong.
    absent = far not in ds.sizes and not indexed and len(ds.sizes) > 1
    if far == near or absent:
        raise ValueError(broken_rule(where, f"be a dimension beside {near!r}", far, there))
    return far


def existing(ds: Any, name: Any, argument: str) -> str:
    """Return the name of a variable; raise if there is none."""
    if not isinstance(name, str):
        raise TypeError(broken_rule(argument, "be the name of a variable", name))
    if name not in ds.variables:
        there = [repr(other) for other in ds.variables]
        way_out = f"the variables are {_listed(there)}" if there else "there are no variables"
        raise UnknownNameError(broken_rule(argument, "be the name of a variable", name, way_out))
    return name


def spelled(name: str) -> str:
    """Return the spelling of a variable for errors."""
    return f"ds[{name!r}]"


def _listed(names: list[str]) -> str:
    return ", ".join(names[:_LISTED]) + (", ..." if len(names) > _LISTED else "")


def _integers(numbers: Array, name: str, what: str, rules: Rules) -> Array:
    """Return row sizes or rows as integers; xarray reads those with a fill value as floats."""
    if numbers.dtype.kind == "f":
        missing = np.isnan(numbers)
        if missing.any():
            if what == "rows" or rules.rows == "raise":
                raise _refused(missing, name, what)
            numbers = np.where(missing, 0, numbers)
        whole = np.isfinite(numbers) & (numbers == np.floor(numbers))
        if not whole.all():
            got = float(numbers[int(whole.argmin())])
            raise TypeError(broken_rule(name, "contain integers", got))
        return numbers.astype(INT64)
    if numbers.dtype.kind not in "iu":
        raise TypeError(broken_rule(name, "contain integers", str(numbers.dtype)))
    return numbers if numbers.dtype in (INT32, INT64) else numbers.astype(INT64)


def _refused(missing: Array, name: str, what: str) -> MissingValueError:
    at, count = int(missing.argmax()), int(np.count_nonzero(missing))
    if what == "row sizes":
        return refusal("rows", name, count, missing.size, [at])
    got = f"got {count} of {missing.size}, the first at {name}[{at}]"
    way_out = "drop these items first: ds.dropna(dim, subset=[...])"
    return MissingValueError(f"{name} must have no missing numbers of rows, {got}; {way_out}")
