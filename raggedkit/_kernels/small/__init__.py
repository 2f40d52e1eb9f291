"""Kernels for a few rows, on Python integers; None where another form must do it."""
