"""Assertions on all values, under TensorFlow's names in ``tf.debugging``."""

from raggedkit.ops.checks import (
    assert_equal,
    assert_greater,
    assert_greater_equal,
    assert_less,
    assert_less_equal,
    assert_near,
    assert_none_equal,
    check_numerics,
)

__all__ = [
    "assert_equal",
    "assert_greater",
    "assert_greater_equal",
    "assert_less",
    "assert_less_equal",
    "assert_near",
    "assert_none_equal",
    "check_numerics",
]
