"""Hostile campaign: child processes that try inputs, a watchdog, and findings by kind.

``python -m tests.hostile.campaign SEED LIMIT [FIRST]`` prints the findings by kind.
"""

from __future__ import annotations

import json
import os
import re
import selectors
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Finding", "by_kind", "campaign", "run_span"]

ROOT = Path(__file__).parents[2]
SILENCE = 300  # seconds without a line, on a machine in use, after which a child waits for nothing
CHILD = "tests.hostile.child"


@dataclass(frozen=True)
class Finding:
    """An input with a wrong result: its seed, and the fault."""

    seed: str
    index: int
    call: str
    text: str
    module: str = CHILD

    def __str__(self) -> str:
        """Return the finding and the line that replays it alone."""
        replay = f"-m {self.module} {self.seed} {self.index}"
        return f"{self.call}: {self.text}\n    PYTHONPATH=.:facades .venv/bin/python {replay}"


def run_span(seed: str, first: int, limit: int, module: str = CHILD) -> list[Finding]:
    """Try the inputs from one number up to another; a child that dies is followed by a new one."""
    found: list[Finding] = []
    while first < limit:
        first = _run_child(seed, first, limit, module, found)
    return found


def _run_child(seed: str, first: int, limit: int, module: str, found: list[Finding]) -> int:
    """Return the number of the next input."""
    env = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'facades'}"}
    command = [sys.executable, "-m", module, seed, str(first), str(limit)]
    last, call = first - 1, "the start of the process"
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as child,
    ):
        for line in _lines(child):
            about = json.loads(line)
            last, call = about["index"], about["call"]
            if "finding" in about:
                found.append(Finding(seed, last, call, about["finding"], module))
        code = child.wait()
        errors.seek(0)
        end = errors.read()
    if code or last < limit - 1:
        found.append(Finding(seed, max(last, first), call, _death(code, end), module))
    return max(last, first) + 1


def _lines(child: subprocess.Popen[str]) -> Iterator[str]:
    """Yield the lines that a child writes; end the child if it is silent for long."""
    assert child.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(SILENCE):
                child.send_signal(signal.SIGALRM)
                return
            line = child.stdout.readline()
            if not line:
                return
            yield line


def _death(code: int, errors: str) -> str:
    if code == -signal.SIGPROF:
        return "hang: in machine code"
    if code == -signal.SIGALRM:
        return "hang: waits for nothing"
    name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return f"crash: {name}\n{_ours(errors)}"


def _ours(errors: str) -> str:
    """Return the end of a traceback, without the frames of the harness."""
    lines = [x for x in errors.splitlines() if "tests/hostile/" not in x and "runpy" not in x]
    return "\n".join(f"    {x}" for x in lines[:12])


def campaign(seed: str, limit: int, first: int = 0, processes: int = 2) -> list[Finding]:
    """Try so many inputs in several processes at once."""
    cuts = [first + (limit - first) * k // processes for k in range(processes + 1)]
    with ThreadPoolExecutor(processes) as pool:
        spans = pool.map(lambda k: run_span(seed, cuts[k], cuts[k + 1]), range(processes))
        return [finding for span in spans for finding in span]


def by_kind(found: list[Finding]) -> dict[str, list[Finding]]:
    """Return findings grouped by a shared source line or text, frequent ones first."""
    kinds: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in found:
        head = finding.text.splitlines()[0]
        where = re.search(r"\S+\.py:\d+", finding.text)
        lines = re.findall(r'File "\S*/((?:raggedkit|facades)\S*)", line (\d+)', finding.text)
        place = where[0] if where else ":".join(lines[0]) if lines else finding.call
        kinds[f"{head.split(':')[0]} {place} {re.sub(r'[0-9]+', '#', head)[:60]}"].append(finding)
    return dict(sorted(kinds.items(), key=lambda pair: -len(pair[1])))


def main(seed: str, limit: int, first: int = 0) -> None:
    """Print the findings by kind, with one example each."""
    found = campaign(seed, limit, first)
    kinds = by_kind(found)
    sys.stdout.write(f"{limit - first} inputs, {len(found)} findings, {len(kinds)} kinds\n")
    for kind, findings in kinds.items():
        sys.stdout.write(f"\n## {len(findings)} x {kind}\n{findings[0]}\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *map(int, sys.argv[3:]))
