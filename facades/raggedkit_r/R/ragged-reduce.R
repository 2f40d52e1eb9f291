row_sums <- function(x, na.rm = FALSE, axis = 1L) {
  reduce_rows(x, axis, na.rm, sums_of, keeps = "difftime")
}

row_prod <- function(x, na.rm = FALSE, axis = 1L) {
  reduce_rows(x, axis, na.rm, function(values, splits) each_row(summed(values), splits, prod, 1))
}

row_max <- function(x, na.rm = FALSE, empty = NA, axis = 1L) {
  reduce_rows(x, axis, na.rm, extreme_of(max, empty), keeps = all_kinds())
}

row_min <- function(x, na.rm = FALSE, empty = NA, axis = 1L) {
  reduce_rows(x, axis, na.rm, extreme_of(min, empty), keeps = all_kinds())
}

row_range <- function(x, na.rm = FALSE, empty = NA) {
  x <- ragged_argument(x, "x")
  check_vectors(x, "row_range")
  least <- row_min(x, na.rm, empty)
  if (is.object(least)) {
    stop_type(
      "`x` must contain numbers or text, not ", class(least)[[1L]],
      " values; row_min() and row_max() give values of their kind"
    )
  }
  cbind(min = least, max = row_max(x, na.rm, empty))
}

row_any <- function(x, na.rm = FALSE, axis = 1L) {
  reduce_rows(x, axis, na.rm, function(values, splits) {
    values <- logical_values(values)
    any_of(which(values), which(is.na(values)), splits, TRUE)
  })
}

row_all <- function(x, na.rm = FALSE, axis = 1L) {
  reduce_rows(x, axis, na.rm, function(values, splits) {
    values <- logical_values(values)
    any_of(which(!values), which(is.na(values)), splits, FALSE)
  })
}

row_means <- function(x, na.rm = FALSE, axis = 1L) reduce_rows(x, axis, na.rm, means_of, keeps = time_kinds())

row_sd <- function(x, na.rm = FALSE, axis = 1L) {
  reduce_rows(x, axis, na.rm, function(values, splits) {
    means <- means_of(values, splits)
    values <- summed(values)
    lengths <- lengths_of(splits)
    squares <- sums_of((values - rep.int(means, lengths))^2, splits)
    sqrt(squares / ifelse(lengths > 1L, lengths - 1, NA))
  })
}

row_median <- function(x, na.rm = FALSE, axis = 1L) {
  reduce_rows(x, axis, na.rm, medians_of, keeps = time_kinds())
}

row_which_max <- function(x, axis = 1L) reduce_rows(x, axis, FALSE, which_of(which.max), takes = all_kinds())

row_which_min <- function(x, axis = 1L) reduce_rows(x, axis, FALSE, which_of(which.min), takes = all_kinds())

# `f` gets values without class, and their splits. Classes in `takes` are passed as numbers; those in `keeps`
# are restored.
reduce_rows <- function(x, axis, na.rm, f, keeps = character(), takes = c(keeps, "difftime")) {
  x <- ragged_argument(x, "x")
  axis <- checked_axis(axis, x)
  splits <- value_splits(x, axis)
  values <- part(x, "values")
  check_reducible(values, takes)
  reduced <- by_column(values, function(column) {
    if (na.rm && anyNA(column)) {
      kept <- !is.na(column)
      splits <- splits_of(lengths_of(cumsum(c(0, kept))[splits + 1L]))
      column <- column[kept]
    }
    bare <- f(bare_vector(column), splits)
    if (inherits(column, keeps)) restored(bare, column) else bare
  })
  wrap_reduced(x, axis, reduced)
}

time_kinds <- function() c("Date", "POSIXct", "difftime")

all_kinds <- function() c("ordered", time_kinds())

# The result is a vector for the outermost axis, and a ragged list for an inner axis.
wrap_reduced <- function(x, axis, reduced) {
  names <- axis_names(x, axis)
  if (axis == 1L) {
    if (is.null(dim(reduced))) {
      names(reduced) <- names
    } else if (!is.null(names)) {
      dimnames(reduced) <- c(list(names), vector("list", length(dim(reduced)) - 1L))
    }
    return(reduced)
  }
  outer <- seq_len(axis - 1L)
  names <- part(x, "names")[seq_len(axis)]
  rows_of(build_ragged(unname_values(reduced), part(x, "splits")[outer], part(x, "null")[outer], names))
}

check_reducible <- function(values, takes) {
  if (is.object(values) && !inherits(values, takes)) {
    way_out <- if (is.factor(values)) {
      "with_values(x, as.character(flat_values(x))) has its labels"
    } else {
      "row_min(), row_max(), row_means() and row_median() take times"
    }
    stop_type("`x` must contain numbers, not ", kind_label(values), " values; ", way_out)
  }
}

