# Rows are replaced as in a list.
`[<-.raggedkit_ragged` <- function(x, i, j, ..., value) {
  # x[i, ] <- value has an empty argument, which missing() does not distinguish from none.
  if (!missing(i) && is_ragged(i) || nargs() > 3L) {
    x <- store_of(x)
    value <- stored(value)
    if (!missing(i)) i <- stored(i)
    return(rows_of(replace_values(x, i, j, ..., value = value)))
  }
  i <- if (missing(i)) seq_along(x) else i
  if (is.factor(i)) i <- as.integer(i)
  rows <- plain_list(x)
  if (is.null(value)) {
    rows[i] <- NULL
    return(like_rows(rows, x))
  }
  both <- with_type_of(x, if (is_ragged(value)) value else rows_of(ragged_from_list(as.list(value), NULL, "value")))
  rows <- plain_list(both$x)
  rows[i] <- unname(plain_list(both$value))
  like_rows(rows, both$x)
}

`[[<-.raggedkit_ragged` <- function(x, i, ..., value) {
  if (length(i) > 1L || ...length()) {
    row <- row_to_change(x, i[[1L]])
    if (!is_ragged(row) && is.atomic(value) && is.null(dim(row))) {
      fitting <- fitted_values(row, value)
      row <- fitting$values
      value <- fitting$value
    }
    if (length(i) > 1L) row[[i[-1L]]] <- value else row[[...]] <- value
    return(`[[<-`(x, i[[1L]], value = row))
  }
  if (is_of_type(value, x) && is.null(attr(x, "uniform", exact = TRUE)) && is.null(attr(x, "python", exact = TRUE))) {
    return(NextMethod())  # copies the list once
  }
  if (is.null(value)) {
    rows <- plain_list(x)
    rows[[i]] <- NULL
    return(like_rows(rows, x))
  }
  if (!is.atomic(value) && !is.list(value)) {
    stop_type("`value` must be a vector or a list of vectors, not ", kind_shown(value), "; NULL takes the row away")
  }
  both <- with_type_of(x, rows_of(ragged_from_list(list(value), NULL, "value")))
  rows <- plain_list(both$x)
  rows[i] <- plain_list(both$value)
  like_rows(rows, both$x)
}

# Whether a row can be stored as it is.
is_of_type <- function(row, x) {
  ptype <- ptype_of(x)
  is.null(attributes(row)) && is.null(attributes(ptype)) && is.atomic(row) && typeof(row) == typeof(ptype)
}

# Both with one type: that of `x` if the rows of `value` fit, else a common type of all values.
with_type_of <- function(x, value) {
  if (same_type(x, value)) {
    return(list(x = x, value = value))
  }
  n <- length(x)
  joined <- rows_of(appended(store_of(x), store_of(value)))
  x_joined <- joined[seq_len(n)]
  names(x_joined) <- names(x)
  list(x = x_joined, value = joined[n + seq_along(value)])
}

same_type <- function(x, y) {
  rank_attribute(x) == rank_attribute(y) && identical(ptype_of(x), ptype_of(y))
}

# A NULL row to which values are assigned is empty.
row_to_change <- function(x, i) {
  at <- row_position(x, i)
  if (is.na(at)) {
    stop_as("IndexError", "`i[1]` must be a row that exists, not ", shown(i), "; x[[i]] <- row adds it")
  }
  row <- x[[at]]
  if (!is.null(row)) {
    row
  } else if (rank_attribute(x) > 1L) {
    inner_rows(list(), x)
  } else {
    ptype_of(x)
  }
}

`$<-.raggedkit_ragged` <- function(x, name, value) {
  x[[name]] <- value
  x
}

`length<-.raggedkit_ragged` <- function(x, value) {
  rows <- plain_list(x)
  length(rows) <- value
  like_rows(rows, x)
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
