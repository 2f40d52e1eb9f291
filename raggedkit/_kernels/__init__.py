"""Flat arrays in, flat arrays out; nothing here knows a raggedkit type."""
