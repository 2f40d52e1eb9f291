"""Engines that several families of operations share: they apply a plan to values."""
