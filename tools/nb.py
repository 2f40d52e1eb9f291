"""Normalization and execution of notebooks.

``--execute`` runs each notebook and rewrites it in the committed form, ``--check`` lists deviations
from that form, ``--compare`` runs copies and compares every output, ``--html FOLDER`` runs copies
and writes HTML pages. The committed form contains nothing that differs between two runs: no
timings, versions, widget state, or tracebacks with paths. If R, its kernel or rpy2 is missing, a
notebook that needs it is skipped with a message; under CI=true that is an error.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbconvert import HTMLExporter

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.isolation import isolate  # a script has only its own folder on sys.path

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
PATIENCE = 600  # seconds for a cell and for starting a kernel; both are slow on a busy machine
TIMING_KEYS = {"execution", "ExecuteTime"}
VIEW_KEYS = {"collapsed", "scrolled", "jp-MarkdownHeadingCollapsed"}
A_PATH = re.compile(
    r"(?<![\w/.])/(?:home|root|Users|tmp|var|opt|usr|mnt)/\w[\w./-]*|[A-Z]:\\\\?Users"
)
AN_ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}")
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
RAISES = {"raises-exception", "nbval-raises-exception"}

Notebook = Any  # nbformat's nodes are dictionaries with attribute access


def normalised(notebook: Notebook) -> Notebook:
    """Return a copy in the committed form."""
    nb = nbformat.from_dict(nbformat.v4.upgrade(notebook))
    nb.nbformat, nb.nbformat_minor = 4, 5
    nb.metadata = nbformat.from_dict(_notebook_metadata(nb.metadata))
    taken: set[str] = set()
    count = 0
    for position, cell in enumerate(nb.cells):
        cell.id = _stable_id(cell, position, taken)
        cell.metadata = nbformat.from_dict(
            {k: v for k, v in sorted(cell.metadata.items()) if k not in TIMING_KEYS | VIEW_KEYS}
        )
        if cell.cell_type == "code":
            ran = cell.execution_count is not None or cell.outputs
            count += bool(ran)
            cell.execution_count = count if ran else None
            cell.outputs = list(_outputs(cell.outputs, cell.execution_count))
    return nb


def _notebook_metadata(metadata: dict[str, Any]) -> dict[str, Any]:
    language = dict(metadata.get("language_info", {"name": "python"}))
    language.pop("version", None)
    kept = {
        k: v for k, v in metadata.items() if k not in {"widgets", "signature", "toc", *TIMING_KEYS}
    }
    return kept | {
        "kernelspec": KERNEL if _is_python(metadata) else metadata["kernelspec"],
        "language_info": language,
    }


def _is_python(metadata: dict[str, Any]) -> bool:
    return bool(metadata.get("kernelspec", KERNEL).get("language", "python") == "python")


def _stable_id(cell: Notebook, position: int, taken: set[str]) -> str:
    """Return the cell's id, or one made from its position and source if it has none."""
    own = cell.get("id", "")
    if not re.fullmatch(r"[\w-]{1,64}", own) or own in taken:
        digest = hashlib.sha256(cell.source.encode()).hexdigest()[:8]
        own = f"cell-{position:02d}-{digest}"
    taken.add(own)
    return str(own)


def _outputs(outputs: list[Notebook], count: int | None) -> Iterator[Notebook]:
    """Yield the outputs with adjacent pieces of a stream joined and errors without tracebacks."""
    previous = None
    for output in outputs:
        out = nbformat.from_dict(output)
        if out.output_type == "stream":
            if previous is not None and previous.get("name") == out.name:
                previous.text += out.text
                continue
        elif out.output_type == "error":
            out.traceback = [f"{out.ename}: {out.evalue}"]
        elif "data" in out:
            # A widget view refers to a model of the kernel; the other representations are kept.
            out.data = {k: v for k, v in out.data.items() if k != WIDGET_VIEW or len(out.data) == 1}
            if out.output_type == "execute_result":
                out.execution_count = count
        previous = out
        yield out


def complaints(path: Path) -> list[str]:
    """Return the deviations of the notebook at ``path`` from the committed form."""
    text = path.read_text(encoding="utf-8")
    nb = nbformat.reads(text, as_version=nbformat.NO_CONVERT)
    found = []
    if _written(normalised(nb)) != text:
        found.append("is not in the committed form")
    code = [(n, cell) for n, cell in enumerate(nb.cells) if cell.cell_type == "code"]
    if not_run := [str(n) for n, cell in code if _should_have_run(cell)]:
        found.append(f"cells not run: {', '.join(not_run)}")
    found += [f"cell {n} {text}" for n, cell in code for text in _cell_complaints(cell)]
    return [f"{path}: {text}; run tools/nb.py --execute {path}" for text in found]


def _should_have_run(cell: Notebook) -> bool:
    skipped = "nbval-skip" in cell.metadata.get("tags", [])
    return bool(cell.source.strip() and cell.execution_count is None and not skipped)


