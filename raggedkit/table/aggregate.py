"""Aggregation of a table: one result per row from named reductions or functions of columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Literal, TypeAlias, overload

from raggedkit._arguments import REFUSE
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._typing import Array
from raggedkit._xp import as_array, readonly
from raggedkit.errors import broken_rule
from raggedkit.ops.columns import column
from raggedkit.ops.uniques import unique
from raggedkit.table.inputs import as_mapping
from raggedkit.table.named import check_new, named
from raggedkit.table.storage import Storage
from raggedkit.tensor import RaggedTensor

__all__ = ["REDUCTIONS", "AggregateMethods"]

Frame: TypeAlias = Literal["pandas", "polars", "arrow"]
How: TypeAlias = str | tuple[str, str | Callable[[RaggedTensor], Any]]


def _of_method(name: str) -> Callable[..., Any]:
    """Return the reduction that is a method of a tensor."""
    return lambda rt, **empty: getattr(rt, name)(axis=1, **empty)


def _item(position: int) -> Callable[..., Any]:
    """Return the item at this position of each row, as a reduction."""
    return lambda rt, empty=REFUSE: column(rt, position, default=empty)


# Name -> the function of a column.
REDUCTIONS: dict[str, Callable[..., Any]] = {
    **{name: _of_method(name) for name in ("all", "any")},
    "count": lambda rt: rt.row_lengths(),
    "first": _item(0),
    "last": _item(-1),
    **{name: _of_method(name) for name in ("max", "mean", "median", "min")},
    "n_unique": lambda rt: unique(rt).row_lengths(),
    **{name: _of_method(name) for name in ("prod", "std", "sum", "var")},
}
_UNDEFINED = {"first", "last", "max", "min"}  # they have no result for an empty row
_WITH_EMPTY = {*_UNDEFINED, "mean", "std", "var"}  # they accept ``empty``


class AggregateMethods(Storage):
    """`agg`."""

    __slots__ = ()

    @overload
    def agg(
        self,
        aggregations: Mapping[str, How] | None = None,
        /,
        *,
        empty: Any = REFUSE,
        frame: None = None,
        **named: How,
    ) -> dict[str, Array]: ...

    @overload
    def agg(
        self,
        aggregations: Mapping[str, How] | None = None,
        /,
        *,
        empty: Any = REFUSE,
        frame: Frame,
        **named: How,
    ) -> Any: ...

    def agg(
        self,
        aggregations: Mapping[str, How] | None = None,
        /,
        *,
        empty: Any = REFUSE,
        frame: Frame | None = None,
        **named: How,
    ) -> Any:
        """Return one result per row for each name: the row labels, then the aggregations.

        Parameters
        ----------
        aggregations
            A dict of aggregations, for names that are no Python identifiers.
        empty
            The result for an empty row of ``"first"``, ``"last"``, ``"max"`` and ``"min"``, which
            have none; or a dict with the result of each aggregation by its name, also for
            ``"mean"``, ``"std"`` and ``"var"``.
        frame
            ``"pandas"``, ``"polars"`` or ``"arrow"`` for a data frame instead of a dict.
        **named
            Aggregations by the name of their result: ``"count"`` for the row lengths, or a pair
            ``(column, reduction)``. The reduction is ``"all"``, ``"any"``, ``"count"``,
            ``"first"``, ``"last"``, ``"max"``, ``"mean"``, ``"median"``, ``"min"``,
            ``"n_unique"``, ``"prod"``, ``"std"``, ``"sum"`` or ``"var"``, or a function that is
            called once with the whole column and returns one result per row.

        Returns
        -------
        dict or data frame
            Arrays ``[nrows, ...]`` by name.

        Raises
        ------
        TypeError
            If an aggregation is neither ``"count"`` nor a pair, or a reduction is not defined for
            the dtype of its column.
        UnknownNameError
            If there is no such column.
        ValueError
            If there is no such reduction, a function does not return one result per row, a name is
            that of a row label, or a row is empty where the reduction has no result for it.

        Notes
        -----
        An empty row has the sum 0, the product 1, the mean, median, ``"std"`` and ``"var"`` NaN,
        the count 0; ``"all"`` is True and ``"any"`` False. ``"std"`` and ``"var"`` divide by the
        number of items, as in NumPy.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"amount": [[3, 9], [], [2]]}, rows={"user": ["a", "b", "c"]})
        >>> found = t.agg(total=("amount", "sum"), most=("amount", "max"), n="count", empty=-1)
        >>> {name: values.tolist() for name, values in found.items()}
        {'user': ['a', 'b', 'c'], 'total': [12, 0, 2], 'most': [9, -1, 2], 'n': [2, 0, 1]}
        >>> t.agg(spread=("amount", lambda x: x.max(axis=1, empty=0) - x.min(axis=1, empty=0)))
        {'user': array(['a', 'b', 'c'], dtype='<U1'), 'spread': array([6, 0, 0])}
        >>> t.agg(most=("amount", "max"))
        Traceback (most recent call last):
            ...
        ValueError: most must have a value in every row for 'max', got none in row 1; choose the \
