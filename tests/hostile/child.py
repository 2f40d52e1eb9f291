"""Child process that tries hostile inputs one by one, with limited memory and time.

``python -m tests.hostile.child SEED FIRST LIMIT`` prints a line of JSON before each input and one
for each finding. Without LIMIT one input alone is tried: so a finding is replayed.
"""

from __future__ import annotations

import faulthandler
import json
import os
import resource
import signal
import sys
import warnings
from collections import defaultdict
from importlib.util import find_spec
from random import Random
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit._kernels import dispatch as engine
from raggedkit._kernels.compiled import bridge as numba
from raggedkit._kernels.compiled import segment as numba_segment
from tests.hostile import calls, judge, targets, tensors
from tests.hostile.trial import Hang, described, findings

__all__ = ["Inputs", "main"]

MEMORY = 2 << 30  # bytes beyond those at the start
PATIENCE = 15.0  # seconds of the processor for one input; loops may have to be compiled first
SMALL_FORMS = engine.small_forms
HAS_NUMBA = find_spec("numba") is not None
# Of each hundred inputs; a kind that is not named gets all.
SHARES = {
    "functions": 32,
    "methods": 20,
    "operators": 12,
    "numpy": 12,
    "ufuncs": 10,
    "face": 12,
    "plots": 2,
}


class Inputs:
    """The inputs of a campaign, by number: the same for the same seed and the same callables."""

    def __init__(self, seed: str, groups: dict[str, list[targets.Target]]) -> None:
        self.seed, self.groups = seed, groups
        self.order = [kind for kind in groups for _ in range(SHARES.get(kind, 1))]
        Random(seed).shuffle(self.order)

    def target(self, index: int) -> targets.Target:
        """Return the callable of an input: each of a kind in turn."""
        turn, at = divmod(index, len(self.order))
        kind = self.order[at]
        nth = turn * self.order.count(kind) + self.order[:at].count(kind)
        return self.groups[kind][nth % len(self.groups[kind])]

    def call(self, index: int) -> tuple[calls.Call, bool]:
        """Return the call of an input, and whether compiled loops do the work."""
        rng = Random(f"{self.seed}/{index}")
        compiled = HAS_NUMBA and rng.random() < 0.3
        kinds = tensors.KINDS[:2] if compiled else None
        return calls.make_call(self.target(index), rng, kinds), compiled


def _limit_memory() -> None:
    """Let this process have so much more memory than it has now."""
    with open("/proc/self/status") as status:
        data = next(int(line.split()[1]) for line in status if line.startswith("VmData"))
    limit = data * 1024 + MEMORY
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def _interrupt(signum: int, frame: Any) -> None:
    raise Hang


def _prepare() -> None:
    """Set signals, limits, and how compiled loops are shared out."""
    faulthandler.enable()
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    signal.signal(signal.SIGVTALRM, _interrupt)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # it ends the process, where Python can't
    numba._SHARE = 4
    numba_segment._BLOCK, numba_segment._SHORT = 4, 0
    _limit_memory()


def _watched(inputs: Inputs, index: int, patience: float) -> list[str]:
    """Return the findings of one input, which has a limited time of the processor."""
    signal.setitimer(signal.ITIMER_VIRTUAL, patience)
    signal.setitimer(signal.ITIMER_PROF, 3 * patience)
    try:
        return _one(inputs, index)
    except Hang as hang:
        return [f"hang: at {judge.place(hang)}"]
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)


# small forms that leave all input to the other forms
_NONE: Any = defaultdict(lambda: lambda *args: None)


def _one(inputs: Inputs, index: int) -> list[str]:
    call, compiled = inputs.call(index)
    engine.COMPILED_FROM = 0 if compiled else 1 << 62
    form = "numba" if compiled else "numpy"
    at_length = compiled or index % 2  # few rows take the way that many do
    engine.small_forms = _NONE if at_length else SMALL_FORMS
    with rk.options(engine=form):
        texts = list(findings(call))
    return [f"{text}\n    {form}: {described(call)}" for text in texts]


def main(
    groups: dict[str, list[targets.Target]], arguments: list[str], patience: float = PATIENCE
) -> None:
    """Try the inputs from one number up to another, and write a line about each."""
    seed, first, limit = arguments[0], int(arguments[1]), int([*arguments, "-1"][2])
    out = os.fdopen(os.dup(1), "w", buffering=1)  # whatever a call prints goes elsewhere
    os.dup2(2, 1)
    inputs = Inputs(seed, groups)
    _prepare()
    for index in range(first, limit if limit >= 0 else first + 1):
        about = {"index": index, "call": inputs.target(index).name}
        out.write(json.dumps(about) + "\n")
        for text in _watched(inputs, index, patience):
            out.write(json.dumps({**about, "finding": text}) + "\n")
            if limit < 0:
                out.write(text + "\n")


if __name__ == "__main__":
    main(targets.groups(), sys.argv[1:])
