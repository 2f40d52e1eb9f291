"""Ops that work value by value, and how each is tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tests.conformance.bridge import Same
from tests.conformance.calls import Call, Draw, Op, binary, filled, partner, tensor, unary

CLOSE = Same(close=2e-5, uniform=False)  # float32 comes from another library's approximation


def _table(*names: str, prefix: str = "tf.math.", **op: Any) -> dict[str, Op]:
    return {prefix + name: Op(**op) for name in names}


# ------------------------------------------------------------------ one tensor
def _nextafter(draw: Draw) -> Call:
    x = tensor(draw, "finite")
    return Call((x, filled(draw, (), "reals", x.flat.dtype.str)))


def _cast(draw: Draw) -> Call:
    wanted = {
        "finite": ("float32", "float64", "int64", "int32", "bool", "complex128"),
        "ints": ("float32", "int16", "bool", "int64", "complex64"),
        "bools": ("int64", "float32", "uint8", "bool"),
        "bytes": ("int8", "uint8", "float64", "int64"),
        "complex": ("complex64", "complex128", "float64", "float32"),
    }
    pool = draw(st.sampled_from(sorted(wanted)))
    return Call((tensor(draw, pool), np.dtype(draw(st.sampled_from(wanted[pool])))))


def _saturate_cast(draw: Draw) -> Call:
    x = tensor(draw, draw(st.sampled_from(("finite", "ints", "bytes"))))
    x = x.over(x.flat * np.array(draw(st.sampled_from((1, 100))), x.flat.dtype))
    # neither from int64 to floats nor back: TensorFlow's limits are wrong there
    kinds = ("uint8", "int8", "int16", "int32", *(() if x.flat.dtype == "int64" else ("float32",)))
    return Call((x, np.dtype(draw(st.sampled_from(kinds)))))


def _bitcast(draw: Draw) -> Call:
    x = tensor(draw, draw(st.sampled_from(("finite", "ints", "bytes"))))
    kinds = ("int64", "float64", "int32", "float32", "uint8", "int16")
    return Call((x, np.dtype(draw(st.sampled_from(kinds)))))


def _clip(draw: Draw) -> Call:
    x = tensor(draw, draw(st.sampled_from(("reals", "ints"))))
    few = st.integers(-3, 3)
    low, high = sorted((draw(few), draw(few)))
    return Call((x, np.array(low, x.flat.dtype), np.array(high, x.flat.dtype)))


def _scalar_mul(draw: Draw) -> Call:
    x = tensor(draw, draw(st.sampled_from(("finite", "ints", "complex"))))
    return Call((np.array(draw(st.integers(-3, 3)), x.flat.dtype), x))


def _add_n(draw: Draw) -> Call:
    pool = draw(st.sampled_from(("finite", "ints")))
    x = tensor(draw, pool)
    count = draw(st.integers(0, 2))
    more = [x.over(filled(draw, x.flat.shape, pool, x.flat.dtype.str)) for _ in range(count)]
    if draw(st.integers(0, 4)) == 0:
        more.append(partner(draw, x, pool))
    return Call(([x, *more],))


ONE: dict[str, Op] = {
    **_table("abs", draw=unary("reals", "ints", "complex"), how=CLOSE),
    **_table("acos", "asin", "atanh", draw=unary("reals", "inside", "complex"), how=CLOSE),
    **_table("acosh", "log", "sqrt", draw=unary("reals", "positive", "complex"), how=CLOSE),
    **_table("angle", "real", "imag", "conj", draw=unary("complex", "finite"), how=CLOSE),
    **_table(
        *("asinh", "atan", "cos", "cosh", "exp", "expm1", "log1p", "sigmoid"),
        *("sin", "sinh", "tan", "tanh"),
        draw=unary("reals", "finite", "complex"),
        how=CLOSE,
    ),
    **_table("log_sigmoid", "softplus", draw=unary("reals", "finite"), how=CLOSE),
    **_table("ceil", "floor", "rint", draw=unary("halves")),
    **_table("round", draw=unary("halves", "ints")),
    **_table("is_finite", "is_inf", "is_nan", draw=unary("reals")),
    **_table("logical_not", draw=unary("bools")),
    **_table("negative", "square", draw=unary("reals", "ints", "complex")),
    **_table("sign", draw=unary("reals", "ints")),
    **_table("reciprocal", draw=unary("nonzero", "complex"), how=CLOSE),
    **_table("reciprocal_no_nan", draw=unary("reals", "complex"), how=CLOSE),
    **_table("rsqrt", draw=unary("positive", "complex"), how=CLOSE),
    **_table("nextafter", draw=_nextafter),
    **_table("scalar_mul", draw=_scalar_mul),
    **_table("add_n", draw=_add_n),
    **_table("bitwise.invert", prefix="tf.", draw=unary("ints", "bytes")),
    **_table("cast", prefix="tf.", draw=_cast),
    **_table("bitcast", prefix="tf.", draw=_bitcast, examples=40),
    **_table("clip_by_value", prefix="tf.", draw=_clip),
    **_table("dtypes.saturate_cast", prefix="tf.", draw=_saturate_cast, examples=25),
}

# ------------------------------------------------------------------ two tensors
TWO: dict[str, Op] = {
    **_table("add", draw=binary("reals", "ints", "complex", "words")),
    **_table("subtract", "multiply", "squared_difference", draw=binary("reals", "ints", "complex")),
    **_table("atan2", draw=binary("reals"), how=CLOSE),
    **_table("divide", "truediv", draw=binary("reals", ("ints", "divisors"), "complex"), how=CLOSE),
    **_table("realdiv", prefix="tf.", draw=binary("reals")),
    **_table("divide_no_nan", "multiply_no_nan", draw=binary("reals", "complex"), how=CLOSE),
    **_table(
        "floordiv", "floormod", draw=binary(("finite", "nonzero"), ("ints", "divisors")), how=CLOSE
    ),
    **_table(
        "truncatediv",
        "truncatemod",
        prefix="tf.",
        draw=binary(("finite", "nonzero"), ("ints", "divisors")),
        how=CLOSE,
    ),
    **_table("equal", "not_equal", draw=binary("reals", "ints", "bools", "words", "complex")),
    **_table(
        "eq", "ne", prefix="tf.__operators__.", draw=binary("reals", "ints", "bools", "words")
    ),
    **_table("greater", "greater_equal", "less", "less_equal", draw=binary("reals", "ints")),
    **_table("logical_and", "logical_or", "logical_xor", draw=binary("bools")),
    **_table("maximum", "minimum", draw=binary("reals", "ints")),
    **_table("pow", draw=binary("reals", ("ints", "counts"), "complex"), how=CLOSE),
    **_table(
        "xdivy",
        "xlogy",
        "xlog1py",
        draw=binary("finite", ("reals", "positive"), ("finite", "reals")),
        how=CLOSE,
    ),
    **_table(
        *("bitwise_and", "bitwise_or", "bitwise_xor"),
        prefix="tf.bitwise.",
        draw=binary("ints", "bytes"),
    ),
    **_table("left_shift", "right_shift", prefix="tf.bitwise.", draw=binary(("ints", "counts"))),
    **_table("complex", prefix="tf.dtypes.", draw=binary("reals")),
}


# ------------------------------------------------------------------ special functions
def _zeta(draw: Draw) -> Call:
    x = tensor(draw, "positive")
    x = x.over(x.flat + 1)
    return Call((x, x.over(filled(draw, x.flat.shape, "positive", x.flat.dtype.str))))


SPECIAL: dict[str, Op] = {
    **_table(
        *("bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e", "erfc", "erfcinv", "erfinv"),
        *("ndtri", "special.dawsn", "special.fresnel_cos", "special.fresnel_sin"),
        *(f"special.bessel_{n}" for n in ("j0", "j1", "k0", "k0e", "k1", "k1e", "y0", "y1")),
        "special.spence",
        draw=unary("reals", "positive", "shares", "inside"),
        how=CLOSE,
    ),
    # TensorFlow's erf of infinity is NaN, its lgamma of -infinity the other infinity
    **_table("erf", "lgamma", draw=unary("finite", "positive"), how=CLOSE),
    # at a pole SciPy says infinity and TensorFlow NaN
    **_table("digamma", draw=unary("nonzero", "positive"), how=CLOSE),
    # TensorFlow has no value below 0
    **_table("special.expint", draw=unary("positive"), how=CLOSE),
    **_table("zeta", draw=_zeta, how=CLOSE),
}


# ------------------------------------------------------------------ activations
def _gelu(draw: Draw) -> Call:
    return Call((tensor(draw, "finite"),), {"approximate": draw(st.booleans())})


def _leaky(draw: Draw) -> Call:
    return Call((tensor(draw, "reals"), draw(st.sampled_from((0.2, 0.0, 0.5)))))


def _silu(draw: Draw) -> Call:
    return Call((tensor(draw, "finite"), draw(st.sampled_from((1.0, 0.5, 2.0)))))


def _cross_entropy(draw: Draw) -> Call:
    x = tensor(draw, "reals")
    labels = x.over(filled(draw, x.flat.shape, "shares", x.flat.dtype.str))
    return Call((), {"labels": labels, "logits": x})


def _dropout(seed: Any) -> Callable[[Draw], Call]:
    def draw_call(draw: Draw) -> Call:
        x = tensor(draw, "finite")
        x = x.over(np.ones_like(x.flat))
        rate = draw(st.sampled_from((0.0, 0.5, 0.75)))
        rng = np.random.default_rng(draw(st.integers(0, 9)))
        return Call((x, rate), named_rk={"rng": rng}, named_tf={"seed": seed})

    return draw_call


def _dropped_or_scaled(rt: Any) -> Any:
    """Dropout is random, so only the possible results of ones are compared."""
    return rt.with_flat_values(np.isin(np.asarray(rt.flat_values), (0, 1, 2, 4)))


def _seeded(seed: Any) -> Op:
    return Op(_dropout(seed), of_rk=_dropped_or_scaled, of_tf=_dropped_or_scaled)


ACTIVATIONS: dict[str, Op] = {
    "tf.nn.dropout": _seeded(7),
    "tf.nn.experimental.stateless_dropout": _seeded((7, 7)),
    **_table("elu", "selu", prefix="tf.nn.", draw=unary("reals"), how=CLOSE),
    # where raggedkit has the limit at infinity, TensorFlow has NaN (gelu and silu as well)
    **_table("softsign", prefix="tf.nn.", draw=unary("finite"), how=CLOSE),
    **_table("relu", "relu6", prefix="tf.nn.", draw=unary("reals", "ints")),
    **_table("gelu", prefix="tf.nn.", draw=_gelu, how=CLOSE),
    **_table("leaky_relu", prefix="tf.nn.", draw=_leaky, how=CLOSE),
    **_table("silu", prefix="tf.nn.", draw=_silu, how=CLOSE),
    **_table("sigmoid_cross_entropy_with_logits", prefix="tf.nn.", draw=_cross_entropy, how=CLOSE),
    **_table("softmax", prefix="tf.nn.", draw=unary("finite", "reals"), how=CLOSE),
}

VALUES = {**ONE, **TWO, **SPECIAL, **ACTIVATIONS}
