flat_values <- function(x) {
  x <- ragged_argument(x, "x")
  values <- part(x, "values")
  if (is.null(dim(values))) names(values) <- value_names(x)
  values
}

with_values <- function(x, values) {
  x <- ragged_argument(x, "x")
  if (is.function(values)) values <- without_parts(values(flat_values(x)), part(x, "values"))
  n <- count_values(part(x, "values"))
  if (!is.atomic(values) || is.null(values) || count_values(values) != n) {
    stop_value(
      "`values` must be a vector of ", n, " values, one for each that `x` has, not ",
      if (is.atomic(values) && !is.null(values)) count_values(values) else kind_shown(values),
      "; ragged_from_lengths(values, lengths) makes other rows"
    )
  }
  join_values(list(values), function(i) "values")
  names <- names_of_values(values) %||% value_names(x)
  x_names <- part(x, "names") %||% vector("list", rank_of(x) + 1L)
  x_names[rank_of(x) + 1L] <- list(names)
  rows_of(build_ragged(unname_values(values), part(x, "splits"), part(x, "null"), x_names, part(x, "uniform")))
}

nrows <- function(x, axis = 1L) length(axis_splits(x, axis)) - 1L

nvals <- function(x) count_values(part(ragged_argument(x, "x"), "values"))

ragged_rank <- function(x) rank_of(ragged_argument(x, "x"))

row_splits <- function(x, axis = 1L, base = 0L) axis_splits(x, axis) + checked_base(base)

row_lengths <- function(x, axis = 1L) {
  x <- ragged_argument(x, "x")
  lengths <- lengths_of(axis_splits(x, axis))
  names(lengths) <- axis_names(x, axis)
  lengths
}

value_rowids <- function(x, axis = 1L, base = 1L) {
  rowids_of(axis_splits(x, axis)) - (1L - checked_base(base))
}

row_starts <- function(x, axis = 1L, base = 1L) {
  splits <- axis_splits(x, axis)
  splits[-length(splits)] + checked_base(base)
}

# The last position counted from 1 and the one after it counted from 0 are the same number.
row_limits <- function(x, axis = 1L, base = 1L) {
  checked_base(base)
  axis_splits(x, axis)[-1L]
}

row_is_null <- function(x, axis = 1L) {
  x <- ragged_argument(x, "x")
  n <- nrows(x, axis)
  null <- axis_null(x, axis) %||% logical(n)
  names(null) <- axis_names(x, axis)
  null
}

is_empty <- function(x, axis = 1L) row_lengths(x, axis) == 0L

ragged_shape <- function(x) {
  x <- ragged_argument(x, "x")
  uniform <- part(x, "uniform") %||% rep(NA_integer_, rank_of(x))
  inner <- dim(part(x, "values"))[-1L]
  sizes <- as.list(c(count_rows(x), uniform, inner))
  sizes[is.na(sizes)] <- list(NULL)
  new_shape(sizes)
}

axis_splits <- function(x, axis) {
  x <- ragged_argument(x, "x")
  part(x, "splits")[[checked_axis(axis, x)]]
}

checked_axis <- function(axis, x) {
  if (!is_count(axis) || axis < 1 || axis > rank_of(x)) {
    stop_value(
      "`axis` must be from 1 to ", rank_of(x), ", not ", shown(axis),
      "; 1 is the rows of `x`, 2 the rows in these"
    )
  }
  as.integer(axis)
}

checked_base <- function(base) {
  if (!is_count(base) || base > 1) {
    stop_value("`base` must be 1 or 0, not ", shown(base), "; positions count from 1 in R, from 0 in Python")
  }
  as.integer(base)
}

length.raggedkit_store <- function(x) count_rows(x)

lengths.raggedkit_store <- function(x, use.names = TRUE) {
  lengths <- row_lengths(x)
  if (use.names) lengths else unname(lengths)
}
