"""Every op of ops.toml that is not left out, in raggedkit and in a live TensorFlow.

Each spelling of each op gets the same drawn calls; how they are drawn stands in the tables of
``calls*.py``. Where there is no TensorFlow, all of this is skipped.
"""

from __future__ import annotations

import inspect
from functools import reduce
from zlib import crc32

import pytest
from hypothesis import given, seed
from hypothesis import strategies as st

tf = pytest.importorskip(
    "tensorflow", reason="needs TensorFlow: `make conformance` runs it in .venv-tf"
)
pytest.importorskip("scipy", reason="needs SciPy: some spellings are functions of it")

from tests.campaign import SALT, TIMES  # noqa: E402 - not where there is no TensorFlow
from tests.conformance.bridge import agree, examples  # noqa: E402
from tests.conformance.calls import Call, Op  # noqa: E402
from tests.conformance.calls_rows import ROWS  # noqa: E402
from tests.conformance.calls_structure import STRUCTURE  # noqa: E402
from tests.conformance.calls_values import VALUES  # noqa: E402
from tools.ops_page import Row, resolved, rows  # noqa: E402

pytestmark = [
    pytest.mark.tensorflow,
    pytest.mark.filterwarnings("ignore:.* encountered in:RuntimeWarning"),  # inf - inf, log(0)
]

OPS: dict[str, Op] = {**VALUES, **STRUCTURE, **ROWS}
SPELT = [(row.name, spelling) for row in rows() for spelling in row.use]


def test_every_op_is_tried() -> None:
    assert {row.name for row in rows() if row.use} == set(OPS)


@pytest.mark.parametrize(("name", "spelling"), SPELT)
def test_op(name: str, spelling: str) -> None:
    op = OPS[name]
    ours, theirs = resolved(spelling), reduce(getattr, name.split(".")[1:], tf)

    @seed(crc32(f"{name} {spelling}".encode()) + SALT)  # not the same calls for all
    @examples(op.examples * TIMES)
    @given(st.composite(op.draw)())
    def tried(call: Call) -> None:
        agree(lambda: op.of_rk(call.of_rk(ours)), lambda: op.of_tf(call.of_tf(theirs)), op.how)

    tried()


OWN = [(row, s) for row in rows() for s in row.use if s.startswith("raggedkit.") and not row.note]


@pytest.mark.parametrize(("row", "spelling"), [pytest.param(*p, id=p[0].name) for p in OWN])
def test_arguments_are_tensorflow_s_where_no_note_says_otherwise(row: Row, spelling: str) -> None:
    theirs = inspect.signature(reduce(getattr, row.name.split(".")[1:], tf)).parameters
    wanted = [name for name in theirs if name not in ("name", "layout")]
    assert list(inspect.signature(resolved(spelling)).parameters)[: len(wanted)] == wanted
