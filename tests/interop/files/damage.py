"""Damaged copies of files, read one after the other: `python -m tests.interop.files.damage`.

It runs in a process of its own, since a library may end the process. It prints the number of a
case before it reads the file, and one word for the result afterwards.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit.interop.buffers import write_group

FORMATS = ("parquet", "feather", "npz", "hdf5", "zarr")


def write(kind: str, rt: rk.RaggedTensor, folder: Path) -> list[Path]:
    """Write a tensor and return the files that are damaged."""
    path = folder / f"rows.{kind}"
    if kind == "parquet":
        rt.to_parquet(path)
    elif kind == "feather":
        rt.to_feather(path)
    elif kind == "npz":
        np.savez(path, **rt.to_buffers())  # type: ignore[arg-type]
    elif kind == "hdf5":
        import h5py

        with h5py.File(path, "w", libver="latest") as file:
            write_group(file, rt)
    else:
        import zarr

        write_group(zarr.open_group(path, mode="w"), rt)
    return sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]


def read(kind: str, folder: Path) -> rk.RaggedTensor:
    """Read the tensor again; the result owns its memory."""
    path = folder / f"rows.{kind}"
    if kind == "parquet":
        rt: Any = rk.RaggedTensor.from_parquet(path)
    elif kind == "feather":
        rt = rk.RaggedTensor.from_feather(path)
    elif kind == "npz":
        with np.load(path) as held:
            rt = rk.RaggedTensor.from_buffers(held)
    elif kind == "hdf5":
        import h5py

        with h5py.File(path) as file:
            rt = rk.RaggedTensor.from_buffers(file)
    else:
        import zarr

        rt = rk.RaggedTensor.from_buffers(zarr.open_group(path, mode="r"))
    copy: rk.RaggedTensor = rt.copy()
    return copy


def damaged(data: bytes, rng: Any, times: int) -> Iterator[tuple[str, bytes]]:
    """Copies of a file: cut at a place, or with one to three bytes changed."""
    for i in range(times):
        if i % 4 == 0:
            yield "cut", data[: int(rng.integers(len(data)))]
            continue
        changed = bytearray(data)
        places = rng.integers(len(data), size=rng.integers(1, 4))
        for place in places:
            changed[place] ^= int(rng.integers(1, 256))
        yield f"bytes {sorted(places.tolist())}", bytes(changed)


def is_sound(rt: rk.RaggedTensor) -> bool:
    """Whether each partition of a tensor splits the items of the next one."""
    count = len(rt)
    for part in rt.partitions:
        splits = part.row_splits()
        if part.nrows() != count or splits[0] or (np.diff(splits) < 0).any():
            return False
        count = int(splits[-1])
    return bool(len(rt.flat_values) == count)


def report(text: str) -> None:
    """Print at once, since the process may end in the next call."""
    sys.stdout.write(text)
    sys.stdout.flush()


def main(kind: str, folder: Path, seed: int, times: int) -> None:
    """Damage each file of a tensor, and print what reading it gives."""
    rng = np.random.default_rng(seed)
    lengths = rng.poisson(3, 400)
    rt = rk.RaggedTensor.from_row_lengths(rng.integers(0, 1000, lengths.sum()), lengths)
    if seed % 2:
        rt = rk.RaggedTensor.from_row_lengths(rt, rng.multinomial(400, [0.01] * 100))
    files = write(kind, rt, folder)
    assert read(kind, folder).identical(rt)
    for file in files:
        whole = file.read_bytes()
        for i, (what, data) in enumerate(damaged(whole, rng, times)):
            report(f"{file.relative_to(folder)} {i} {what} -> ")
            file.write_bytes(data)
            try:
                found = read(kind, folder)
            except Exception as error:  # any error of the library is an answer
                report(f"error {type(error).__name__}\n")
                continue
            same = found.identical(rt)
            report("same\n" if same else "other\n" if is_sound(found) else "unsound\n")
        file.write_bytes(whole)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
