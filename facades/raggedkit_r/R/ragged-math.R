Math.raggedkit_ragged <- function(x, ...) {
  apply_to <- get(.Generic, mode = "function")
  x <- store_of(x)
  values <- part(x, "values")
  if (.Generic %in% c("cumsum", "cumprod", "cummax", "cummin")) {
    return(rows_of(rewrap(x, within_rows(x, apply_to))))
  }
  rows_of(rewrap(x, without_parts(apply_to(values, ...), values)))
}

# Rounding returns POSIXlt, which rows do not support; the time zone is kept.
without_parts <- function(times, values) {
  if (!inherits(times, "POSIXlt")) {
    return(times)
  }
  times <- as.POSIXct(times)
  attr(times, "tzone") <- attr(values, "tzone")
  times
}

diff.raggedkit_ragged <- function(x, ...) {
  stop_type("`x` must be a vector for `diff`, not a ragged list; apply_rows(x, diff) applies it to each row")
}

# Each row is computed separately, so NA and Inf do not spread to other rows, and nothing cancels.
within_rows <- function(x, f) {
  splits <- part(x, "splits")[[rank_of(x)]]
  # Base R stops for factors and times even if there are no values; so does this.
  f(part(x, "values")[0L])
  by_column(part(x, "values"), function(values) {
    filled <- lengths_of(splits) > 0L
    rows <- split_at(unclass(values), splits)[filled]
    if (length(rows)) unlist(lapply(rows, f)) else f(values)
  })
}

row_cumsum <- function(x) {
  x <- ragged_argument(x, "x")
  rows_of(rewrap(x, within_rows(x, cumsum)))
}

# Functions of vectors, applied to the values, or to each column of values that are arrays.
by_column <- function(values, f) {
  inner <- dim(values)[-1L]
  if (is.null(dim(values))) {
    return(f(values))
  }
  dim(values) <- c(dim(values)[[1L]], prod(inner))
  columns <- lapply(seq_len(ncol(values)), function(k) f(values[, k]))
  array(unlist(columns), c(if (length(columns)) length(columns[[1L]]) else dim(values)[[1L]], inner))
}

# Times were computed as plain numbers; restore their class.
restored <- function(bare, values) {
  kept <- intersect(c("levels", "class", "tzone", "units"), names(attributes(values)))
  if (is.object(values)) attributes(bare) <- attributes(values)[kept]
  bare
}
