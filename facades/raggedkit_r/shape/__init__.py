"""Tensor shapes that behave as R lists."""
