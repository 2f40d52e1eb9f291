"""Limits between the forms of a kernel, each with the measurement that set it.

``a : b`` gives the times of the two forms, the one named first first. Measured with NumPy 2.4,
numba 0.68 and CPython 3.11 on two shared cores, the shortest of several runs. ``typical`` is 1e5
rows of 10 float32 values on average, ``large`` is 1e6 such rows. A module imports a limit under a
private name, so that a test can replace it there. Constants inside a compiled loop stay beside the
loop: numba looks at that file to decide whether its cached code is still valid.
"""

from __future__ import annotations

# ------------------------------------------------------------------ small: Python's own integers
# Rows that a Python loop handles. Small form : NumPy, in us: gather of 4 rows 3.5 : 13, of 16
# rows 13 : 14; x[:, 1:] of 4 rows 3.7 : 17, of 16 rows 6.6 : 18; argmax of 16 rows 6.3 : 26.
FEW = 16
# Values that a Python loop reads. Gather of 4 rows: 16 values 4.3 : 5.4, 64 values 7.3 : 5.7.
READ = 64
# Splits that one `tolist` reads faster than several calls of `item`.
LISTED = 256
# Numbers that Python compares as lists, in `first_decrease` and `arrays_equal`.
TINY = 32
# Bytes that a pickle copies; a larger array is pickled by NumPy, without a copy.
COPIED_BYTES = 1 << 12
# Lists, and values in them, that are read at once. At once : `Nest`, `constant` in us: 100 lists of
# 300 floats 41 : 90, 300 of 900 114 : 166, 10 of 1000 106 : 230, 200 of 2000 161 : 195, 1000 of
# 3000 326 : 293.
FEW_LISTS = 512
FEW_ITEMS = 1 << 10
# Numbers of a few ranges that Python counts up.
FEW_NUMBERS = 256
# Values up to which `out=` costs a copy: a call through the caller's frame costs 2 us more.
IN_PLACE_FROM = 4096

# ------------------------------------------------------------------ marshal: lists of numbers
# Values, or rows. marshal : lists, `constant` in us: 520 values 45 : 47, 1024 values 63 : 71;
# 1e6 floats in 1e5 rows 87 : 192 ms.
MARSHAL_FROM = 256
# Values whose types are looked at one by one; more are nested up to the limit of marshal's depth.
LOOKED_AT = 1 << 10
# Growth of a level of lists over the last one from which repeated lists are looked for.
GROWTH = 16

# ------------------------------------------------------------------ arrays: values per block
# A block is small enough to stay in the cache from one pass to the next. In ms: softmax, large:
# 8K values 251, 32K 174, 128K 166, 512K 160, all at once 182; column sums, large: 32K 72, 128K 78,
# all at once 184; gather, large: 128K 123, all at once 166.
BLOCK = 1 << 17
# Passes over several tables per value. Row maxima, large: 8K 39, 64K 21, 256K 29, all at once 65;
# argmax, large: 64K 96, all at once 198.
SMALL_BLOCK = 1 << 16
# Few passes. Sort, large: 8K 223, 64K 141, 256K 127, all at once 142.
LARGE_BLOCK = 1 << 18
# Binary searches that run side by side, each with its bounds.
SEARCH_BLOCK = 1 << 15

# ------------------------------------------------------------------ arrays: which form of NumPy
# Mean row length below which row ids beat `reduceat`. Float sums of 1e5 rows in ms: of 2 values
# 1.2 : 1.5, of 3 values 1.5 : 1.7, of 4 values 2.2 : 1.6.
SHORT = 3
# Values from which windows, row ids and running sums pay. Row maxima in us: 2000 values 22 : 8,
# 10,000 values 29 : 31, 40,000 values 58 : 473; the first two passes of a new partition cost more.
RUNNING_FROM = 2000
# Mean row length below which running sums beat `reduceat`. Sums of 1e5 rows of int64 in ms: of 2
# values 0.55 : 1.4, of 5 values 1.2 : 1.5, of 10 values 2.5 : 1.9, of 40 values 27 : 12.
RUNNING_BELOW = 7
# Longest row whose extremes windows find. Maxima of 3e4 rows in ms: longest about 30 0.7 : 1.7,
# 50 1.2 : 1.7, 70 2.1 : 1.9, 90 2.9 : 2.0.
WINDOWED = 64
# Values from which a choice by bits pays. `where` in us, flags at random: 4096 values 11 : 8 (the
# processor learns the flags of a repeated run), 16,384 values 21 : 64.
BITS_FROM = 1 << 10
# Values that may each store their column. Column sums of a new partition in ms, stored : in
# blocks: 256K values 1.1 : 1.0, 1M 13 : 8, 4M 90 : 43. A stored column serves later calls.
NUMBERED = 1 << 20
# The same for the slots of an axis between two ragged ones: 256K values 1.2 : 1.2, 4M 99 : 93.
NUMBERED_SLOTS = 1 << 18

# ------------------------------------------------------------------ arrays: sorting
# Set when sorting was written, with benchmarks/ `sort` and `argsort` on typical, large and skewed.
LOOSE = 3  # times its values that a rectangle of rows may hold
SPARE = 256  # cells of padding that cost less than a second rectangle
PER_LENGTH = 1 << 10  # values of one row length that are worth a rectangle of their own
SHORT_SORTED = 64  # longest row of such a rectangle
LONG_SORTED = 1 << 12  # longer rows get a call each
DIGITS_FROM = 1 << 10  # values from which an argsort by digits pays
ROWS_PER_CALL = 1 << 9  # rows from which one call per position beats a sort of all keys
PACKED_FROM = 1 << 9  # cells from which (value, position) pairs are packed into one integer

# ------------------------------------------------------------------ arrays: matrices
MULTIPLICATIONS = 1 << 14  # of one product from which its shape gets a call of its own
MATRICES_PER_SIZE = 8  # mean number of matrices of one shape below which shapes are padded alike

# ------------------------------------------------------------------ arrays: joining
SOURCES = 4  # sources up to which one pass over the result per source beats an index

# ------------------------------------------------------------------ compiled
# Items. Compiled : NumPy, in us: row sums of 16K values 21 : 18, of 32K 31 : 124; gather of 16K
# values 46 : 47, of 64K 155 : 416.
COMPILED_FROM = 1 << 15
# Items per thread. Softmax in ms, two threads : one: 256K values 0.53 : 0.51, 1M 4.1 : 4.8, 4M
# 23 : 30.
SHARE = 1 << 19
# Mean row length below which running sums beat a compiled loop. Sums of 1e5 rows of int32 in ms,
# loop : running sum: of 1 value 0.54 : 0.27, of 2 values 0.44 : 0.47, of 4 values 0.43 : 0.87.
SHORT_COMPILED = 2
SAMPLED_ROWS = 1 << 6  # rows whose lengths and order are looked at to guess those of the others
MARKS_PER_PART = 1 << 11  # marks that are counted at a time, in a table that stays in the cache
