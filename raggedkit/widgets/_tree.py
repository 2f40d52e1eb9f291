"""Rows of all levels as nested lists, on which edits are list operations."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeAlias

from raggedkit.widgets._state import Rows, Splits

__all__ = ["Tree", "flattened", "nodes_of", "tree_of"]

Tree: TypeAlias = list[Any]  # rows of the outermost level; the innermost lists are of numbers


def tree_of(rows: Rows) -> Tree:
    """Return the outermost rows as nested lists of the numbers of their values."""
    nodes: Tree = list(rows.items)
    for splits in reversed(rows.levels):
        nodes = [nodes[a:b] for a, b in pairwise(splits)]
    return nodes


def nodes_of(tree: Tree, level: int) -> list[Tree]:
    """Return the rows of a level, which are lists inside the tree."""
    nodes = tree
    for _ in range(level):
        nodes = [row for outer in nodes for row in outer]
    return nodes


def flattened(tree: Tree, like: Rows) -> Rows:
    """Return the rows of a tree, of as many levels as ``like``, with its declared lengths."""
    levels: list[Splits] = []
    nodes = tree
    for _ in like.levels:
        splits = [0]
        for row in nodes:
            splits.append(splits[-1] + len(row))
        levels.append(tuple(splits))
        nodes = [item for row in nodes for item in row]
    return replace(like, levels=tuple(levels), items=tuple(nodes))
