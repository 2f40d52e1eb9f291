"""Conversion to and from other libraries: one module each, imported on first use."""

__all__: list[str] = []
