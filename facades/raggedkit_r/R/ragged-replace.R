# Rows are replaced as in a list: what base R does to a vector of positions, where the rows of `value`
# follow those of `x`, says which rows there are afterwards.
`[<-.raggedkit_ragged` <- function(x, i, j, ..., value) {
  # x[i, ] <- value has an empty argument, which missing() does not tell from none.
  if (!missing(i) && is_ragged(i) || nargs() > 3L) {
    return(replace_values(x, i, j, ..., value = value))
  }
  i <- if (missing(i)) seq_len(count_rows(x)) else i
  if (is.factor(i)) i <- as.integer(i)
  if (is.null(value)) {
    positions <- as.list(numbered_rows(x))
    positions[i] <- NULL
    return(rows_at(x, positions))
  }
  if (!is_ragged(value)) value <- ragged_from_list(as.list(value), NULL, "value")
  positions <- numbered_rows(x)
  positions[i] <- count_rows(x) + seq_len(count_rows(value))
  rows_at(appended(x, value), positions)
}

`[[<-.raggedkit_ragged` <- function(x, i, ..., value) {
  if (length(i) > 1L || ...length()) {
    row <- x[[i[[1L]]]]
    if (length(i) > 1L) row[[i[-1L]]] <- value else row[[...]] <- value
    return(`[[<-`(x, i[[1L]], value = row))
  }
  if (is.null(value)) {
    positions <- as.list(numbered_rows(x))
    positions[[i]] <- NULL
    return(rows_at(x, positions))
  }
  if (!is.atomic(value) && !is.list(value)) {
    stop_type("`value` must be a vector or a list of vectors, not ", kind_shown(value), "; NULL takes the row away")
  }
  positions <- numbered_rows(x)
  positions[[i]] <- count_rows(x) + 1L
  rows_at(appended(x, ragged_from_list(list(value), NULL, "value")), positions)
}

`$<-.raggedkit_ragged` <- function(x, name, value) {
  x[[name]] <- value
  x
}

`length<-.raggedkit_ragged` <- function(x, value) {
  positions <- numbered_rows(x)
  length(positions) <- value
  rows_at(x, positions)
}

numbered_rows <- function(x) {
  positions <- seq_len(count_rows(x))
  names(positions) <- names(x)
  positions
}

# Rows by their numbers, NA for one that is NULL.
rows_at <- function(x, positions) {
  names <- names(positions)
  x <- take_rows(x, as.integer(unlist(positions, use.names = FALSE)))
  names(x) <- names
  x
}

appended <- function(x, value) {
  if (!count_rows(value)) {
    return(x)
  }
  value <- with_rank_of(value, x)
  if (rank_of(value) != rank_of(x) && nvals(x)) {
    stop_value(
      "`value` must have ragged rank ", rank_of(x), " as `x` has, not ", rank_of(value),
      "; all rows must be nested equally deep"
    )
  }
  bound_rows(list(unnamed_rows(x), unnamed_rows(value)), c("x", "value"))
}

unnamed_rows <- function(x) {
  if (!is.null(names(x))) names(x) <- NULL
  x
}

# Rows that hold nothing fit into ragged lists of any rank.
with_rank_of <- function(value, x) {
  if (rank_of(value) < rank_of(x) && !nvals(value)) {
    deeper <- rep(list(0L), rank_of(x) - rank_of(value))
    null <- c(list(axis_null(value, 1L)), vector("list", rank_of(x) - 1L))
    build_ragged(take_values(part(x, "values"), 0L), c(part(value, "splits"), deeper), null)
  } else {
    value
  }
}

# Values within rows: those that x[i, j] would select, one for all, one for each row or one for each.
replace_values <- function(x, i, j, ..., value) {
  if (!missing(i) && is_ragged(i) && !is.null(dim(part(i, "values")))) {
    return(replace_in_arrays(x, i, value))
  }
  numbered <- rewrap(x, seq_len(nvals(x)), keep_names = TRUE)
  chosen <- if (!missing(i) && is_ragged(i)) {
    select_ragged(numbered, i)
  } else {
    if (missing(i)) i <- seq_len(count_rows(x))
    if (missing(j)) numbered[i, , ...] else numbered[i, j, ...]
  }
  at <- part(chosen, "values")
  # A mask selects values, as in a vector; x[i, j] selects in rows.
  by_value <- !missing(i) && is_ragged(i) && length(value) == length(at)
  if (is_ragged(value) || is.list(value)) {
    value <- ragged_argument(value, "value")
    check_same_rows(chosen, value, "value")
    value <- part(value, "values")
  } else if (length(value) == count_rows(chosen) && length(value) > 1L && !by_value) {
    value <- value[rowids_of(value_splits(chosen))]
  } else if (!length(value) %in% c(1L, length(at))) {
    stop_value(
      "`value` must be one value, one for each of the ", count_rows(chosen), " rows or one for each of the ",
      length(at), " that are replaced, not ", length(value), "; a ragged list of their rows fits too"
    )
  }
  values <- part(x, "values")
  if (is.null(dim(values))) {
    values[at] <- value
  } else {
    slices <- slice.index(values, 1L) %in% at
    values[slices] <- value
  }
  rewrap(x, values)
}

replace_in_arrays <- function(x, mask, value) {
  check_same_rows(x, mask, "i")
  values <- part(x, "values")
  if (!identical(dim(values), dim(part(mask, "values"))) || !is.logical(part(mask, "values"))) {
    stop_value(
      "`i` must hold one logical for each number of `x`, as x > 0 does, not ", kind_label(part(mask, "values")),
      " values of other dimensions; x[i, j] <- value goes by position"
    )
  }
  values[part(mask, "values")] <- value
  rewrap(x, values)
}
