"""What the times were taken on: processor, cores, memory; no names and no places."""

from __future__ import annotations

import os
import platform
from pathlib import Path

__all__ = ["describe", "memory_bytes"]


def describe() -> dict[str, str]:
    """Return the facts that times depend on."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "memory": f"{memory_bytes() / 2**30:.0f} GiB",
        "system": platform.system(),
        "python": platform.python_version(),
    }


def memory_bytes() -> int:
    """Return the size of the machine's memory; 8 GiB where it can't be told."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 8 * 2**30


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
