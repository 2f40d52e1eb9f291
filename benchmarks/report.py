"""RESULTS.md, written from results.json: ``python -m benchmarks.report``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from benchmarks.adapters import LIBRARIES, OURS, PEERS
from benchmarks.data import KINDS, Case
from benchmarks.measure import Record
from benchmarks.operations import OPERATIONS
from benchmarks.parts import PARTS
from benchmarks.results import Results, Run
from benchmarks.targets import Found, Targets, judge, read_targets

__all__ = ["HERE", "main", "publish", "report", "table"]

HERE = Path(__file__).parent
LOSS = "🔴"

HEAD = """# How fast raggedkit is

Written by `python -m benchmarks`; the numbers behind it are in `results.json`. How they are taken
and what they mean is in [README.md](README.md).

A ratio is the other library's time divided by raggedkit's: above 1 raggedkit is the faster. Where
there are two, the second is raggedkit's with numba (`raggedkit[fast]`). 🔴 marks each ratio below 1
and each row that another library wins. `≠`: it gives another result, so there is no time. `fails`:
it raised an error, listed below the table. `–`: it has no such operation. "copy" is raggedkit's
better time over that of copying the bytes that have to be written, or read where little is written.
"""


def report(results: Results, targets: Targets) -> str:
    """Return the whole page."""
    parts = [HEAD, *(_run(run) for run in results.runs), _figures(judge(targets, results.records))]
    parts += [_misses(judge(targets, results.records), targets), _skewed(results.records)]
    parts += [
        write(results.parts[name], targets)
        for name, write in PARTS.items()
        if name in results.parts
    ]
    cases = dict.fromkeys(record.case for record in results.records)
    order = list(KINDS)
    for case in sorted(cases, key=lambda c: (order.index(c.kind), c.inner)):
        parts.append(table(case, [r for r in results.records if r.case == case]))
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


# ------------------------------------------------------------------------- figures
def _figures(cells: Iterable[Found]) -> str:
    lines = [
        "\n## The figures to reach\n",
        "Each cell: how many ratios reach their figure, and the lowest against it. Rows of vectors "
        "(inner dimension) are not counted.\n",
        "| | library | figure | found |",
        "|---|---|---|---|",
    ]
    for cell in cells:
        title, peer = cell.target.title, LIBRARIES[cell.peer].title
        lines.append(f"| {title} | {peer} | ≥ {cell.target.at_least[cell.peer]:g} | {cell} |")
    return "\n".join(lines)


def _misses(cells: Iterable[Found], targets: Targets) -> str:
    rows = []
    for cell in cells:
        for ratio, bar, record in cell.misses:
            where = f"{record.op}, {record.case}"
            rows.append(
                f"| {cell.target.title} | {LIBRARIES[cell.peer].title} | {where} | {ratio:.3g} "
                f"| {bar:g} | {ratio / bar:.2f} | {targets.why(record, cell.peer)} |"
            )
    if not rows:
        return ""
    head = ["\n### Missed\n", "| figure | library | where | ratio | figure | of it | why |"]
    return "\n".join([*head, "|---|---|---|---|---|---|---|", *rows])


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
    present = [p for p in PEERS if any(p in {*r.seconds, *r.failed, *r.differs} for r in records)]
    heads = ["", "µs", "copy", *(LIBRARIES[p].title for p in present), "fastest"]
    lines = [
        f"\n## {case}\n",
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
    ratios = [ratio for name in OURS if (ratio := record.ratio(peer, name)) is not None]
    if not ratios:
        return _without(peer, record)
    return " · ".join(f"{LOSS} {_number(r)}" if r < 1 else _number(r) for r in ratios)


def _without(library: str, record: Record) -> str:
    if library in record.differs:
        return "≠"
    if library in record.failed:
        return "fails"
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
    """Write the numbers, and the page they make."""
    folder.mkdir(parents=True, exist_ok=True)
    results.write(folder / "results.json")
    page = report(results, read_targets())
    (folder / "RESULTS.md").write_text(page + "\n", encoding="utf-8")


def main() -> None:
    """Write the page anew from the numbers that are there."""
    publish(Results.read())


if __name__ == "__main__":
    main()
