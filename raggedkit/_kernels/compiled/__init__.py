"""Kernels compiled by numba, and the bridge to it."""
