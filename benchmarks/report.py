"""RESULTS.md, written from results.json: ``python -m benchmarks.report``."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from pathlib import Path

from benchmarks.adapters import LIBRARIES, OURS, PEERS
from benchmarks.data import KINDS, Case
from benchmarks.measure import Record
from benchmarks.misses import figures, misses
from benchmarks.operations import OPERATIONS
from benchmarks.parts import PARTS
from benchmarks.picture import IMAGES, pictures
from benchmarks.results import Results, Run
from benchmarks.summary import summary
from benchmarks.targets import Targets, judge, read_targets

__all__ = ["HERE", "main", "publish", "report", "table"]

HERE = Path(__file__).parent
LOSS = "🔴"

HEAD = """# How fast raggedkit is

Written by `python -m benchmarks` from `results.json`. How the times are taken, and what is asked of
each library, is in [README.md](README.md); what a user can do for speed is in
[docs/speed.md](../docs/speed.md). 🔴 marks what is slower than another library or misses its
figure.

[In short](#in-short) · [The figures to reach](#the-figures-to-reach) · [Missed](#missed) ·
[All operations](#all-operations)
"""

ALT = (
    "Two panels, small and typical rows. For each library a line of dots on a logarithmic axis, "
    "one for each operation: how many times as long it takes as raggedkit. The table above has the "
    "medians and counts."
)

TABLES = """
## All operations

A ratio is the other library's time divided by raggedkit's: above 1 raggedkit is the faster. Where
there are two, the second is raggedkit's with numba (`raggedkit[fast]`). 🔴 marks each ratio below 1
and each row that another library wins. `≠`: it gives another result, so there is no time. `fails`:
it raised an error, listed below the table. `> 20 s`: it was no longer waited for. `–`: it has no
such operation. "copy" is raggedkit's better time over that of copying the bytes that have to be
written, or read where little is written.
"""


def report(results: Results, targets: Targets, picture: str = "") -> str:
    """Return the whole page."""
    records = results.records
    cells = judge(targets, records)
    parts = [HEAD, summary(records), picture, figures(cells), misses(cells, targets)]
    parts.append(_skewed(records))
    parts += [
        write(results.parts[name], targets)
        for name, write in PARTS.items()
        if name in results.parts
    ]
    parts += [TABLES, *(_run(run) for run in results.runs)]
    for case in dict.fromkeys(record.case for record in records):
        parts.append(table(case, [r for r in records if r.case == case]))
    return "\n".join(part for part in parts if part)


def _run(run: Run) -> str:
    machine = run.machine
    on = f"{machine['processor']}, {machine['cores']} cores, {machine['memory']}"
    with_ = ", ".join(f"{name} {version}" for name, version in run.versions.items())
    lines = [
        f"- {'; '.join(map(str, run.cases))}: {on}, {machine['system']}, Python "
        f"{machine['python']}, {with_}"
    ]
    lines += [f"  - without {LIBRARIES[name].title}: {why}" for name, why in run.absent.items()]
    return "\n".join(lines)


def _skewed(records: Iterable[Record]) -> str:
    """Return who gives results at all where one row is far longer than the others."""
    skewed = [record for record in records if record.case.kind == "skewed"]
    if not skewed:
        return ""
    lines = ["\n### Skewed rows: who gives a result\n"]
    for library in (*OURS, *PEERS):
        failed = [record for record in skewed if library in record.failed]
        count = len(failed) + sum(library in record.seconds for record in skewed)
        if count:
            mark = f"{LOSS} " if failed and library in OURS else ""
            names = ", ".join(dict.fromkeys(record.op for record in failed))
            told = f", fails on {names}" if failed else ""
            title = LIBRARIES[library].title
            lines.append(f"- {mark}{title}: {count - len(failed)} of {count}{told}")
    return "\n".join(lines)


# -------------------------------------------------------------------------- tables
def table(case: Case, records: list[Record]) -> str:
    """Return the table of one case: ratios, who wins, and what failed."""
    seen = {name for r in records for name in (*r.seconds, *r.failed, *r.differs, *r.late)}
    present = [peer for peer in PEERS if peer in seen]
    heads = ["", "µs", "copy", *(LIBRARIES[p].title for p in present), "fastest"]
    lines = [
        f"\n### {case}\n",
        f"{KINDS[case.kind]}.\n",
        "| " + " | ".join(heads) + " |",
        "|---|" + "--:|" * (len(heads) - 2) + "---|",
    ]
    lines += [_line(record, present) for record in records]
    return "\n".join([*lines, *_failures(records)])


def _line(record: Record, present: list[str]) -> str:
    ours = [record.seconds[name] for name in OURS if name in record.seconds]
    winner = min(
        (n for n in record.seconds if n != "limit"), key=record.seconds.__getitem__, default=""
    )
    lost = winner not in OURS
    micros = " · ".join(_number(t * 1e6) for t in ours) or _without("raggedkit", record)
    limit = record.seconds.get("limit")
    copy = _number(min(ours) / limit) if ours and limit else "–"
    cells = [_cell(record, peer) for peer in present]
    name = f"{LOSS} **{record.op}**" if lost else record.op
    fastest = LIBRARIES[winner].title if winner else "–"
    row = [f"{name}: {OPERATIONS[record.op].says}", micros, copy, *cells, fastest]
    return "| " + " | ".join(row) + " |"


def _cell(record: Record, peer: str) -> str:
    ratios = [] if peer in record.late else _ratios(record, peer)
    if not ratios:
        return _without(peer, record)
    return " · ".join(f"{LOSS} {_number(r)}" if r < 1 else _number(r) for r in ratios)


def _ratios(record: Record, peer: str) -> list[float]:
    return [ratio for name in OURS if (ratio := record.ratio(peer, name)) is not None]


def _without(library: str, record: Record) -> str:
    if library in record.differs:
        return "≠"
    if library in record.failed:
        return "fails"
    if library in record.late:
        return f"> {record.late[library]:g} s"
    return "–" if library not in record.seconds else _number(record.seconds[library] * 1e6) + " µs"


def _number(x: float) -> str:
    return f"{x:.0f}" if x >= 100 else f"{x:.1f}" if x >= 10 else f"{x:.2f}"


def _failures(records: list[Record]) -> list[str]:
    said: dict[tuple[str, str], list[str]] = {}
    for record in records:
        for library, why in record.failed.items():
            said.setdefault((library, why), []).append(record.op)
    lines = [
        f"- {LIBRARIES[library].title} fails on {', '.join(ops)}: `{why.replace('`', chr(39))}`"
        for (library, why), ops in said.items()
    ]
    return ["", *lines] if lines else []


def publish(results: Results, folder: Path = HERE) -> None:
    """Write the numbers, the page they make, and where matplotlib is there the picture."""
    results.write(folder / "results.json")
    written = pictures(results, IMAGES if folder == HERE else folder)
    names = [os.path.relpath(path, folder) for path in written or _drawn(folder)]
    page = report(results, read_targets(), _picture(names))
    (folder / "RESULTS.md").write_text(page + "\n", encoding="utf-8")


def _drawn(folder: Path) -> list[Path]:
    """Return the pictures of an earlier time; without matplotlib they stay as they are."""
    kept = sorted((IMAGES if folder == HERE else folder).glob("speed-*.svg"), reverse=True)
    return kept if len(kept) == 2 else []


def _picture(names: list[str]) -> str:
    if not names:
        return ""
    light, dark = (name.replace(os.sep, "/") for name in names)
    return (
        f'\n<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="{dark}">\n'
        f'  <img src="{light}" alt="{ALT}" width="860">\n</picture>'
    )


def main() -> None:
    """Write the page anew from the numbers that are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=HERE, help="folder of results.json, RESULTS.md")
    folder = parser.parse_args().to
    publish(Results.read(folder / "results.json"), folder)


if __name__ == "__main__":
    main()
