# x[i] selects rows as in a list; x[i, j] positions j within each of them, x[i, j, k] deeper ones; a
# ragged index has one row for each row of x.
`[.raggedkit_ragged` <- function(x, i, j, ..., drop = FALSE) {
  # In x[, , k] the dots contain an empty argument, so list(...) would fail.
  if (!missing(j) || ...length()) {
    return(rows_of(select_store(store_of(x), i, j, ...)))
  }
  if (missing(i)) {
    return(x)
  }
  if (is_ragged(i)) {
    return(rows_of(select_ragged(store_of(x), store_of(i))))
  }
  rows_at(x, row_positions(x, i))
}

# Rows of these positions, NA for a NULL row.
rows_at <- function(x, at) {
  rows <- .subset(x, at)
  uniform <- if (!anyNA(at)) attr(x, "uniform", exact = TRUE)
  attributes(rows) <- row_attributes(names(x)[at], ptype_of(x), rank_attribute(x), uniform)
  rows
}

`[.raggedkit_store` <- function(x, i, j, ..., drop = FALSE) {
  if (!missing(i) && is_ragged(i)) select_ragged(x, store_of(i)) else select_store(x, i, j, ...)
}

select_store <- function(x, i, j, ...) {
  if (!missing(i) && is_ragged(i)) {
    stop_value("`i` must be positions, names or logicals beside `j`, not a ragged list; x[i][, j] selects twice")
  }
  if (!missing(i)) x <- take_rows(x, row_positions(x, i))
  if (!missing(j)) x <- select_within(x, j)
  if (...length()) select_deeper(x, ...) else x
}

select_deeper <- function(x, ...) {
  if (rank_of(x) < 2L) {
    stop_value(
      "`x[i, j, ...]` must have as many indices as `x` has axes, 2, not ", 2L + ...length(),
      "; ragged_rank(x) + 1 is their number"
    )
  }
  items <- inner_items(x)
  nest_items(items[, ...], outer_splits(x), axis_null(x, 1L), axis_names(x, 1L))
}

# The primitive itself: a function in R takes three times as long, and mapply() calls it for each row.
`[[.raggedkit_ragged` <- base::.subset2

# Rows that have rows are ragged lists.
`[[.raggedkit_nested` <- function(x, i, ..., exact = TRUE) {
  row <- .subset2(x, i[[1L]], exact = exact)
  if (is.list(row)) row <- inner_rows(row, x)
  if (length(i) > 1L) row <- row[[i[-1L]]]
  if (...length()) row[[...]] else row
}

inner_rows <- function(row, x) {
  uniform <- attr(x, "uniform", exact = TRUE)
  new_rows(row, ptype_of(x), rank_attribute(x) - 1L, inner_uniform(uniform))
}

`[[.raggedkit_store` <- function(x, i, exact = TRUE) {
  at <- row_position(x, i, exact)
  if (!is.na(at) && !isTRUE(axis_null(x, 1L)[at])) row_at(x, at)
}

row_at <- function(x, at) {
  splits <- outer_splits(x)
  from <- splits[[at]]
  positions <- from + seq_len(splits[[at + 1L]] - from)
  if (rank_of(x) > 1L) {
    return(take_rows(inner_items(x), positions))
  }
  row <- take_values(part(x, "values"), positions)
  names <- value_names(x)[positions]
  if (any(nzchar(names))) names(row) <- names
  row
}

`$.raggedkit_ragged` <- function(x, name) x[[name, exact = FALSE]]

.DollarNames.raggedkit_ragged <- function(x, pattern = "") grep(pattern, names(x), value = TRUE)

# The positions of the rows that an index selects, NA for absent ones.
row_positions <- function(x, i) {
  n <- length(x)
  if (is.factor(i) || is.null(i)) i <- as.integer(i)
  if (is.numeric(i) && !anyNA(i) && all(i >= 1)) {
    i <- as.integer(i)
    i[i > n] <- NA
    return(i)
  }
  if (!is.numeric(i) && !is.logical(i) && !is.character(i)) {
    stop_type(
      "`i` must be positions, names, logicals or a ragged list, not ", kind_shown(i),
      "; x[is_empty(x)] and x[c(1, 3)] select rows"
    )
  }
  positions <- seq_len(n)
  names(positions) <- names(x)
  unname(positions[i])
}

