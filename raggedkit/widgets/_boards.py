"""Static HTML of boards and steps, for snapshots of the step player and the quiz."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from raggedkit._options import Options
from raggedkit.reprs.markup import Html, element, escape, page, table_row
from raggedkit.reprs.tables import facts, heading, table

__all__ = ["board_table", "steps_page"]


def steps_page(data: Mapping[str, Any], texts: Mapping[str, Sequence[str]]) -> str:
    """Return the boards, ``texts`` being those after the last step, and a table of all steps."""

    def render(options: Options) -> Html:
        boards = [
            board_table(board, texts[board["name"]], options.max_items) for board in data["boards"]
        ]
        refused = f"Refused: {data['refused']}" if data["refused"] else ""
        end = facts(refused or f"Result: {data['result']}")
        return Html(
            element("b", data["title"])
            + f", {len(data['steps'])} steps\n"
            + "".join(boards)
            + _steps(data["steps"], options.max_rows)
            + end
        )

    return page(render, f"steps of {data['title']}".replace('"', "'"))


def board_table(board: Mapping[str, Any], texts: Sequence[str], most: int) -> Html:
    """Return one board as a table, its rows below each other, with a limited number of cells."""
    rows = []
    shown = 0
    for label, start, limit in lines_of(board):
        if shown >= most and limit > start:
            rows.append(table_row([element("td", "...", class_="more")]))
            break
        some = texts[start : min(limit, start + most - shown)]
        shown += len(some)
        cells = [element("td", text or " ") for text in some]
        if len(some) < limit - start:
            cells.append(element("td", f"+{limit - start - len(some)} more", class_="more"))
        if limit == start:
            cells = [element("td", "empty", class_="more", colspan=9)]
        head = [element("th", f"row {label}", scope="row")] if label else []
        rows.append(table_row([*head, *cells]))
    about = "" if board["given"] else " after the last step"
    return Html(heading(board["name"], about.strip()) + table((), rows))


def lines_of(board: Mapping[str, Any]) -> Iterator[tuple[str, int, int]]:
    """Yield the label, start and limit of each line of a board: its rows, or one for a vector."""
    if board["shape"]:
        rows, columns = board["shape"]
        for row in range(rows):
            yield str(row), row * columns, (row + 1) * columns
        return
    if not board["splits"]:
        yield "", 0, board["size"]
        return
    labels = [str(i) for i in range(len(board["splits"][0]) - 1)]
    for splits, inner in pairwise(board["splits"]):
        if inner is not None:
            labels = [
                f"{label}, {k}"
                for label, (start, limit) in zip(labels, pairwise(splits), strict=True)
                for k in range(limit - start)
            ]
    for label, (start, limit) in zip(labels, pairwise(board["splits"][-1]), strict=True):
        yield label, start, limit


def _steps(steps: Sequence[Mapping[str, Any]], most: int) -> Html:
    """Return the numbered texts of the steps, the first and the last ones if there are many."""
    numbered = list(enumerate(steps, 1))
    hidden = max(len(numbered) - most, 0)
    if hidden:
        half = most // 2
        numbered = numbered[:half] + numbered[len(numbered) - (most - half) :]
    rows = []
    for k, (i, each) in enumerate(numbered):
        if hidden and k == most // 2:
            rows.append(
                table_row([element("td", f"{hidden} more steps", class_="more", colspan=3)])
            )
        note = element("td", element("small", each["note"]), class_="more")
        rows.append(table_row([element("th", str(i)), element("td", each["text"]), note]))
    head = [element("th", name, scope="col") for name in ("step", "arithmetic", "note")]
    summary = element("summary", escape("steps"))
    return element("details", summary, table(head, rows), open="open")
