"""Moves between the six encodings of a row partition: through the row splits where neither is."""

from collections.abc import Sequence

from raggedkit.widgets._moves.tape import Answer, Tape, show

__all__ = ["ENCODINGS", "convert"]

ENCODINGS = (
    "row_splits",
    "row_lengths",
    "value_rowids",
    "row_starts",
    "row_limits",
    "uniform_row_length",
)


def convert(tape: Tape, splits: Sequence[int], source: str, target: str) -> Answer:
    """Record how ``target`` follows from ``source``, with ``nrows`` and ``nvals`` where needed."""
    nrows, nvals = len(splits) - 1, splits[-1]
    _give(tape, splits, source)
    if source != "row_splits":
        tape.output("row_splits", nrows + 1)
        _TO_SPLITS[source](tape, nrows, nvals)
    if target != "row_splits":
        _FROM_SPLITS[target](tape, nrows, nvals)
    return Answer(target, shape=() if target == "uniform_row_length" else None)


def _give(tape: Tape, splits: Sequence[int], source: str) -> None:
    rows = range(len(splits) - 1)
    lengths = [splits[i + 1] - splits[i] for i in rows]
    cells: dict[str, Sequence[int]] = {
        "row_splits": splits,
        "row_lengths": lengths,
        "value_rowids": [i for i in rows for _ in range(lengths[i])],
        "row_starts": splits[:-1],
        "row_limits": splits[1:],
        "uniform_row_length": lengths[:1] or [0],
    }
    tape.give(source, cells[source], (splits,) if source == "value_rowids" else ())


# --- to the row splits --------------------------------------------------------------------------


def _first_split(tape: Tape) -> None:
    tape.fill(("row_splits", 0), 0)
    tape.step("row_splits[0] = 0", note="Row splits always start with 0.")


def _add_lengths(tape: Tape, nrows: int, nvals: int) -> None:
    _first_split(tape)
    for i in range(nrows):
        note = "" if tape.at("row_lengths", i) else f"Row {i} is empty: the split is repeated."
        chain = tape.compute("add", ("row_splits", i), ("row_lengths", i), ("row_splits", i + 1))
        tape.step(chain, note=note)


def _count_rowids(tape: Tape, nrows: int, nvals: int) -> None:
    tape.output("row_lengths", nrows)
    for i in range(nrows):
        tape.fill(("row_lengths", i), 0)
    zeros = [0] * nrows
    tape.step(
        f"row_lengths[:] = {zeros}",
        note=f"nrows = {nrows}: the row ids alone do not show empty rows at the end.",
    )
    for k in range(nvals):
        i = tape.at("value_rowids", k)
        before = tape.at("row_lengths", i)
        tape.fill(("row_lengths", i), before + 1)
        tape.step(
            f"row_lengths[value_rowids[{k}]] = row_lengths[{i}] + 1 = {before} + 1 = {before + 1}",
            looks=[("value_rowids", k)],
        )
    _add_lengths(tape, nrows, nvals)


def _join_starts(tape: Tape, nrows: int, nvals: int) -> None:
    for i in range(nrows):
        tape.copy(("row_starts", i), ("row_splits", i))
        tape.step(f"row_splits[{i}] = row_starts[{i}] = {tape.at('row_starts', i)}")
    tape.fill(("row_splits", nrows), nvals)
    tape.step(
        f"row_splits[{nrows}] = {nvals}",
        note="The starts do not tell where the last row ends: nvals does.",
    )


def _join_limits(tape: Tape, nrows: int, nvals: int) -> None:
    _first_split(tape)
    for i in range(nrows):
        tape.copy(("row_limits", i), ("row_splits", i + 1))
        tape.step(f"row_splits[{i + 1}] = row_limits[{i}] = {tape.at('row_limits', i)}")


def _multiply_length(tape: Tape, nrows: int, nvals: int) -> None:
    length = tape.at("uniform_row_length", 0)
    for i in range(nrows + 1):
        tape.fill(("row_splits", i), i * length)
        tape.step(
            f"row_splits[{i}] = {i} * uniform_row_length[0] = {i} * {length} = {i * length}",
            looks=[("uniform_row_length", 0)],
        )


_TO_SPLITS = {
    "row_lengths": _add_lengths,
    "value_rowids": _count_rowids,
    "row_starts": _join_starts,
    "row_limits": _join_limits,
    "uniform_row_length": _multiply_length,
}


# --- from the row splits ------------------------------------------------------------------------


def _subtract_splits(tape: Tape, nrows: int, nvals: int) -> None:
    if "row_lengths" not in tape.boards:
        tape.output("row_lengths", nrows)
    for i in range(nrows):
        left, right = ("row_splits", i + 1), ("row_splits", i)
        chain = tape.compute("subtract", left, right, ("row_lengths", i))
        empty = tape.at("row_lengths", i) == 0
        tape.step(chain, note=f"Row {i} is empty: two equal splits." if empty else "")


def _repeat_rows(tape: Tape, nrows: int, nvals: int) -> None:
    splits = tape.now["row_splits"]
    tape.output("value_rowids", nvals, (splits,))
    for i in range(nrows):
        start, limit = splits[i], splits[i + 1]
        for k in range(start, limit):
            tape.fill(("value_rowids", k), i)
        tape.step(
            f"value_rowids[{start}:{limit}] = {[i] * (limit - start)}",
            looks=[("row_splits", i), ("row_splits", i + 1)],
            note="" if limit > start else f"Row {i} is empty: its number appears nowhere.",
        )


def _drop_last(tape: Tape, nrows: int, nvals: int) -> None:
    tape.output("row_starts", nrows)
    for i in range(nrows):
        tape.copy(("row_splits", i), ("row_starts", i))
        tape.step(f"row_starts[{i}] = row_splits[{i}] = {tape.at('row_splits', i)}")


def _drop_first(tape: Tape, nrows: int, nvals: int) -> None:
    tape.output("row_limits", nrows)
    for i in range(nrows):
        tape.copy(("row_splits", i + 1), ("row_limits", i))
        tape.step(f"row_limits[{i}] = row_splits[{i + 1}] = {tape.at('row_splits', i + 1)}")


def _compare_lengths(tape: Tape, nrows: int, nvals: int) -> None:
    _subtract_splits(tape, nrows, nvals)
    tape.output("uniform_row_length", 1)
    lengths = tape.now["row_lengths"]
    for i in range(1, nrows):
        if lengths[i] != lengths[0]:
            tape.step(
                f"(row_lengths[{i}] == row_lengths[0]) = ({lengths[i]} == {lengths[0]}) = False",
                looks=[("row_lengths", i), ("row_lengths", 0)],
                note=f"Row {i} has another length than row 0: there is no uniform row length.",
            )
            return
    if nrows:
        tape.copy(("row_lengths", 0), ("uniform_row_length", 0))
        tape.step(
            f"uniform_row_length[0] = row_lengths[0] = {show(lengths[0])}",
            note="All rows have this length.",
        )


_FROM_SPLITS = {
    "row_lengths": _subtract_splits,
    "value_rowids": _repeat_rows,
    "row_starts": _drop_last,
    "row_limits": _drop_first,
    "uniform_row_length": _compare_lengths,
}