result for an empty row: agg(..., empty=...)
        """
        given = as_mapping(aggregations, "aggregations", "pairs (column, reduction)")
        for name in named:
            if name in given:
                raise ValueError(broken_rule("aggregations", "not repeat a keyword", name))
        given |= named
        check_new(given, self._rows, "agg", "row labels")
        fills = _fills(empty, given)
        found: dict[str, Any] = {name: readonly(labels) for name, labels in self._rows.items()}
        for name, how in given.items():
            found[name] = _aggregated(self, name, how, fills)
        if frame is None:
            return found
        return import_module("raggedkit.table.frames").make_frame(found, frame)


def _fills(empty: Any, given: Mapping[str, Any]) -> dict[str | None, Any]:
    """Return the result for an empty row by aggregation; that of None is for all others."""
    if not isinstance(empty, Mapping):
        return {None: empty}
    for name in empty:
        if name not in given:
            raise ValueError(broken_rule("empty", "have names of aggregations", name))
    return {None: REFUSE, **empty}


def _aggregated(table: Storage, name: str, how: Any, fills: dict[str | None, Any]) -> Array:
    """Return one result per row of a table."""
    # 'count' needs no column, so it is not a pair.
    if isinstance(how, str) and how == "count":
        return table._partition.row_lengths()
    pair = isinstance(how, tuple | list) and len(how) == 2
    if not pair or not (isinstance(how[1], str) or callable(how[1])):
        raise TypeError(broken_rule(name, "be 'count' or a pair (column, reduction)", how))
    rt: RaggedTensor = named(table, how[0], rows=False, argument=f"{name}[0]")
    if callable(how[1]):
        _check_accepts_empty(name, "a function", fills)
        return _checked(how[1](rt), len(rt), name)
    if how[1] not in REDUCTIONS:
        way_out = f"reductions are {', '.join(REDUCTIONS)}, or a function of the column"
        raise ValueError(broken_rule(f"{name}[1]", "be a reduction", how[1], way_out))
    empty = _empty(rt, name, how[1], fills)
    try:
        result = REDUCTIONS[how[1]](rt, **empty)
    except (TypeError, ValueError) as error:
        # The error may be of a subclass whose constructor takes other arguments.
        kind = TypeError if isinstance(error, TypeError) else ValueError
        # The reductions name their own argument, which the caller of `agg` never sees.
        column = f"column {how[0]!r}"
        text = re.sub(r"^(rt|values|input_tensor)\b", lambda _: column, str(error))
        raise kind(f"{name}: {text}") from error
    return _checked(result, len(rt), name)


def _check_accepts_empty(name: str, reduction: str, fills: dict[str | None, Any]) -> None:
    if name in fills and reduction not in _WITH_EMPTY:
        rule = f"be for one of the reductions {', '.join(sorted(_WITH_EMPTY))}"
        raise ValueError(f"empty[{name!r}] must {rule}, got {reduction}")


def _empty(
    rt: RaggedTensor, name: str, reduction: str, fills: dict[str | None, Any]
) -> dict[str, Any]:
    """Return the keyword with the result for an empty row; raise if a row needs one."""
    _check_accepts_empty(name, reduction, fills)
    if name in fills:
        return {"empty": fills[name]}
    if reduction not in _UNDEFINED:
        return {}
    if fills[None] is not REFUSE:
        return {"empty": fills[None]}
    # Checked before the call, so that the error names the aggregation and the row.
    row = first_true(rt._parts[0]._get_lengths() == 0)
    if row >= 0:
        rule = f"have a value in every row for {reduction!r}, got none in row {row}"
        way_out = "choose the result for an empty row: agg(..., empty=...)"
        raise ValueError(f"{name} must {rule}; {way_out}")
    return {}


def _checked(result: Any, n: int, name: str) -> Array:
    """Return the result of a reduction as an array with one item per row."""
    rule = f"return one result for each of the {n} rows"
    if isinstance(result, RaggedTensor):
        raise ValueError(broken_rule(name, rule, result.shape.as_list()))
    try:
        array = as_array(result)
    except (TypeError, ValueError):
        raise TypeError(broken_rule(name, rule, result)) from None
    if not array.ndim or array.shape[0] != n:
        raise ValueError(broken_rule(name, rule, array.shape if array.ndim else result))
    return array
