"""Whether NumPy's form may serve a call while its loop is compiled.

The digits of a call must not depend on earlier calls or on time. So only kernels whose two forms
give equal bits may change from one form to the other within a process: those that move values,
compare them or count, those that add up integers, and running sums and products, which both forms
compute from left to right. Sums, products and squares of rows of floats, and what is computed from
them, wait for the loop: the order of additions differs. So do the largest and smallest floats, and
their order, because of 0.0 and -0.0, which compare as equal. NaN counts as one value.
"""

from __future__ import annotations

from _thread import _local  # `threading.local`; see `raggedkit._optional`
from collections.abc import Callable
from typing import Any

__all__ = ["CannotCompileError", "UnreadyError", "asked", "same_bits"]


class UnreadyError(Exception):
    """A loop is being compiled, and NumPy's form gives the same bits meanwhile."""


class CannotCompileError(Exception):
    """numba failed to compile a loop, or llvmlite to load it; the cause has the reason."""


class _Asked(_local):
    """The call that this thread works on: name, arguments; None waits for any loop."""

    call: tuple[str, Any] | None = None


asked = _Asked()


def _never(*_: Any) -> bool:
    return False


def _of_integers(position: int) -> Callable[..., bool]:
    """Return the rule of a kernel: equal bits if the dtype at this position is an integer's."""

    def rule(*args: Any) -> bool:
        return args[position].kind in "biu"

    return rule


def _of_integer_values(values: Any, *_: Any) -> bool:
    return values.dtype.kind in "biu"


# Every other kernel moves or counts.
_RULES: dict[str, Callable[..., bool]] = {
    "reduce_rows": _of_integers(4),
    "reduce_runs": _of_integers(4),
    "reduce_spans": _of_integers(6),
    "softmax_rows": _never,
    "sort_rows": _of_integer_values,
    "square_rows": _never,
}


def same_bits(name: str, args: Any) -> bool:
    """Whether both forms of a kernel give equal bits for these arguments."""
    rule = _RULES.get(name)
    return rule is None or rule(*args)
