# Rows are replaced as in a list: base R replaces items of a vector of positions, in which the rows of
# `value` follow those of `x`; the result selects the rows.
`[<-.raggedkit_ragged` <- function(x, i, j, ..., value) {
  # x[i, ] <- value has an empty argument, which missing() does not distinguish from none.
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
    row <- x[[i[[1L]]]] %||% blank_row(x, i[[1L]])
    if (!is_ragged(row) && is.atomic(value) && is.null(dim(row))) {
      fitting <- fitted_values(row, value)
      row <- fitting$values
      value <- fitting$value
    }
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

# The new content of a NULL row to which values are assigned.
blank_row <- function(x, i) {
  if (is.na(row_position(x, i))) stop_no_row(i)
  take_items(inner_items(x), integer())
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

# The rows at these numbers, NA or NULL for a NULL row.
rows_at <- function(x, positions) {
  names <- names(positions)
  positions[lengths(positions) == 0L] <- NA_integer_
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

# Rows without values can be assigned to ragged lists of any rank.
with_rank_of <- function(value, x) {
  if (rank_of(value) < rank_of(x) && !nvals(value)) {
    deeper <- rep(list(0L), rank_of(x) - rank_of(value))
    null <- c(list(axis_null(value, 1L)), vector("list", rank_of(x) - 1L))
    build_ragged(take_values(part(x, "values"), 0L), c(part(value, "splits"), deeper), null)
  } else {
    value
  }
}

# Values within rows, those that x[i, j] selects: one value for all, one per row, or one for each.
replace_values <- function(x, i, j, ..., value) {
  if (!missing(i) && is_ragged(i) && !is.null(dim(part(i, "values")))) {
    return(replace_in_arrays(x, i, value))
  }
  numbered <- rewrap(x, seq_len(nvals(x)), keep_names = TRUE)
  everywhere <- missing(i)
  chosen <- if (!missing(i) && is_ragged(i)) {
    select_ragged(numbered, i)
  } else {
    if (missing(i)) i <- seq_len(count_rows(x))
    if (missing(j)) numbered[i, , ...] else numbered[i, j, ...]
  }
  if (!everywhere) check_places(x, i, if (!missing(j)) j, chosen)
  if (!everywhere && !missing(j) && ...length()) check_deeper_places(given_indices(...), chosen)
  at <- part(chosen, "values")
  # A mask selects values, as in a vector; x[i, j] selects in rows.
  by_value <- !everywhere && is_ragged(i) && length(value) == length(at)
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
    fitting <- fitted_values(values, value)
    values <- fitting$values
    values[at] <- fitting$value
  } else {
    slices <- slice.index(values, 1L) %in% at
    values[slices] <- value
  }
  rewrap(x, values)
}

# If rows are given, all must exist and have the positions. x[, j] changes the existing ones.
check_places <- function(x, i, j, chosen) {
  if (is_ragged(i)) {
    if (is.numeric(part(i, "values")) && anyNA(part(chosen, "values"))) {
      stop_as("IndexError", "`i` must contain positions that exist; x[[i, j]] <- value makes row i longer")
    }
    return(invisible())
  }
  rows <- row_positions(x, i)
  if (anyNA(rows)) {
    stop_as(
      "IndexError", "`i` must be rows that exist, not ", shown(i[is.na(rows)][1L]),
      "; x[i] <- list(row) adds one"
    )
  }
  short <- which(lengths_of(outer_splits(chosen)) < count_wanted(j))
  if (length(short)) {
    row <- rows[[short[[1L]]]]
    stop_as(
      "IndexError", "`j` must be there in row ", row, ", which has ", counted(lengths(x)[[row]], "value"), ", not ",
      shown(j), "; x[[", row, ", j]] <- value makes the row longer, x[, j] <- value replaces where there is one"
    )
  }
}

count_wanted <- function(j) {
  if (is.character(j)) length(j) else if (is.numeric(j) && all(j >= 0)) sum(j >= 1) else 0L
}

# An empty index, as in x[i, j, , k], selects all.
given_indices <- function(...) {
  lapply(seq_len(...length()), function(k) tryCatch(...elt(k), error = function(e) NULL))
}

check_deeper_places <- function(indices, chosen) {
  for (axis in seq_along(indices)[seq_len(rank_of(chosen) - 1L)]) {
    if (any(lengths_of(part(chosen, "splits")[[axis + 1L]]) < count_wanted(indices[[axis]]))) {
      stop_as(
        "IndexError", "`x[i, j, ...]` must be there to be replaced, not ", shown(indices[[axis]]),
        " in a shorter row of axis ", axis + 1L, "; x[[i, j, k]] <- value makes the row longer"
      )
    }
  }
}

# Plain numbers are not dates, and the numbers inside of dates and factors do not mix with other numbers.
fitted_values <- function(values, value) {
  # A missing value has every type.
  if (is.object(values) && !is.object(value) && all(is.na(value))) value <- rep(NA, length(value))
  if (is.factor(values) && is.character(value)) {
    unknown <- setdiff(value, c(levels(values), NA))
    if (length(unknown)) {
      stop_value(
        "`value` must be of the levels ", shown(levels(values)), ", not ", shown(unknown[[1L]]),
        "; a factor brings its own levels along"
      )
    }
  } else if ((is.object(values) || is.object(value)) && !is_taken_bare(values, value)) {
    joined <- join_values(list(values, unname(value)), function(i) c("x", "value")[[i]])$values
    value <- joined[length(values) + seq_along(value)]
    values <- joined[seq_along(values)]
  }
  list(values = values, value = value)
}

is_taken_bare <- function(values, value) {
  if (inherits(values, "difftime")) {
    is.numeric(value) && !is.object(value)
  } else {
    inherits(values, c("Date", "POSIXct")) && is.character(value)
  }
}

replace_in_arrays <- function(x, mask, value) {
  check_same_rows(x, mask, "i")
  values <- part(x, "values")
  if (!identical(dim(values), dim(part(mask, "values"))) || !is.logical(part(mask, "values"))) {
    stop_value(
      "`i` must contain one logical for each number of `x`, as x > 0 does, not ", kind_label(part(mask, "values")),
      " values of other dimensions; x[i, j] <- value uses positions"
    )
  }
  values[part(mask, "values")] <- value
  rewrap(x, values)
}
