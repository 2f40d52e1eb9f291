"""Arguments of a table: columns over one shared partition, and labels of its rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from raggedkit._plan.operands import splits_dtype
from raggedkit._typing import Array
from raggedkit._xp import INT64, as_array, device_of, handed_out, is_array, owned
from raggedkit.errors import VALUES, MissingValueError, broken_rule
from raggedkit.ops.construct import array_without_rules
from raggedkit.partition import RowPartition
from raggedkit.table.named import own_name
from raggedkit.tensor import RaggedTensor

__all__ = ["as_columns", "as_mapping", "as_rows", "shared"]

Namer = Callable[[str], str]  # name of a column or label -> its spelling in errors


def as_mapping(given: Any, argument: str, kinds: str) -> dict[str, Any]:
    """Return a mapping of names as a dict of its own; ``kinds`` are the values, for errors."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        way_out = ""
        if hasattr(given, "columns") or hasattr(given, "column_names"):
            way_out = "for a data frame, RaggedTable.from_frame(frame, by=...)"
            given = type(given).__name__
        rule = f"be a dict from names to {kinds}"
        raise TypeError(broken_rule(argument, rule, given, way_out))
    return {own_name(name, argument): value for name, value in given.items()}


def as_columns(given: dict[str, Any], spelled: Namer) -> dict[str, RaggedTensor]:
    """Return each value as a ragged tensor."""
    return {name: _column(x, spelled(name)) for name, x in given.items()}


def _column(x: Any, spelled: str) -> RaggedTensor:
    if isinstance(x, RaggedTensor):
        return x
    # A flat array is the usual mistake, so its error comes before those of the conversion.
    if is_array(x) and x.ndim < 2 and x.dtype.kind != "O":
        way_out = (
            "labels of rows are given as rows=..., flat values as other.with_flat_values(values)"
        )
        got = f"an array of shape {x.shape}"
        raise ValueError(f"{spelled} must have rows, got {got}; {way_out}")
    try:
        return array_without_rules(x)
    except MissingValueError as error:
        raise error.named(spelled) from None
    except (TypeError, ValueError) as error:
        # The error may be of a subclass whose constructor takes other arguments.
        kind = TypeError if isinstance(error, TypeError) else ValueError
        # The conversion names its argument `obj`, the caller knows the column.
        text = re.sub(r"\bobj\b", lambda _: spelled, str(error))
        raise kind(text) from error


def as_rows(given: dict[str, Any], n: int, spelled: Namer) -> dict[str, Array]:
    """Return each value as a read-only array ``[n, ...]``."""
    return {name: _labels(x, n, spelled(name)) for name, x in given.items()}


def _labels(x: Any, n: int, spelled: str) -> Array:
    rule = "be an array with one item per row"
    if isinstance(x, RaggedTensor):
        raise TypeError(broken_rule(spelled, rule, x, "a ragged tensor is a column"))
    try:
        labels = as_array(x)
    except MissingValueError as error:
        raise error.named(spelled) from None
    except (TypeError, ValueError) as error:
        raise TypeError(broken_rule(spelled, f"contain {VALUES}, of one kind", x)) from error
    if not labels.ndim:
        raise ValueError(broken_rule(spelled, rule, x))
    if labels.shape[0] != n:
        rule = f"have one item for each of the {n} rows"
        raise ValueError(broken_rule(spelled, rule, labels.shape[0]))
    if labels.dtype.kind not in "biufcmMSUT" and not _are_bytes(labels):
        raise TypeError(broken_rule(spelled, f"contain {VALUES}", labels.dtype))
    return handed_out(owned(labels))


def _are_bytes(labels: Array) -> bool:
    """Whether an array of objects has bytes: those that end in NUL have no other dtype."""
    if labels.dtype.kind != "O":
        return False
    return all(isinstance(x, bytes) for x in labels.ravel().tolist())


def shared(
    partition: RowPartition | None,
    columns: dict[str, RaggedTensor],
    spelled: Namer,
    of: str = "the partition",
) -> tuple[RowPartition, dict[str, RaggedTensor]]:
    """Return one partition for all columns, and the columns over it.

    It is ragged unless each is declared uniform, and int64 unless all row splits are int32. ``of``
    names the partition that is given, for errors.
    """
    first: RowPartition | None = partition
    for name, column in columns.items():
        part = column._parts[0]
        if first is None:
            first, of = part, repr(name)
        elif part is not first:
            _check_alike(part, first, spelled(name), of)
    if first is None:
        way_out = "rk.RowPartition.from_row_lengths(...) creates one"
        raise ValueError(broken_rule("partition", "be given without columns", None, way_out))
    every = [p for p in (partition, *(c._parts[0] for c in columns.values())) if p is not None]
    # A length stays declared only if all columns declare it.
    chosen = next((p for p in every if p._uniform is None), first)
    dtype = splits_dtype(*columns.values()) if columns else chosen._dtype
    # A partition that was given with int64 splits keeps them; columns do not narrow it.
    if partition is not None and partition._dtype == INT64:
        dtype = INT64
    chosen = chosen.with_dtype(dtype)
    return chosen, {name: _over(column, chosen) for name, column in columns.items()}


def _over(column: RaggedTensor, partition: RowPartition) -> RaggedTensor:
    """Return the column with this outermost partition, which has the same rows."""
    parts = column._parts
    if parts[0] is partition:
        return column
    inner = (p.with_dtype(partition._dtype) for p in parts[1:])
    return RaggedTensor._make(column._flat, (partition, *inner))


def _check_alike(part: RowPartition, first: RowPartition, spelled: str, of: str) -> None:
    """Raise unless two partitions have the same row lengths on the same device."""
    if part._xp is not first._xp:
        rule = f"be on the device of {of}"
        got = device_of(part._get_splits())
        raise ValueError(broken_rule(spelled, rule, got, "move one of them: rt.to_device(...)"))
    if part._nrows != first._nrows:
        raise ValueError(broken_rule(spelled, f"have the {first._nrows} rows of {of}", part._nrows))
    if not part._same_cuts(first):
        mine, theirs = part._get_lengths(), first._get_lengths()
        row = int((mine != theirs).argmax())  # the first True
        got = f"got length {int(mine[row])} for {int(theirs[row])} in row {row}"
        raise ValueError(f"{spelled} must have the row lengths of {of}, {got}")
