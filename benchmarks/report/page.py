"""RESULTS.md: summary, targets, and a table of ratios for each case."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from statistics import median

from benchmarks.adapters import LIBRARIES, OURS, PEERS
from benchmarks.cases import KINDS, Case
from benchmarks.operations import OPERATIONS
from benchmarks.report.picture import IMAGES, pictures
from benchmarks.report.target_tables import PARTS, ratio_misses, ratio_targets
from benchmarks.report.targets import Targets, judge, number, read_targets
from benchmarks.results import FOLDER, EngineSummary, Record, Results, Run, engine_summary

__all__ = ["publish", "report", "summary", "table"]

LOSS = "🔴"

HEAD = """# How fast raggedkit is

Written by `python -m benchmarks` from `results.json`. [README.md](README.md) describes the
measurement, [docs/speed.md](../docs/speed.md) has performance tips. 🔴 marks a result that is
slower than another library or misses its target.

[Summary](#summary) · [Targets](#targets) · [Missed targets](#missed-targets) ·
[All operations](#all-operations)
"""

ALT = (
    "Two panels, small and typical rows. For each library a line of dots on a logarithmic axis, "
    "one for each operation: its time divided by raggedkit's. The table above has the medians "
    "and counts."
)

TABLES = """
## All operations

A ratio is the other library's time divided by raggedkit's; above 1 raggedkit is faster. If there
are two ratios, the second is for raggedkit with numba (`raggedkit[fast]`). 🔴 marks each ratio
below 1 and each operation in which another library is the fastest. `≠`: the result differs, so
there is no time. `fails`: the library raised an error, listed below the table. `> 20 s`: the
library timed out. `–`: the library has no such operation. "copy" is raggedkit's better time divided
by the time to copy the bytes that the operation has to write (or to read, if it writes little).
"""


def report(results: Results, targets: Targets, picture: str = "") -> str:
    """Return the whole page."""
    records = results.records
    judged = judge(targets, records)
    parts = [HEAD, summary(records), picture, ratio_targets(judged), ratio_misses(judged, targets)]
    parts.append(_skewed(records))
    parts += [
        write(results.parts[name], targets)
        for name, write in PARTS.items()
        if name in results.parts
    ]
    parts += [TABLES, *(_run(run) for run in results.runs)]
    # Cases in the order of measurement, each once.
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
    """Return which libraries succeed if one row is much longer than the others."""
    skewed = [record for record in records if record.case.kind == "skewed"]
    if not skewed:
        return ""
    lines = ["\n### Skewed rows: successful operations\n"]
    for library in (*OURS, *PEERS):
        failed = [record for record in skewed if library in record.failed]
        # Operations that a library does not have are not failures.
        count = len(failed) + sum(library in record.seconds for record in skewed)
        if count:
            mark = f"{LOSS} " if failed and library in OURS else ""
            names = ", ".join(dict.fromkeys(record.op for record in failed))
            fails = f", fails on {names}" if failed else ""
            title = LIBRARIES[library].title
            lines.append(f"- {mark}{title}: {count - len(failed)} of {count}{fails}")
    return "\n".join(lines)


# ------------------------------------------------------------------------- summary
def summary(records: list[Record], dtype: str = "float32") -> str:
    """Return two sentences, a table of row kinds and engines, and the slowest operations."""
    present = [peer for peer in PEERS if any(record.ratio(peer) for record in records)]
    heads = ["rows", "raggedkit", "fastest", *(LIBRARIES[peer].title for peer in present)]
    rows, slow = [], []
    shown: dict[str, list[EngineSummary]] = {}
    for kind, description in KINDS.items():
        part = [record for record in records if record.case == Case(kind, dtype)]
        shown[kind] = [found for engine in OURS if (found := engine_summary(part, engine)).compared]
        for found in shown[kind]:
            name = f"**{kind}**: {description}" if found is shown[kind][0] else ""
            row = [name, _engine(found.engine), f"{found.won} of {found.compared}"]
            rows.append(
                "| " + " | ".join(row + [_median_cell(found, peer) for peer in present]) + " |"
            )
        slow += [_slowest(kind, part)] * bool(shown[kind])
    return "\n".join(
        [
            "\n## Summary\n",
            *(
                _sentence(kind, shown[kind], present)
                for kind in ("typical", "small")
                if shown[kind]
            ),
            f"Values are {dtype}. Each cell has the median ratio (the other library's time divided "
            "by raggedkit's, over all operations that both support), and the number of operations "
            "in which raggedkit is at least as fast.\n",
            "| " + " | ".join(heads) + " |",
            "|---|---|" + "---|" * (len(heads) - 2),
            *rows,
            "\nLowest ratios (with the better engine of raggedkit):\n",
            *slow,
        ]
    )


def _sentence(kind: str, found: list[EngineSummary], peers: list[str]) -> str:
    # The engine with numba is last, if it was measured.
    best = found[-1]
    ratios = {peer: [ratio for ratio, _ in best.ratios[peer]] for peer in peers}
    medians = [
        f"{LIBRARIES[p].title} {number(median(found))}" for p, found in ratios.items() if found
    ]
    fewer = f" ({found[0].won} on NumPy alone)" if len(found) > 1 else ""
    rows = "1e5 rows of about ten values" if kind == "typical" else "5 rows"
    engine = "with numba" if len(found) > 1 else "on NumPy alone"
    return (
        f"**On {rows} raggedkit {engine} is the fastest in {best.won} of {best.compared} "
        f"operations**{fewer}. Median ratios: {', '.join(medians)}.\n"
    )


def _median_cell(found: EngineSummary, peer: str) -> str:
    ratios = [ratio for ratio, _ in found.ratios[peer]]
    if not ratios:
        return "–"
    faster = sum(ratio >= 1 for ratio in ratios)
    return f"{number(median(ratios))} × ({faster} of {len(ratios)})"


def _engine(name: str) -> str:
    return "NumPy alone" if name == "raggedkit" else "`[fast]`"


def _slowest(kind: str, records: list[Record], most: int = 6) -> str:
    """Return the operations with the lowest ratios to any other library."""
    found = []
    for record in records:
        for peer in PEERS:
            ratios = [ratio for engine in OURS if (ratio := record.ratio(peer, engine))]
            # Slower with both engines; users choose the better one.
            if ratios and max(ratios) < 1:
                found.append((max(ratios), record.op, peer))
    lowest: dict[str, str] = {}
    for ratio, op, peer in sorted(found):
        # Sorted by ratio, so the first entry of an operation is its worst.
        lowest.setdefault(op, f"{op} {number(ratio)} ({LIBRARIES[peer].title})")
    if not lowest:
        return f"- {kind}: raggedkit is never slower."
    rest = len(lowest) - most
    more = f", and {rest} more in red below" if rest > 0 else ""
    return f"- {kind}: {', '.join(list(lowest.values())[:most])}{more}."


# -------------------------------------------------------------------- table of a case
def table(case: Case, records: list[Record]) -> str:
    """Return the table of one case: times, ratios, the fastest library, and errors."""
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
    # "limit" is the copy of the bytes, not a library.
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
    row = [f"{name}: {OPERATIONS[record.op].description}", micros, copy, *cells, fastest]
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
    errors: dict[tuple[str, str], list[str]] = {}
    for record in records:
        for library, why in record.failed.items():
            errors.setdefault((library, why), []).append(record.op)
    lines = [
        f"- {LIBRARIES[library].title} fails on {', '.join(ops)}: `{why.replace('`', chr(39))}`"
        for (library, why), ops in errors.items()
    ]
    return ["", *lines] if lines else []


# -------------------------------------------------------------------------- files
def publish(results: Results, folder: Path = FOLDER) -> None:
    """Write results.json, RESULTS.md and, if matplotlib is installed, the picture."""
    results.write(folder / "results.json")
    written = pictures(results, IMAGES if folder == FOLDER else folder)
    names = [os.path.relpath(path, folder) for path in written or _drawn(folder)]
    page = report(results, read_targets(), _picture(names))
    (folder / "RESULTS.md").write_text(page + "\n", encoding="utf-8")


def _drawn(folder: Path) -> list[Path]:
    """Return the pictures that exist already; they are kept if matplotlib is missing."""
    kept = sorted((IMAGES if folder == FOLDER else folder).glob("speed-*.svg"), reverse=True)
    return kept if len(kept) == 2 else []


def _picture(names: list[str]) -> str:
    if not names:
        return ""
    light, dark = (name.replace(os.sep, "/") for name in names)
    return (
        f'\n<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="{dark}">\n'
        f'  <img src="{light}" alt="{ALT}" width="860">\n</picture>'
    )
