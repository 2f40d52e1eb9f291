"""Kernels on NumPy or CuPy arrays."""
