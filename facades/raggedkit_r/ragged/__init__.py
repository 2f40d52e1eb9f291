"""Ragged lists: lists of R vectors of different lengths."""
