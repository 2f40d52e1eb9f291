"""Ops that take rows together, check them or are about text, and how each is tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from tests.conformance.bridge import Parts, Same, splits_dtypes, tf
from tests.conformance.calls import (
    Call,
    Draw,
    Op,
    as_bytes,
    few,
    filled,
    partner,
    structure,
    tensor,
)


# ------------------------------------------------------------------ reductions and scans
def _reduction(*pools: str) -> Callable[[Draw], Call]:
    def draw_call(draw: Draw) -> Call:
        x = tensor(draw, draw(st.sampled_from(pools)), splits=st.just("int64"))
        several = st.sets(st.integers(0, x.ndim - 1), min_size=1).map(sorted)
        axis = draw(st.none() | st.integers(-x.ndim, x.ndim - 1) | several)
        # of all axes TensorFlow keeps one too many where there are dense inner ones
        keepdims = draw(st.booleans()) and not (axis is None and x.flat.ndim > 1)
        return Call((x,), {"axis": axis, "keepdims": keepdims})

    return draw_call


def _rounded(answer: Any) -> Any:
    """Sums that cancel have rounding errors in TensorFlow."""
    if isinstance(answer, tf.RaggedTensor):
        return answer.with_flat_values(_rounded(answer.flat_values))
    return tf.abs(tf.round(answer * 1e4) / 1e4)


def _cumsum(draw: Draw) -> Call:
    x = tensor(draw, draw(st.sampled_from(("finite", "ints"))))
    axis = draw(st.integers(-x.ndim, x.ndim - 1))
    # over no rows of a uniform length TensorFlow stumbles
    assume(all(cut.lengths or not cut.uniform for cut in x.cuts))
    return Call((x, axis, draw(st.booleans()), draw(st.booleans())))


def _segments(*pools: str) -> Callable[[Draw], Call]:
    def draw_call(draw: Draw) -> Call:
        # ids that are out of range are let pass where dense inner axes hold nothing
        inner = st.sampled_from(((), (), (2,)))
        x = tensor(draw, draw(st.sampled_from(pools)), inner=inner)
        cut = x.cuts[: draw(st.integers(0, 1))]
        count = cut[0].nvals if cut else len(x.cuts[0].lengths)
        n = draw(st.integers(1, 4))
        top = n - 1 if draw(st.integers(0, 5)) else n
        ids = [draw(st.integers(0, top)) for _ in range(count)]
        return Call((x, Parts(np.array(ids, draw(splits_dtypes)), cut, x.splits_dtype), n))

    return draw_call


def _bincount(draw: Draw) -> Call:
    x = tensor(draw, "counts", max_rank=1, inner=st.just(()), splits=st.just("int64"))
    assume(x.cuts[0].lengths)  # TensorFlow refuses no rows
    named: dict[str, Any] = {"axis": draw(st.sampled_from((-1, 0, None)))}
    if draw(st.booleans()):
        named["minlength"] = draw(st.integers(0, 5))
    if draw(st.booleans()):
        named["maxlength"] = draw(st.integers(1, 5))
    if draw(st.booleans()):
        named["binary_output"] = True
    elif draw(st.booleans()):
        named["weights"] = x.over(filled(draw, x.flat.shape, "finite"))
    return Call((x,), named)


_VARIANCE = Op(_reduction("finite"), of_rk=lambda x: np.round(x, 4), of_tf=_rounded)

SCANS: dict[str, Op] = {
    **{f"tf.math.reduce_{n}": Op(_reduction("reals", "ints")) for n in ("sum", "prod")},
    # the greatest of values of which one is NaN depends, in TensorFlow, on where it stands
    **{f"tf.math.reduce_{n}": Op(_reduction("finite", "ints")) for n in ("max", "min")},
    "tf.math.reduce_mean": Op(_reduction("reals")),
    **{f"tf.math.reduce_{n}": Op(_reduction("bools")) for n in ("any", "all")},
    "tf.math.reduce_variance": _VARIANCE,
    "tf.math.reduce_std": _VARIANCE,
    "tf.math.cumsum": Op(_cumsum),
    **{
        f"tf.math.unsorted_segment_{n}": Op(_segments("reals", "ints"))
        for n in ("sum", "prod", "mean")
    },
    **{f"tf.math.unsorted_segment_{n}": Op(_segments("finite", "ints")) for n in ("max", "min")},
    "tf.math.unsorted_segment_sqrt_n": Op(_segments("reals")),
    # of int64 raggedkit counts in int64
    "tf.math.bincount": Op(_bincount, how=Same(width=False, uniform=False)),
    "tf.sparse.bincount": Op(_bincount),
}


# ------------------------------------------------------------------ checks
def _pair(*pools: str) -> Callable[[Draw], Call]:
    """Two tensors that are equal, or nearly equal."""

    def draw_call(draw: Draw) -> Call:
        pool = draw(st.sampled_from(pools))
        x = tensor(draw, pool)
        return Call((x, partner(draw, x, pool)))

    return draw_call


def _alike(*pools: str) -> Callable[[Draw], Call]:
    def draw_call(draw: Draw) -> Call:
        pool = draw(st.sampled_from(pools))
        x = tensor(draw, pool)
        flat = x.flat.copy()
        if flat.size and draw(st.booleans()):
            flat[draw(st.integers(0, len(flat) - 1))] = filled(draw, (), pool, flat.dtype.str)
        return Call((x, x.over(flat)))

    return draw_call


CHECKS: dict[str, Op] = {
    f"tf.debugging.{name}": Op(draw)
    for name, draw in (
        ("assert_equal", _alike("finite", "ints", "words", "bools")),
        ("assert_none_equal", _pair("finite", "ints")),
        ("assert_near", _alike("finite")),
        *((f"assert_{n}", _pair("finite", "ints")) for n in ("less", "greater")),
        *((f"assert_{n}", _pair("finite", "ints")) for n in ("less_equal", "greater_equal")),
        ("check_numerics", lambda draw: Call((tensor(draw, "reals"), "values"))),
    )
}


# ------------------------------------------------------------------ text
def _words(draw: Draw, *more: bytes) -> Parts:
    x = structure(draw)
    words = (b"", b"a", b" B c ", b"-12", b"dddd", b"AbcAbc", "\u00e9\u4e2d".encode(), *more)
    few_words = draw(st.lists(st.sampled_from(words), min_size=1, max_size=6))
    return x.over(np.resize(np.array(few_words, "S"), x.flat.shape))


def _of_words(**named: Any) -> Callable[[Draw], Call]:
    return lambda draw: Call((_words(draw),), {k: draw(v) for k, v in named.items()})


def _to_number(draw: Draw) -> Call:
    x = structure(draw)
    numbers = (b"1", b"-2", b"30", *draw(st.sampled_from(((), (b"0.5", b"1e3"), (b"x",)))))
    few_words = draw(st.lists(st.sampled_from(numbers), min_size=1, max_size=5))
    dtype = np.dtype(draw(st.sampled_from(("float32", "float64", "int64", "int32"))))
    return Call((x.over(np.resize(np.array(few_words, "S"), x.flat.shape)), dtype))


def _as_string(draw: Draw) -> Call:
    x = tensor(draw, draw(st.sampled_from(("finite", "ints", "bools"))))
    named: dict[str, Any] = {}
    if x.flat.dtype.kind == "f" and draw(st.booleans()):
        named["precision"] = draw(few)
        named["scientific"] = draw(st.booleans())
    elif x.flat.dtype.kind == "f" and draw(st.booleans()):
        named["shortest"] = True
    if draw(st.booleans()):
        named |= {"width": draw(st.integers(0, 8)), "fill": draw(st.sampled_from(("", "0", " ")))}
    return Call((x,), named)


def _join(draw: Draw) -> Call:
    x = _words(draw)
    y = x.over(np.resize(np.array([b"x", b"", b"yz"]), x.flat.shape))
    inputs = [x, *draw(st.sampled_from(((), (y,), (y, np.array(b"-")))))]
    return Call((inputs,), {"separator": draw(st.sampled_from(("", ", ")))})


def _substr(draw: Draw) -> Call:
    x = _words(draw)
    unit = draw(st.sampled_from(("BYTE", "UTF8_CHAR")))
    return Call((x, draw(st.integers(-1, 1)), draw(st.integers(0, 3))), {"unit": unit})


def _reduce_join(draw: Draw) -> Call:
    x = _words(draw)
    # along axis 0 TensorFlow puts no separator between empty words
    x = x.over(np.where(x.flat == b"", b"e", x.flat))
    axis = draw(st.none() | st.integers(-x.ndim, x.ndim - 1))
    return Call((x, axis), {"separator": draw(st.sampled_from(("", "/")))})


def _transcode(draw: Draw) -> Call:
    names = ("UTF-8", "UTF-16-BE", "UTF-32-BE")
    named = {"errors": draw(st.sampled_from(("replace", "ignore", "strict")))}
    return Call((_words(draw, b"a\xffb"), "UTF-8", draw(st.sampled_from(names))), named)


patterns = st.sampled_from(("a", "[A-Z].*", "", ".*c", "b+|d"))
TEXT: dict[str, Op] = {
    **{f"tf.strings.{name}": Op(_of_words()) for name in ("lower", "upper", "strip")},
    "tf.strings.length": Op(_of_words(unit=st.sampled_from(("BYTE", "UTF8_CHAR")))),
    "tf.strings.regex_full_match": Op(_of_words(pattern=patterns)),
    "tf.strings.regex_replace": Op(
        _of_words(
            pattern=st.sampled_from(("[a-c]", "(d)d", "A(.)c")),
            rewrite=st.sampled_from(("", "<>", r"[\0]")),
            replace_global=st.booleans(),
        )
    ),
    "tf.strings.to_number": Op(_to_number),
    "tf.strings.as_string": Op(_as_string, of_rk=as_bytes),
    "tf.strings.join": Op(_join),
    "tf.strings.substr": Op(_substr),
    "tf.strings.reduce_join": Op(_reduce_join),
    "tf.strings.unicode_transcode": Op(_transcode),
    "tf.io.encode_base64": Op(_of_words(pad=st.booleans())),
    "tf.io.decode_base64": Op(lambda draw: _base64(draw)),
}


def _base64(draw: Draw) -> Call:
    x = structure(draw)
    words = draw(st.sampled_from(((b"c28", b"", b"YWI="), (b"c28", b"-_8"), (b"c28", b"*"))))
    return Call((x.over(np.resize(np.array(words), x.flat.shape)),))


ROWS = {**SCANS, **CHECKS, **TEXT}