bare_vector <- function(values) {
  attributes(values) <- NULL
  values
}

# A function of base R on each row that is not empty; all of these functions are compiled.
each_row <- function(values, splits, f, empty) {
  filled <- lengths_of(splits) > 0L
  values <- bare_vector(values)
  rows <- split_at(values, splits)[filled]
  reduced <- if (length(rows)) unlist(lapply(rows, f)) else empty[0L]
  result <- rep(empty, length(filled))
  result[filled] <- reduced
  result
}

# Rows of equal length are the columns of a matrix: colSums() adds each in the order and precision of sum(),
# and is called once for each length.
sums_of <- function(values, splits) {
  values <- summed(values)
  if (is.complex(values)) {
    return(each_row(values, splits, sum, 0L))
  }
  lengths <- lengths_of(splits)
  rows <- order(lengths)
  ascending <- lengths[rows]
  joined <- values[ranges(splits[rows] + 1L, ascending)]
  counts <- rle(ascending)
  sums <- numeric(length(lengths))
  row <- value <- 0
  for (k in seq_along(counts$lengths)) {
    n <- counts$lengths[[k]]
    size <- counts$values[[k]]
    if (size > 0) {
      sums[row + seq_len(n)] <- colSums(matrix(joined[value + seq_len(n * size)], size))
    }
    row <- row + n
    value <- value + n * size
  }
  sums[rows] <- sums
  if (is.double(values)) sums else as_integer_sums(sums)
}

# As sum() of integers.
as_integer_sums <- function(sums) {
  if (any(abs(sums) > .Machine$integer.max, na.rm = TRUE)) {
    warning("integer overflow - use row_sums(x + 0)", call. = FALSE)
    sums[abs(sums) > .Machine$integer.max] <- NA
  }
  as.integer(sums)
}

# `found` where a row has one of these positions, else NA where it has one of the unknown ones.
any_of <- function(at, unknown, splits, found) {
  n <- length(splits) - 1L
  rowids <- if (length(at) || length(unknown)) rowids_of(splits)
  result <- rep(!found, n)
  result[rowids[unknown]] <- NA
  result[rowids[at]] <- found
  result
}

summed <- function(values) {
  if (is.character(values) || is.raw(values)) {
    stop_type(
      "`x` must contain numbers, not ", if (is.raw(values)) "raw values" else "text",
      "; with_values(x, as.", if (is.raw(values)) "integer" else "numeric", ") makes numbers of it"
    )
  }
  values
}

extreme_of <- function(f, empty) {
  check_one(empty, "empty")
  function(values, splits) {
    blank <- values[NA_integer_]
    if (!is.na(empty)) blank <- bare_vector(empty)
    each_row(values, splits, f, blank)
  }
}

# As in mean(), a second pass corrects the rounding errors of the first sum.
means_of <- function(values, splits) {
  if (is.character(values)) summed(values)
  values <- if (is.complex(values)) values else as.double(values)
  lengths <- lengths_of(splits)
  means <- sums_of(values, splits) / lengths
  rest <- sums_of(values - rep.int(means, lengths), splits) / lengths
  finite <- is.finite(rest)
  means[finite] <- means[finite] + rest[finite]
  means
}

medians_of <- function(values, splits) {
  if (!is.numeric(values) && !is.logical(values)) {
    stop_type("`x` must contain numbers, not ", typeof(values), " values; sort_rows(x) sorts text")
  }
  values <- as.double(values)
  lengths <- lengths_of(splits)
  sorted <- values[order(rowids_of(splits), values)]
  from <- splits[-length(splits)]
  low <- sorted[ifelse(lengths > 0L, from + (lengths + 1L) %/% 2L, NA)]
  high <- sorted[ifelse(lengths > 0L, from + lengths %/% 2L + 1L, NA)]
  medians <- as.double(ifelse(low == high, low, low / 2 + high / 2))
  medians[row_has(is.na(values), splits)] <- NA
  medians
}

check_one <- function(value, argument) {
  if (!is.atomic(value) || length(value) != 1L) {
    stop_value("`", argument, "` must be one value, not ", shown(value), "; it is the result for a row without values")
  }
}

which_of <- function(f) {
  function(values, splits) {
    if (is.character(values)) stop_type("`x` must contain numbers, not text; sort_rows(x) sorts text")
    values <- bare_vector(values)
    lengths <- lengths_of(splits)
    filled <- row_has(!is.na(values), splits)
    result <- rep(NA_integer_, length(lengths))
    if (any(filled)) result[filled] <- unlist(lapply(split_at(values, splits)[filled], f))
    result
  }
}

logical_values <- function(values) {
  if (is.logical(values)) {
    return(values)
  }
  if (!is.numeric(values)) {
    stop_type("`x` must contain logicals, not ", kind_label(values), " values; compare them, row_any(x == \"a\")")
  }
  values != 0
}
