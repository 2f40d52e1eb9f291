"""The head of RESULTS.md: who wins how often, by how much, and where raggedkit is slowest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from benchmarks.adapters import LIBRARIES, OURS, PEERS
from benchmarks.data import KINDS, Case
from benchmarks.measure import Record
from benchmarks.targets import number

__all__ = ["Standing", "standing", "summary"]


@dataclass(frozen=True)
class Standing:
    """How raggedkit stands on one kind of rows.

    Attributes
    ----------
    engine
        The column of raggedkit that is meant.
    compared, won
        Operations that any other library has too, and those where raggedkit is the fastest.
    against
        For each library the ratios, lowest first, with their operations.
    """

    engine: str
    compared: int
    won: int
    against: dict[str, list[tuple[float, str]]]

    def told(self, peer: str) -> str:
        """Return one cell of the table."""
        ratios = [ratio for ratio, _ in self.against[peer]]
        if not ratios:
            return "–"
        faster = sum(ratio >= 1 for ratio in ratios)
        return f"{number(median(ratios))} × ({faster} of {len(ratios)})"


def standing(records: Iterable[Record], engine: str) -> Standing:
    """Count, over the records in which the engine has a time."""
    against: dict[str, list[tuple[float, str]]] = {peer: [] for peer in PEERS}
    compared = won = 0
    for record in records:
        ratios = {peer: ratio for peer in PEERS if (ratio := record.ratio(peer, engine))}
        for peer, ratio in ratios.items():
            against[peer].append((ratio, record.op))
        compared += bool(ratios)
        won += bool(ratios) and min(ratios.values()) >= 1
    return Standing(engine, compared, won, {peer: sorted(found) for peer, found in against.items()})


def summary(records: list[Record], dtype: str = "float32") -> str:
    """Return a sentence, a line for each kind of rows and engine, and the slowest operations."""
    present = [peer for peer in PEERS if any(record.ratio(peer) for record in records)]
    heads = ["rows", "raggedkit", "fastest of all", *(LIBRARIES[peer].title for peer in present)]
    rows, slow = [], []
    shown: dict[str, list[Standing]] = {}
    for kind, says in KINDS.items():
        part = [record for record in records if record.case == Case(kind, dtype)]
        shown[kind] = [found for engine in OURS if (found := standing(part, engine)).compared]
        for found in shown[kind]:
            name = f"**{kind}**: {says}" if found is shown[kind][0] else ""
            row = [name, _engine(found.engine), f"{found.won} of {found.compared}"]
            rows.append("| " + " | ".join(row + [found.told(peer) for peer in present]) + " |")
        slow += [_slowest(kind, part)] * bool(shown[kind])
    return "\n".join(
        [
            "\n## In short\n",
            *(
                _sentence(kind, shown[kind], present)
                for kind in ("typical", "small")
                if shown[kind]
            ),
            f"Values are {dtype}. A cell is how many times as long the other library takes (the "
            "median over all operations that both have), and in how many of them raggedkit is at "
            "least as fast.\n",
            "| " + " | ".join(heads) + " |",
            "|---|---|" + "---|" * (len(heads) - 2),
            *rows,
            "\nSlowest beside another library (times as long as raggedkit, the better engine "
            "counted):\n",
            *slow,
        ]
    )


def _sentence(kind: str, found: list[Standing], peers: list[str]) -> str:
    best = found[-1]
    ratios = [[ratio for ratio, _ in best.against[peer]] for peer in peers]
    told = [
        f"{LIBRARIES[peer].title} {number(median(held))}"
        for peer, held in zip(peers, ratios, strict=True)
        if held
    ]
    fewer = f" ({found[0].won} on NumPy alone)" if len(found) > 1 else ""
    rows = "1e5 rows of about ten values" if kind == "typical" else "5 rows"
    engine = "with numba" if len(found) > 1 else "on NumPy alone"
    return (
        f"**On {rows} raggedkit {engine} is the fastest in {best.won} of {best.compared} "
        f"operations**{fewer}; the others take, in the median, as many times as long: "
        f"{', '.join(told)}.\n"
    )


def _engine(name: str) -> str:
    return "NumPy alone" if name == "raggedkit" else "`[fast]`"


def _slowest(kind: str, records: list[Record], most: int = 6) -> str:
    """Return the operations with the lowest ratios, whoever is ahead in them."""
    found = []
    for record in records:
        for peer in PEERS:
            ratios = [ratio for engine in OURS if (ratio := record.ratio(peer, engine))]
            if ratios and max(ratios) < 1:
                found.append((max(ratios), record.op, peer))
    lowest: dict[str, str] = {}
    for ratio, op, peer in sorted(found):
        lowest.setdefault(op, f"{op} {number(ratio)} ({LIBRARIES[peer].title})")
    if not lowest:
        return f"- {kind}: none is slower."
    rest = len(lowest) - most
    more = f", and {rest} more in red below" if rest > 0 else ""
    return f"- {kind}: {', '.join(list(lowest.values())[:most])}{more}."
