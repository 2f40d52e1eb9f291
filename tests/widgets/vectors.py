"""Events and the states after them, recorded in ``vectors.json`` for Python and JavaScript.

``python -m tests.widgets.vectors`` records them again; look at the difference before committing it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import raggedkit as rk
from raggedkit.widgets._step import step
from raggedkit.widgets._window import opened
from tests.widgets.sequences import plain

__all__ = ["PATH", "brief", "first", "read"]

PATH = Path(__file__).with_name("vectors.json")


def read() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="utf-8"))
    return cases


def first(case: dict[str, Any]) -> Any:
    """Return the state before the events of a case."""
    rank, dtype = case["ragged_rank"], case.get("dtype")
    return opened(rk.ragged.constant(case["rows"], ragged_rank=rank, dtype=dtype))


def brief(state: dict[str, Any]) -> dict[str, Any]:
    """Return what a case records of a state."""
    names = ("levels", "uniform", "items", "error", "key")
    found = {name: state[name] for name in names}
    if state["typed"]:
        found["typed"] = state["typed"]
    return {**found, "past": len(state["past"]), "future": len(state["future"])}


def record() -> None:
    cases = read()
    for case in cases:
        state, case["after"] = first(case), []
        for event in case["events"]:
            state = step(state, event)
            case["after"].append(brief(plain(state)))
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    PATH.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    record()
