"""Activation functions, element by element, dropout and softmax, under TensorFlow's names."""

from raggedkit.ops.neural import (
    dropout,
    elu,
    gelu,
    leaky_relu,
    log_sigmoid,
    relu,
    relu6,
    selu,
    sigmoid,
    sigmoid_cross_entropy_with_logits,
    silu,
    softplus,
    softsign,
)
from raggedkit.ops.scans import log_softmax, softmax

__all__ = [
    "dropout",
    "elu",
    "gelu",
    "leaky_relu",
    "log_sigmoid",
    "log_softmax",
    "relu",
    "relu6",
    "selu",
    "sigmoid",
    "sigmoid_cross_entropy_with_logits",
    "silu",
    "softmax",
    "softplus",
    "softsign",
]