def _cell_complaints(cell: Notebook) -> Iterator[str]:
    tags = set(cell.metadata.get("tags", []))
    for output in cell.outputs:
        if output.output_type == "error" and not tags & RAISES:
            yield f"ends in {output.ename} without the tag raises-exception"
        shown = str(output.get("data", output.get("text", output.get("evalue", ""))))
        for pattern, name in ((A_PATH, "a path of this machine"), (AN_ADDRESS, "an address")):
            if hit := pattern.search(shown):
                yield f"shows {name}: {hit.group()!r}"


def _written(notebook: Notebook) -> str:
    return str(nbformat.writes(notebook)).rstrip("\n") + "\n"


def run(path: Path) -> Notebook:
    """Return the notebook at ``path`` after running a copy of it in its own folder."""
    nb = nbformat.read(path, as_version=4)
    for cell in nb.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    client = NotebookClient(
        nb,
        timeout=PATIENCE,
        startup_timeout=PATIENCE,
        store_widget_state=False,
        record_timing=False,
        extra_arguments=["--log-level=ERROR"] if _is_python(nb.metadata) else [],
        resources={"metadata": {"path": str(path.parent.resolve())}},
    )
    client.execute()
    return normalised(nb)


def execute(path: Path) -> list[str]:
    """Run the notebook and rewrite it; return the remaining deviations."""
    path.write_text(_written(run(path)), encoding="utf-8")
    print(path)
    return complaints(path)


def html_into(folder: Path) -> Callable[[Path], list[str]]:
    """Return the action that runs a notebook and writes it to ``folder`` as a page."""
    folder.mkdir(parents=True, exist_ok=True)
    exporter = HTMLExporter(embed_images=True)

    def write(path: Path) -> list[str]:
        body, _ = exporter.from_notebook_node(run(path), {"metadata": {"name": path.stem}})
        page = folder / f"{path.stem}.html"
        page.write_text(body, encoding="utf-8")
        print(page)
        return []

    return write


def missing_for(path: Path) -> str:
    """Return which requirement of a notebook is missing and how to install it, or ""."""
    nb = nbformat.read(path, as_version=4)
    if not _is_python(nb.metadata):
        kernel = nb.metadata["kernelspec"]["name"]
        if kernel not in KernelSpecManager().find_kernel_specs():
            return f"the kernel {kernel} is missing: tools/system.sh r installs R and its kernel"
        if not shutil.which("R"):
            return "R is missing: tools/system.sh r installs it"
    elif any("%load_ext raggedkit_r" in cell.source for cell in nb.cells):
        if not shutil.which("R"):
            return "R is missing: tools/system.sh r installs it"
        if find_spec("rpy2") is None:
            return "rpy2 is missing: pip install 'raggedkit[r]'"
    return ""


def compare(paths: list[Path]) -> int:
    """Run copies of the notebooks, two at a time; return pytest's highest exit status."""
    nbval = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "nbval",
        "--nbval",
    ]
    python = [p for p in paths if _is_python(nbformat.read(p, as_version=4).metadata)]
    others = [p for p in paths if p not in python]
    status = 0
    for group, options in ((python, ["--nbval-current-env"]), (others, [])):
        if group:
            limits = [f"--nbval-{unit}-timeout={PATIENCE}" for unit in ("cell", "kernel-startup")]
            processes = ["-n", str(min(2, len(group))), "--dist", "loadfile"]
            command = [*nbval, *limits, *processes, *options, *map(str, group)]
            status = max(status, subprocess.run(command, check=False).returncode)
    return status


def _attempt(action: Callable[[Path], list[str]], path: Path) -> list[str]:
    try:
        return action(path)
    except CellExecutionError as error:
        return [f"{path}: a cell ends in {error.ename}: {error.evalue}"]


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--execute", action="store_true", help="run and rewrite in place")
    mode.add_argument(
        "--check", action="store_true", help="list deviations from the committed form"
    )
    mode.add_argument("--compare", action="store_true", help="run and compare every output")
    mode.add_argument("--html", type=Path, metavar="FOLDER", help="run and write HTML pages")
    parser.add_argument("notebooks", nargs="+", type=Path)
    args = parser.parse_args(argv)

    isolate()
    missing = {} if args.check else {path: missing_for(path) for path in args.notebooks}
    wrong = [f"{path}: SKIPPED, {reason}" for path, reason in missing.items() if reason]
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    failed = bool(wrong) and os.environ.get("CI") == "true"
    notebooks = [path for path in args.notebooks if not missing.get(path)]
    if args.compare:
        return compare(notebooks) or int(failed)
    action = execute if args.execute else complaints if args.check else html_into(args.html)
    wrong = [line for path in notebooks for line in _attempt(action, path)]
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong or failed else 0


if __name__ == "__main__":
    sys.exit(main())
