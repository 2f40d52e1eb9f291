row_first <- function(x, default = NA, axis = 1L) row_nth(x, 1L, default, axis)

row_last <- function(x, default = NA, axis = 1L) row_nth(x, -1L, default, axis)

# Negative positions count from the end, since there is nothing to drop from one value.
row_nth <- function(x, n, default = NA, axis = 1L) {
  x <- ragged_argument(x, "x")
  if (!is.numeric(n) || length(n) != 1L || is.na(n) || n %% 1 != 0 || n == 0) {
    stop_value("`n` must be a position, counted from 1, or from the end with -1, not ", shown(n), "; x[, 1:2] takes several")
  }
  check_one(default, "default")
  splits <- value_splits(x, checked_axis(axis, x))
  from <- splits[-length(splits)]
  limits <- splits[-1L]
  at <- if (n > 0) from + n else limits + n + 1
  at[at <= from | at > limits] <- NA
  picked <- take_values(part(x, "values"), at)
  if (!is.na(default)) picked[is.na(at)] <- default
  wrap_reduced(x, axis, picked)
}