row_position <- function(x, i, exact = TRUE) {
  n <- length(x)
  if (is.character(i) && length(i) == 1L) {
    names <- names(x)
    return(if (exact) match(i, names) else charmatch(i, names, nomatch = NA))
  }
  if (!is.numeric(i) || length(i) != 1L || is.na(i)) {
    stop_value("`i` must be one position or one name, not ", kind_shown(i), "; x[i] selects several rows")
  }
  at <- if (i < 0) seq_len(n)[i] else i
  if (length(at) != 1L || at < 1 || at > n) {
    stop_as(
      "IndexError", "`i` must be a row from 1 to ", n, ", not ", shown(i),
      "; x[i] gives a NULL row past the end"
    )
  }
  as.integer(at)
}

# x[mask] keeps the values that are TRUE, x[positions] takes positions row by row.
select_ragged <- function(x, i) {
  if (count_rows(i) != count_rows(x)) {
    stop_value(
      "`i` must have one row for each of the ", count_rows(x), " rows of `x`, not ", count_rows(i),
      "; a ragged index selects within rows"
    )
  }
  values <- part(i, "values")
  if (!is.null(dim(values))) {
    stop_value(
      "`i` must contain one logical or position for each value, not ", paste(dim(values)[-1L], collapse = " x "),
      " of them; x[i] <- value replaces single numbers of matrices"
    )
  }
  if (is.logical(values)) {
    check_same_rows(x, i, "i")
    return(keep_values(x, values))
  }
  if (!is.numeric(values) || rank_of(i) > 1L || any(values < 0, na.rm = TRUE)) {
    stop_value(
      "`i` must contain logicals or positions of at least 1, not ", shown(i[[1L]]),
      "; x[, -1] drops the first value of each row"
    )
  }
  select_positions(x, i)
}

select_positions <- function(x, i) {
  within <- as.integer(part(i, "values"))
  rowids <- rowids_of(outer_splits(i))
  kept <- is.na(within) | within > 0L
  within <- within[kept]
  rowids <- rowids[kept]
  splits <- outer_splits(x)
  within[which(within > lengths_of(splits)[rowids])] <- NA
  items <- take_items(inner_items(x), splits[rowids] + within)
  nest_items(items, splits_of(counts_in(rowids, count_rows(x))), axis_null(x, 1L), axis_names(x, 1L))
}

# NA in a mask gives NA, as in a vector.
keep_values <- function(x, keep) {
  kept <- which(is.na(keep) | keep)
  splits <- part(x, "splits")
  last <- length(splits)
  before <- cumsum(c(0L, is.na(keep) | keep))
  splits[[last]] <- before[splits[[last]] + 1L]
  names <- part(x, "names")
  if (!is.null(names)) names[last + 1L] <- list(value_names(x)[kept])
  values <- take_values(part(x, "values"), ifelse(is.na(keep[kept]), NA_integer_, kept))
  build_ragged(values, splits, part(x, "null"), names)
}

# Stops unless both have the same rows on all axes; the error names the first difference.
check_same_rows <- function(x, y, argument) {
  if (rank_of(x) != rank_of(y)) {
    stop_value(
      "`", argument, "` must have ragged rank ", rank_of(x), ", not ", rank_of(y),
      "; as many axes must have rows"
    )
  }
  for (axis in seq_len(rank_of(x))) {
    check_same_splits(part(x, "splits")[[axis]], part(y, "splits")[[axis]], argument, axis)
  }
}

check_same_splits <- function(splits, others, argument, axis) {
  if (length(splits) == length(others) && all(splits == others)) {
    return(invisible())
  }
  if (length(splits) != length(others)) {
    stop_value(
      "`", argument, "` must have ", length(splits) - 1L, " rows, not ", length(others) - 1L,
      "; both must have the same rows"
    )
  }
  row <- which(lengths_of(splits) != lengths_of(others))[[1L]]
  stop_value(
    "`", argument, "` must have ", lengths_of(splits)[[row]], " values in row ", row,
    if (axis > 1L) paste(" of axis", axis), ", not ", lengths_of(others)[[row]],
    "; both must have rows of the same lengths"
  )
}
