# A ragged list has one vector of all values and, for each ragged axis from the outermost inwards,
# `splits`: the number of items before each row, from 0, one more than there are rows. `null` marks rows
# that are NULL. `names` has the names of the rows of each axis, then those of the values, `uniform`
# the declared row length of each axis, or NA. `python` keeps the dtypes of
# a tensor that came from Python unchanged.
new_ragged <- function(values, splits, null = NULL, names = NULL, uniform = NULL, python = NULL) {
  structure(
    list(
      values = values, splits = splits, null = null, names = names, uniform = uniform, python = python
    ),
    class = "raggedkit_ragged"
  )
}

is_ragged <- function(x) inherits(x, "raggedkit_ragged")
