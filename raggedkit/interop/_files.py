"""Files: writing that leaves the old file unchanged after an error, errors of damaged files."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from raggedkit._optional import needed
from raggedkit.errors import broken_rule, shown

__all__ = ["pyarrow_for", "reading", "replacing"]


def pyarrow_for(what: str) -> Any:
    """Return pyarrow; the error names the function that needs it."""
    with needed("pyarrow", f"{what} needs pyarrow", "pip install 'raggedkit[arrow]'"):
        import pyarrow as pa
    return pa


@contextmanager
def replacing(path: Any, direct: bool = False) -> Iterator[Any]:
    """Give a temporary path; after the block without an error it replaces the file at ``path``.

    The temporary file is in the same folder, since a rename between file systems is a copy. An
    open file, an address such as ``s3://...``, or any path with ``direct=True`` is given as it is.
    """
    try:
        name = os.fspath(path)
    except TypeError:
        if not hasattr(path, "write"):
            rule = "be a path or a file that is open for writing"
            raise TypeError(broken_rule("path", rule, path)) from None
        yield path
        return
    if direct or "://" in os.fsdecode(name):
        yield name
        return
    target = os.path.realpath(os.fsdecode(name))  # a link keeps its place
    folder, base = os.path.split(target)
    # A name of its own for each writer: two processes that write one path do not mix their bytes.
    temporary = os.path.join(folder, f".{base[:100]}.{secrets.token_hex(6)}.tmp")
    try:
        yield temporary
        if os.path.exists(target):
            os.chmod(temporary, os.stat(target).st_mode & 0o7777)
        os.replace(temporary, target)
    except BaseException as error:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        if isinstance(error, FileNotFoundError) and not os.path.isdir(folder):
            raise FileNotFoundError(f"path must be in a folder, got {shown(name)}") from error
        raise


@contextmanager
def reading(path: Any, kind: str, pa: Any) -> Iterator[None]:
    """Raise a ValueError that names the file if pyarrow cannot read it.

    Errors of the system (no such file, no permission) have a number and are left unchanged.
    """
    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) is not None:
            raise
        reason = shown(str(error).partition("\n")[0], 160).strip("'\"")
        raise ValueError(broken_rule("path", f"be a whole {kind} file", path, reason)) from error
