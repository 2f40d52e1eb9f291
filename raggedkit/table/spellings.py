"""Attributes that a table does not have: names of columns, and names of other libraries."""

from __future__ import annotations

from raggedkit.table.storage import Storage

__all__ = ["no_attribute"]

# Spelling -> the names of pandas, polars, dplyr, xarray and Awkward that it answers.
_SPELLINGS = {
    "t.with_columns(y=t['x'])": "add_column assign insert mutate with_column",
    "t[t['x'] > 1]": "filter loc mask query where",
    "t[0]": "at get iat iloc row",
    "t[-5:]": "tail",
    "t[:5]": "limit take",
    "t.sort('x')": "arrange order_by sort_by sort_values",
    "t.top(2, by='x')": "nlargest top_k",
    "t.agg(total=('x', 'sum'))": "aggregate describe group_by groupby summarise summarize",
    "t.apply_rows(len, returns='array')": "apply map map_rows pipe transform",
    "t.drop('x')": "pop",
    "t.rows['id']": "coords index",
    "t.row_lengths()": "count counts lengths",
    "len(t)": "height n_rows nrows num_rows shape size",
    "list(t.columns)": "column_names fields keys names",
    "{name: x.dtype for name, x in t.columns.items()}": "dtype dtypes schema",
    "list(t)": "iter_rows iterrows itertuples to_dicts to_list tolist",
    "t.explode()": "flatten to_dict unnest",
    "t.identical(t)": "equals",
    "rk.RaggedTable.concat([t, t])": "append concatenate extend vstack",
}


def no_attribute(table: Storage, name: str) -> AttributeError:
    """Return the error for an attribute that a table does not have."""
    message = f"'RaggedTable' object has no attribute {name!r}"
    way_out = next((how for how, names in _SPELLINGS.items() if name in names.split()), "")
    if name in table._columns:
        way_out = f"t[{name!r}]"
    elif name in table._rows:
        way_out = f"t.rows[{name!r}]"
    if way_out:
        return AttributeError(f"{message}; use {way_out}", name=name)  # no obj: Python would guess
    return AttributeError(message, name=name, obj=table)
