# A single number applies to all values; a vector has one element per row.
Ops.raggedkit_ragged <- function(e1, e2) {
  operate <- get(.Generic, mode = "function")
  if (nargs() == 1L) {
    return(map_values(e1, function(values) unname_values(operate(values))))
  }
  e1 <- stored(e1)
  e2 <- stored(e2)
  deepest <- deepest_operand(e1, e2)
  values1 <- operand_values(e1, deepest, "e1")
  values2 <- operand_values(e2, deepest, "e2")
  values <- operate(values1, values2)
  rows_of(rewrap(deepest, unname_values(values), operand_null(e1, e2, deepest)))
}

deepest_operand <- function(e1, e2) {
  e1 <- if (is_ragged(e1) || is.list(e1)) ragged_argument(e1, "e1")
  e2 <- if (is_ragged(e2) || is.list(e2)) ragged_argument(e2, "e2")
  if (is.null(e1)) {
    return(e2)
  }
  if (is.null(e2)) {
    return(e1)
  }
  if (rank_of(e2) > rank_of(e1)) {
    e2
  } else if (is.null(part(e1, "names")) && rank_of(e2) == rank_of(e1)) {
    # Names are the first operand's, or else the second's, as for vectors.
    new_store(part(e1, "values"), part(e1, "splits"), part(e1, "null"), part(e2, "names"), part(e1, "uniform"))
  } else {
    e1
  }
}

operand_values <- function(e, deepest, argument) {
  if (is_ragged(e) || is.list(e)) {
    return(spread_rows(ragged_argument(e, argument), deepest, argument))
  }
  n <- count_rows(deepest)
  e <- without_one_dim(e)
  if (length(e) == 1L && is.null(dim(e))) {
    return(unname(e))
  }
  if (length(e) != n || !is.null(dim(e))) {
    stop_value(
      "`", argument, "` must be one value, one for each of the ", n, " rows, or ragged with the same row lengths, not ",
      if (is.null(dim(e))) paste(length(e), "values") else "a matrix",
      "; with_values(x, flat_values(x) + y) works value by value"
    )
  }
  unname(e)[rowids_of(value_splits(deepest))]
}

# A ragged list with fewer axes has one value for each row of the other operand.
spread_rows <- function(e, deepest, argument) {
  ranks <- c(rank_of(e), rank_of(deepest))
  for (axis in seq_len(ranks[[1L]])) {
    check_same_splits(part(deepest, "splits")[[axis]], part(e, "splits")[[axis]], argument, axis)
  }
  values <- part(e, "values")
  if (ranks[[1L]] == ranks[[2L]]) values else values[rowids_of(value_splits(deepest, ranks[[1L]] + 1L))]
}

operand_null <- function(e1, e2, deepest) {
  null <- lapply(Filter(is_ragged, list(e1, e2)), function(e) {
    lapply(seq_len(rank_of(deepest)), function(axis) axis_null(e, axis))
  })
  merged <- Reduce(function(a, b) Map(function(x, y) if (is.null(x)) y else if (is.null(y)) x else x | y, a, b), null)
  if (!all(vapply(merged, is.null, NA))) merged
}

chooseOpsMethod.raggedkit_ragged <- function(x, y, mx, my, cl, reverse) TRUE
