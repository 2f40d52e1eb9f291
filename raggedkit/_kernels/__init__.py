"""Kernels: functions from flat arrays to flat arrays, without raggedkit types."""
