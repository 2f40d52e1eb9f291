"""Files of compiled loops: their folders, and the test whether one is current.

A file is used only if its stamp is the current one: the sources of the loops, NumPy, numba,
llvmlite and the processor are those it was compiled with. It is written to a temporary file and
renamed, so that a reader, or a second process that compiles the same loop, never sees half a file.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zlib import crc32

from raggedkit._kernels.compiled.machine import LAYOUT, Compiled, processor
from raggedkit._xp import host_namespace

__all__ = ["folder", "folders", "is_kept", "path_of", "read", "write"]

_SOURCES = ("compiler", "lane_loops", "lanes", "llvm", "loops", "machine", "moves", "store")
_HEAD = b"raggedkit loop\n"


@cache
def stamp() -> str:
    """Return a checksum of all that determines the object code of a loop."""
    import llvmlite

    here = Path(__file__).parent
    found = 0
    for name in _SOURCES:
        with contextlib.suppress(OSError):  # in an archive, which cannot be edited in place
            found = crc32((here / f"{name}.py").read_bytes(), found)
    spec = find_spec("numba")
    for part in ("__init__.py", "_version.py"):
        with contextlib.suppress(OSError):
            found = crc32((Path((spec and spec.origin) or "").parent / part).read_bytes(), found)
    words = (host_namespace.__version__, llvmlite.__version__, LAYOUT, *processor())
    return f"{crc32(repr(words).encode(), found):08x}"


def folders() -> Iterator[Path]:
    """Yield the folders that may keep loops, the preferred one first."""
    here = Path(__file__).parent
    # Several installations may share a cache folder, so each has a folder of its own in it.
    own = f"raggedkit-{crc32(str(here).encode()):08x}"
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(given) / own
        return
    yield here / "__pycache__"
    with contextlib.suppress(RuntimeError):  # no home folder
        yield _user_cache() / own


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


@cache
def folder() -> Path | None:
    """Return the folder that new loops are written to; None if none can be written."""
    for path in folders():
        try:
            path.mkdir(parents=True, exist_ok=True)
            # Only a file that is written proves that the folder can be written.
            with tempfile.TemporaryFile(dir=path):
                return path
        except OSError:
            continue
    return None


def _file_name(loop: Callable[..., Any], kinds: tuple[str, ...]) -> str:
    cpu = processor()[1]
    words = (loop.__name__, *kinds, f"{sys.implementation.cache_tag}-{cpu:08x}")
    return ".".join(("-".join(words[:-1]), words[-1], "loop"))


def path_of(loop: Callable[..., Any], kinds: tuple[str, ...]) -> Path | None:
    """Return the file that a loop is written to; None if no folder can be written."""
    at = folder()
    return at and at / _file_name(loop, kinds)


def is_kept(loop: Callable[..., Any], kinds: tuple[str, ...]) -> bool:
    """Whether a file has the loop."""
    return read(loop, kinds) is not None


def read(loop: Callable[..., Any], kinds: tuple[str, ...]) -> Compiled | None:
    """Return a loop from its file; None if there is no file, or it is stale or damaged."""
    for at in folders():
        try:
            content = (at / _file_name(loop, kinds)).read_bytes()
        except OSError:
            continue
        if (found := _parsed(content)) is not None:
            return found
    return None


def _parsed(content: bytes) -> Compiled | None:
    _head, _, rest = content.partition(b"\n")
    facts, _, code = rest.partition(b"\n")
    try:
        known = json.loads(facts)
        # The code of a damaged file could crash the process, hence the checksum.
        fits = known["stamp"] == stamp() and known["crc"] == crc32(code)
        return Compiled(known["symbol"], code) if fits else None
    except (ValueError, TypeError, KeyError):
        return None


def write(loop: Callable[..., Any], kinds: tuple[str, ...], made: Compiled) -> Path | None:
    """Write a loop to its file and return the file; None if no folder can be written."""
    path = path_of(loop, kinds)
    if path is None:
        return None
    facts = {"stamp": stamp(), "crc": crc32(made.code), "symbol": made.symbol}
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(_HEAD + json.dumps(facts).encode() + b"\n" + made.code)
        Path(file.name).replace(path)
    except OSError:  # the disk is full, or Windows does not replace a file that is read
        with contextlib.suppress(OSError, NameError):
            Path(file.name).unlink()
        return None
    return path
