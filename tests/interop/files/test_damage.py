"""Cut and changed files: an error, or sound rows; never a crash, nor other rows under a checksum.

The bytes that checksums cover: all of an ``.npz`` file, all of an HDF5 file with the newest
headers, the chunks of Zarr, the pages of Parquet but not their headers. Feather has no checksums.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import raggedkit as rk
from tests.interop.files.damage import FORMATS, is_sound

pq = pytest.importorskip("pyarrow.parquet")
ROOT = Path(__file__).parents[3]
CHECKED = {"npz", "hdf5"}  # every byte counts
TIMES = {"parquet": 300, "feather": 300, "npz": 300, "hdf5": 200, "zarr": 12}
LINE = re.compile(r"(\S+) \d+ (cut|bytes)(?: \[([\d, ]*)\])? -> (.*)")
HEADER = 100  # more bytes than the header of a page takes


@pytest.mark.parametrize("kind", FORMATS)
def test_damaged_files(kind: str, tmp_path: Path) -> None:
    code = [sys.executable, "-m", "tests.interop.files.damage", kind, str(tmp_path), "1"]
    done = subprocess.run(
        [*code, str(TIMES[kind])], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout[-200:] + done.stderr[-2000:]
    lines = [LINE.fullmatch(line) for line in done.stdout.splitlines()]
    found = [(m[1], m[2], m[3] or "", m[4]) for m in lines if m]
    assert len(found) == len(lines) >= TIMES[kind]
    assert {result.partition(" ")[0] for *_, result in found} <= {"same", "other", "error"}
    others = [(f, how, p) for f, how, p, result in found if result == "other"]
    if kind in CHECKED:
        assert others == []
    elif kind == "zarr":
        assert [f for f, _, _ in others if not f.endswith("zarr.json")] == []
    elif kind == "parquet":
        areas = pages(tmp_path / "rows.parquet")
        places = [int(p) for _, how, p in others if how == "bytes" and "," not in p]
        assert [p for p in places if any(a <= p < b for a, b in areas)] == []
    if kind != "feather":
        assert sum(result.startswith("error") for *_, result in found) > len(found) / 2


def pages(path: Path) -> list[tuple[int, int]]:
    """The bytes of the pages of a file without their headers."""
    group = pq.ParquetFile(path).metadata.row_group(0)
    areas = []
    for i in range(group.num_columns):
        column = group.column(i)
        data = column.data_page_offset
        first = column.dictionary_page_offset if column.has_dictionary_page else data
        end = first + column.total_compressed_size
        areas += [(data + HEADER, end)] + [(first + HEADER, data)] * (first < data)
    return areas


@pytest.mark.parametrize("compression", [None, "snappy"])
def test_each_byte_of_a_page_is_checked(compression: str | None, tmp_path: Path) -> None:
    rows = rk.RaggedTensor.from_row_lengths(np.arange(396.0), np.arange(100) % 9)
    path = tmp_path / "rows.parquet"
    rows.to_parquet(path, compression=compression)
    whole = path.read_bytes()
    for first, end in pages(path):
        assert end - first > 100
        for place in range(first, end, 53):
            changed = bytearray(whole)
            changed[place] ^= 1
            path.write_bytes(changed)
            with pytest.raises(ValueError, match="path must be a whole Parquet file"):
                rk.RaggedTensor.from_parquet(path)


def test_is_sound_can_fail() -> None:
    rt = rk.array([[1, 2], [3]])
    falling = rk.RowPartition.from_row_splits([0, 3, 2, 3], validate=False)
    assert is_sound(rt)
    assert not is_sound(rk.RaggedTensor._make(np.arange(3), (falling,)))
