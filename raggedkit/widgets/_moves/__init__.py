"""Moves of played operations: each step of an operation as plain data, made in Python."""
