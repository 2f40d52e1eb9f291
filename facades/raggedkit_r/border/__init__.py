"""Conversion of values between Python and R."""
