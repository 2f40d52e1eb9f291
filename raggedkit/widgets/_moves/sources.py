"""Boards of the arguments: a tensor as flat values and one board of row splits per level."""

import itertools
from collections.abc import Sequence
from typing import Any

from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor
from raggedkit.widgets._moves.tape import Cell, Tape, show

__all__ = ["Source", "copied_row", "give_tensor", "list_text"]


class Source:
    """The boards of a tensor on a tape; a prefix tells two tensors apart."""

    def __init__(self, rt: RaggedTensor, prefix: str = "") -> None:
        self.rt = rt
        self.flat = f"{prefix}flat"
        self.levels: list[list[int]] = [p.row_splits().tolist() for p in rt.partitions]
        one = len(self.levels) == 1
        self.splits = [
            f"{prefix}row_splits" + ("" if one else f"_{k}") for k in range(rt.ragged_rank)
        ]
        self.values: list[Any] = rt.flat_values.tolist()

    @property
    def rows(self) -> list[tuple[int, int]]:
        """Start and limit of each row of the innermost ragged axis."""
        splits = self.levels[-1]
        return list(itertools.pairwise(splits))

    def looks(self, row: int, level: int = -1) -> list[Cell]:
        """Return the two row splits around a row."""
        name = self.splits[level]
        return [(name, row), (name, row + 1)]


def give_tensor(
    tape: Tape, rt: Any, argument: str, prefix: str = "", rank: int | None = 1
) -> Source:
    """Put a tensor on a tape; refuse the ranks that a player does not draw."""
    if not isinstance(rt, RaggedTensor):
        raise TypeError(broken_rule(argument, "be a RaggedTensor", rt))
    if rt.flat_values.ndim != 1:
        raise ValueError(
            broken_rule(argument, "have no inner dense axes to be played", f"shape {rt.shape}")
        )
    if rank is not None and rt.ragged_rank != rank:
        raise ValueError(
            broken_rule(argument, f"have {rank} ragged axis to be played here", rt.ragged_rank)
        )
    source = Source(rt, prefix)
    tape.give(source.flat, source.values, source.levels)
    for name, splits in zip(source.splits, source.levels, strict=True):
        tape.give(name, splits)
    return source


def list_text(values: Sequence[Any]) -> str:
    """Return values as a list in the text of a step."""
    return f"[{', '.join(map(show, values))}]"


def copied_row(tape: Tape, name: str, positions: Sequence[int], target: str, start: int) -> None:
    """Copy cells of one board, in this order, to neighbouring cells of another."""
    for k, i in enumerate(positions):
        tape.copy((name, i), (target, start + k))
