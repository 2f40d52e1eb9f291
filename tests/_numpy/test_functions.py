"""The table of NumPy's functions: it has every public name; supported ones run, others raise."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit._numpy.protocols import FUNCTIONS
from raggedkit._numpy.refusals import REFUSED
from tools import numpy_page

RT = rk.RaggedTensor
MODULES: dict[str, Any] = {
    "np": np,
    "np.linalg": np.linalg,
    "np.fft": np.fft,
    "np.strings": np.strings,
    "np.char": np.char,
}
TABLE = numpy_page.table()
WORKS: dict[str, str] = {n: note for rows in TABLE["works"].values() for n, note in rows.items()}
UFUNCS: dict[str, list[str]] = {kind: names.split() for kind, names in TABLE["ufuncs"].items()}
# NumPy 2.0 makes arrays of what its functions of text are given.
TEXT_IS_ASKED = hasattr(np.strings.upper, "_implementation")
OTHERS = [name for names in TABLE["others"].values() for name in names.split()]

X: Any = rk.ragged.constant([[3.0, 1.0, 4.0, 1.5], [5.0, 9.0, 2.0], [6.0, 6.5]])
WORDS: Any = rk.array([["b c", "A"], ["ab", "", "1"]])
SQUARE: Any = RT.from_tensor(np.arange(24.0).reshape(4, 3, 2), ragged_rank=2)
DAYS: Any = X.with_flat_values(np.arange(9).astype("M8[D]"))
FLAT: Any = X.flat_values
PARTS: list[Any] = np.split(FLAT, [4, 7])


def named(name: str) -> Any:
    """The function of this name in this NumPy; None if there is none."""
    found: Any = np
    for part in name.split(".")[1:]:
        found = getattr(found, part, None)
    return found


def public_names() -> list[str]:
    return [f"{m}.{n}" for m, module in MODULES.items() for n in dir(module) if n[0] != "_"]


# ------------------------------------------------------------------ the table and the page
def test_every_public_name_of_numpy_is_in_the_table_once() -> None:
    told = [*WORKS, *REFUSED, *OTHERS, *(n for names in UFUNCS.values() for n in names)]
    assert sorted(told) == sorted(set(told))
    assert sorted(set(public_names()) - set(told)) == []


def test_the_newest_names_may_be_missing_and_no_others() -> None:
    told = [*WORKS, *REFUSED, *(n for names in UFUNCS.values() for n in names)]
    missing = {n for n in told if named(n) is None}
    new = {"np.cumulative_prod", "np.cumulative_sum", "np.matvec", "np.unstack", "np.vecmat"}
    new |= {
        f"np.{m}.{n}" for m in ("strings", "char") for n in ("partition", "rpartition", "slice")
    }
    assert missing <= new


def test_what_works_and_what_is_refused_is_what_the_code_has() -> None:
    in_table = {named(n) for n in [*WORKS, *REFUSED]}
    assert {f.__name__ for f in FUNCTIONS if f not in in_table} == set()
    for names in UFUNCS.values():
        assert all(isinstance(named(n), np.ufunc) for n in names if named(n) is not None)
    assert not {n for n in REFUSED if named(n) in FUNCTIONS} - {"np.bincount"}


def test_the_page_is_what_the_table_says(monkeypatch: Any, tmp_path: Any, capsys: Any) -> None:
    assert numpy_page.main(["--check"]) == 0
    monkeypatch.setattr(numpy_page, "ROOT", tmp_path)
    monkeypatch.setattr(numpy_page, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(numpy_page, "page", lambda: "text")
    monkeypatch.setattr(numpy_page, "TABLE", tmp_path / "table.toml")
    assert numpy_page.main(["--check"]) == 1
    assert "page.md does not match table.toml; run tools/numpy_page.py" in capsys.readouterr().err
    assert numpy_page.main([]) == numpy_page.main(["--check"]) == 0


# ------------------------------------------------------------------ ufuncs
OPERANDS: dict[str, Any] = {
    "isnat": DAYS,
    **dict.fromkeys(
        (
            *("bitwise_and", "bitwise_count", "bitwise_invert", "bitwise_left_shift"),
            *("bitwise_not", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "gcd", "invert"),
            *("lcm", "left_shift", "right_shift"),
        ),
        X.astype("int64"),
    ),
}


@pytest.mark.parametrize("name", UFUNCS["numbers"])
def test_ufuncs_work_value_by_value(name: str) -> None:
    ufunc = named(name)
    x = OPERANDS.get(name[3:], X)
    if ufunc is np.ldexp:
        operands = (x, X.astype("int64"))
    else:
        operands = (x,) * ufunc.nin
    with np.errstate(all="ignore"):
        found, want = ufunc(*operands), ufunc(*(o.flat_values for o in operands))
    mine_of = found if isinstance(found, tuple) else (found,)
    want_of = want if isinstance(want, tuple) else (want,)
    for mine, numpys in zip(mine_of, want_of, strict=True):
        assert mine.row_lengths().tolist() == [4, 3, 2]
        assert np.array_equal(mine.flat_values, numpys, equal_nan=True)


@pytest.mark.parametrize("name", UFUNCS["text"])
def test_ufuncs_of_text_work_value_by_value(name: str) -> None:
    ufunc = named(name)
    operands = (WORDS,) * ufunc.nin
    found, want = ufunc(*operands), ufunc(*(o.flat_values for o in operands))
    assert found.row_lengths().tolist() == [2, 3]
    assert found.flat_values.tolist() == want.tolist()


# ------------------------------------------------------------------ what works
Case = Callable[[Any], tuple[Any, Any]]


def rows(*args: Any, x: Any = X, **kwargs: Any) -> Case:
    """Along axis 1, against the function of each row."""

    def case(f: Any) -> tuple[Any, Any]:
        parts = [np.array(row) for row in x.to_list()]
        return f(x, *args, axis=1, **kwargs), [f(p, *args, **kwargs) for p in parts]

    return case


def values(*args: Any, x: Any = X, first: Any = (), **kwargs: Any) -> Case:
    """Value by value, against the function of the flat values."""

    def case(f: Any) -> tuple[Any, Any]:
        found = f(*first, x, *args, **kwargs)
        assert found.row_lengths().tolist() == x.row_lengths().tolist()
        return found.flat_values, f(*first, x.flat_values, *args, **kwargs)

    return case


def whole(*args: Any, x: Any = X, **kwargs: Any) -> Case:
    """Of all values, against the function of the flat values."""
    return lambda f: (f(x, *args, **kwargs), f(x.flat_values, *args, **kwargs))


def gives(call: Callable[[Any], Any], want: Any) -> Case:
    return lambda f: (call(f), want)


def square(*args: Any, **kwargs: Any) -> Case:
    """Of a tensor whose rows are of one length, against the function of the array."""
    dense = np.arange(24.0).reshape(4, 3, 2)

    def case(f: Any) -> tuple[Any, Any]:
        found, want = f(SQUARE, *args, **kwargs), f(dense, *args, **kwargs)
        return found, want

    return case


def shape_kept(f: Any) -> tuple[Any, Any]:
    found = f(X)
    return [found.row_lengths().tolist(), found.dtype == X.dtype], [[4, 3, 2], True]


CASES: dict[str, Case] = {
    **{n: rows() for n in TABLE["works"]["Reductions"]},
    **{n: rows() for n in TABLE["works"]["Reductions that skip NaN"]},
    **{n: rows() for n in TABLE["works"]["Running results and differences"]},
    "np.average": gives(
        lambda f: f(X, axis=1, weights=X), [np.average(p, weights=p) for p in PARTS]
    ),
    **{f"np.{n}": rows(0.3) for n in ("quantile", "nanquantile")},
    **{f"np.{n}": rows(30) for n in ("percentile", "nanpercentile")},
    **{f"np.{n}": rows() for n in ("sort", "argsort")},
    "np.partition": gives(lambda f: f(X, 1, axis=1)[:, 1:2], [np.sort(p)[1] for p in PARTS]),
    "np.argpartition": gives(lambda f: f(X, 1, axis=1)[:, 1:2], [np.argsort(p)[1] for p in PARTS]),
    "np.searchsorted": gives(
        lambda f: f(np.sort(X), 4.0), [np.searchsorted(np.sort(p), 4.0) for p in PARTS]
    ),
    **{
        f"np.{n}": whole()
        for n in (
            *("unique", "unique_all", "unique_counts", "unique_inverse", "unique_values"),
            *("ediff1d", "histogram", "histogram_bin_edges", "flatnonzero", "ravel"),
            *("common_type", "min_scalar_type", "iscomplexobj", "isrealobj", "result_type"),
            *("size",),
        )
    },
    **{
        f"np.{n}": whole([2.0, 3.0, 7.0])
        for n in ("union1d", "intersect1d", "setdiff1d", "setxor1d")
    },
    "np.where": values(0.0, first=(True,)),
    "np.select": gives(lambda f: f([X > 4], [X], -X), [np.select([p > 4], [p], -p) for p in PARTS]),
    "np.take": gives(lambda f: f(X, [0, -1], axis=1), [np.take(p, [0, -1]) for p in PARTS]),
    "np.take_along_axis": gives(
        lambda f: f(X, np.argsort(X, axis=1), axis=1), [np.sort(p) for p in PARTS]
    ),
    "np.compress": gives(lambda f: f([True, False, True], X, axis=0), [PARTS[0], PARTS[2]]),
    "np.extract": gives(lambda f: f(X > 4, X), np.extract(FLAT > 4, FLAT)),
    "np.nonzero": gives(lambda f: f(X > 4)[1], [0, 1, 0, 1]),
    "np.argwhere": gives(lambda f: f(X > 5), [[1, 1], [2, 0], [2, 1]]),
    "np.isin": values([1.0, 9.0]),
    "np.clip": values(2, 5),
    **{
        f"np.{n}": values()
        for n in (
            *("round", "around", "real", "imag", "angle", "isreal", "iscomplex"),
            *("isposinf", "isneginf", "real_if_close", "nan_to_num", "i0", "sinc"),
            *("zeros_like", "ones_like", "copy"),
        )
    },
    "np.fix": lambda f: (f(X).flat_values, np.trunc(FLAT)),  # which NumPy 2.5 asks for
    "np.isclose": values(3.0),
    "np.digitize": values([2, 4]),
    "np.interp": values([0, 9], [1.0, 2.0]),
    "np.polyval": values(first=([1.0, 2.0],)),
    "np.full_like": values(7),
    "np.empty_like": shape_kept,
    "np.astype": values("int8"),
    "np.datetime_as_string": values(x=DAYS),
    "np.is_busday": values(x=DAYS),
    "np.busday_count": values(np.datetime64("2020-01-01"), x=DAYS),
    "np.busday_offset": values(2, x=DAYS, roll="forward"),
    "np.matmul": gives(lambda f: f(SQUARE, np.ones((2, 2))), SQUARE.to_tensor() @ np.ones((2, 2))),
    "np.linalg.matmul": gives(
        lambda f: f(SQUARE, np.ones((2, 2))), SQUARE.to_tensor() @ np.ones((2, 2))
    ),
    "np.concatenate": gives(lambda f: f([X, X], axis=1), [np.concatenate([p, p]) for p in PARTS]),
    "np.concat": gives(lambda f: f([X, X], axis=0), [*PARTS, *PARTS]),
    "np.stack": gives(lambda f: f([X, X])[1], PARTS),
    "np.hstack": gives(lambda f: f([X, X]), [np.hstack([p, p]) for p in PARTS]),
    "np.vstack": gives(lambda f: f([X, X]), [*PARTS, *PARTS]),
    "np.append": gives(lambda f: f(X, X, axis=1), [np.append(p, p) for p in PARTS]),
    "np.split": gives(lambda f: f(X, [1])[1], PARTS[1:]),
    "np.array_split": gives(lambda f: f(X, 2)[0], PARTS[:2]),
    "np.vsplit": gives(lambda f: f(X, 3)[2], PARTS[2:]),
    "np.hsplit": gives(lambda f: f(SQUARE, 3)[1], np.arange(24.0).reshape(4, 3, 2)[:, 1:2]),
    "np.dsplit": gives(lambda f: f(SQUARE, 2)[1], np.arange(24.0).reshape(4, 3, 2)[:, :, 1:]),
    "np.unstack": gives(lambda f: f(X), PARTS),
    "np.shape": gives(lambda f: f(X), (3, None)),
    "np.ndim": gives(lambda f: f(X), 2),
    "np.reshape": gives(lambda f: f(X, (-1,)), FLAT),
    "np.expand_dims": gives(lambda f: f(X, 0)[0], PARTS),
    "np.squeeze": gives(lambda f: f(np.expand_dims(X, 0)), PARTS),
    **{f"np.{n}": square((0, 2, 1)) for n in ("transpose", "permute_dims")},
    "np.swapaxes": square(1, 2),
    "np.moveaxis": square(2, 1),
    "np.flip": gives(lambda f: f(X, 1), [np.flip(p) for p in PARTS]),
    "np.fliplr": gives(lambda f: f(X), [np.flip(p) for p in PARTS]),
    "np.flipud": gives(lambda f: f(X), PARTS[::-1]),
    "np.roll": rows(2),
    "np.repeat": rows(2),
    "np.tile": gives(lambda f: f(X, (1, 2)), [np.tile(p, 2) for p in PARTS]),
    "np.broadcast_to": gives(lambda f: f(SQUARE, (4, 3, 2)), np.arange(24.0)),
    "np.broadcast_arrays": gives(lambda f: f(X, 7.0)[1], [p * 0 + 7 for p in PARTS]),
    "np.atleast_1d": gives(lambda f: f(X), PARTS),
    "np.atleast_2d": gives(lambda f: f(X, 3)[0], PARTS),
    "np.array_equal": gives(lambda f: [f(X, X), f(X, X + 1)], [True, False]),
    "np.allclose": gives(lambda f: [f(X, X), f(X, X + 1)], [True, False]),
    "np.shares_memory": gives(lambda f: [f(X, FLAT), f(X, FLAT.copy())], [True, False]),
    "np.may_share_memory": gives(lambda f: [f(X, FLAT), f(X, FLAT.copy())], [True, False]),
    **{n: values(x=WORDS) for n in TABLE["works"]["Text"]},
}
TEXT: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("center", "ljust", "rjust", "zfill"), (6,)),
    **dict.fromkeys(("count", "find", "rfind", "startswith", "endswith"), ("b",)),
    **dict.fromkeys(("index", "rindex"), ("",)),
    "multiply": (2,),
    "replace": ("b", "xyz"),
    "slice": (1,),
    "translate": (str.maketrans("ab", "ba"),),
}
CASES.update(
    {
        f"np.{module}.{n}": values(*args, x=WORDS)
        for n, args in TEXT.items()
        for module in ("strings", "char")
    }
)
for module in ("strings", "char"):
    encoded = WORDS.with_flat_values(np.strings.encode(WORDS.flat_values))
    CASES[f"np.{module}.decode"] = values(x=encoded)
    formats = WORDS.with_flat_values(np.array(["%d", "%d!", "a%d", "%d", "%3d"]))
    CASES[f"np.{module}.mod"] = values(7, x=formats)
    for name in ("equal", "not_equal", "greater", "greater_equal", "less", "less_equal"):
        CASES[f"np.{module}.{name}"] = values("ab", x=WORDS)
for name in ("partition", "rpartition"):
    CASES[f"np.strings.{name}"] = lambda f: (
        [x.flat_values for x in f(WORDS, "b")],
        list(f(WORDS.flat_values, "b")),
    )
    CASES[f"np.char.{name}"] = values("b", x=WORDS)
CASES["np.gradient"] = rows()


def flattened(x: Any) -> list[Any]:
    """The numbers or texts in a result of any type."""
    if isinstance(x, RT):
        return flattened(x.flat_values)
    if isinstance(x, (list, tuple)):
        return [item for part in x for item in flattened(part)]
    return np.ravel(x).tolist() if not isinstance(x, (type, np.dtype)) else [x]


@pytest.mark.parametrize("name", WORKS)
def test_what_works_gives_what_numpy_gives(name: str) -> None:
    function = named(name)
    if function is None or (name in TABLE["works"]["Text"] and not TEXT_IS_ASKED):
        pytest.skip("not in this NumPy")
    found, want = CASES[name](function)
    mine, numpys = flattened(found), flattened(want)
    assert len(mine) == len(numpys)
    if mine and isinstance(mine[0], float):
        assert np.allclose(mine, numpys, equal_nan=True)
    else:
        assert mine == numpys


# ------------------------------------------------------------------ what is refused
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "np.apply_along_axis": (len, 1, X),
    "np.apply_over_axes": (np.sum, X, [1]),
    "np.can_cast": (X, "float32"),
    "np.choose": (X, [X, X]),
    **{f"np.{n}": ([X, X],) for n in ("column_stack", "dstack", "poly", "roots")},
    "np.copyto": (X, 1.0),
    "np.delete": (X, 0),
    "np.einsum": ("ij->i", X),
    "np.einsum_path": ("ij->i", X),
    "np.fill_diagonal": (X, 0),
    "np.geomspace": (X, X),
    "np.insert": (X, 0, X),
    "np.linspace": (X, X),
    "np.logspace": (X, X),
    "np.lexsort": ((X, X),),
    "np.pad": (X, 1),
    "np.piecewise": (X, [X > 1], [1.0]),
    "np.place": (X, X > 1, [0.0]),
    "np.put": (X, [0], [1.0]),
    "np.put_along_axis": (X, X.astype(int), X, 1),
    "np.putmask": (X, X > 1, X),
    "np.polyfit": (X, X, 1),
    "np.ravel_multi_index": ((X, X), (3, 4)),
    "np.resize": (X, (3, 3)),
    "np.rollaxis": (X, 1),
    "np.unravel_index": (X.astype(int), (3, 3)),
    "np.linalg.multi_dot": ([X, X],),
    "np.linalg.matrix_power": (X, 2),
    "np.save": ("name", X),
    "np.savetxt": ("name", X),
    "np.savez": ("name", X),
    "np.savez_compressed": ("name", X),
    "np.char.join": ("-", WORDS),
    **{f"np.{n}": (X,) for n in ("packbits", "unpackbits", "bincount")},
    **{f"np.{n}": (X, X) for n in ("dot", "inner", "vdot")},
    **{f"np.char.{n}": (WORDS,) for n in ("rsplit", "split", "splitlines")},
}


def required(function: Any) -> int:
    """How many arguments a function has to be given."""
    if isinstance(function, np.ufunc):
        return function.nin
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    every = inspect.signature(function).parameters.values()
    return max(sum(p.kind in kinds and p.default is p.empty for p in every), 1)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_says_what_to_call_instead(name: str) -> None:
    function = named(name)
    if function is None or ("char" in name and not TEXT_IS_ASKED):
        pytest.skip("not in this NumPy")
    arguments = ARGUMENTS.get(name)
    if arguments is None:
        arguments = (X,) * required(function)
    before = X.to_list()
    says = (
        re.escape(name)
        + r" (does not support RaggedTensor|must be given .*); "
        + re.escape(REFUSED[name])
    )
    with pytest.raises(TypeError, match=says):
        function(*arguments)
    assert X.to_list() == before
