ragged_from_lengths <- function(values, lengths, names = NULL) {
  lengths <- checked_counts(lengths, "lengths")
  values <- checked_values(values)
  n <- count_items(values)
  if (sum(lengths) != n) {
    stop_value(
      "`lengths` must add up to the ", n, " values, not to ", sum(lengths),
      "; lengths(x) of the list they came from does"
    )
  }
  rows_from(values, splits_of(lengths), NULL, checked_names(names, length(lengths)))
}

ragged_from_splits <- function(values, splits, base = 0L, names = NULL) {
  base <- checked_base(base)
  splits <- checked_counts(splits, "splits", base)
  values <- checked_values(values)
  n <- count_items(values)
  if (!length(splits) || splits[[1L]] != 0 || splits[[length(splits)]] != n) {
    stop_value(
      "`splits` must begin with ", base, " and end with ", n + base, ", not ", shown(range_ends(splits + base)),
      "; they are what cumsum(c(", base, ", lengths)) gives"
    )
  }
  check_ascending(splits + base, "splits")
  rows_from(values, splits_of(diff(splits)), NULL, checked_names(names, length(splits) - 1L))
}

ragged_from_rowids <- function(values, rowids, nrows = NULL, base = 1L, names = NULL) {
  base <- checked_base(base)
  rowids <- checked_counts(rowids, "rowids", base)
  values <- checked_values(values)
  if (length(rowids) != count_items(values)) {
    stop_value(
      "`rowids` must have one id for each of the ", count_items(values), " values, not ", length(rowids),
      "; rep(seq_along(lengths), lengths) makes them"
    )
  }
  check_ascending(rowids + base, "rowids", "; as_ragged(split(values, rowids)) takes any order")
  least <- if (length(rowids)) rowids[[length(rowids)]] + 1 else 0
  nrows <- nrows %||% least
  if (!is_count(nrows) || nrows < least) {
    stop_value(
      "`nrows` must be at least ", least, " for the last of `rowids`, not ", shown(nrows), "; NULL makes it that"
    )
  }
  rows_from(values, splits_of(tabulate(rowids + 1L, nrows)), NULL, checked_names(names, nrows))
}

ragged_from_starts <- function(values, starts, base = 1L, names = NULL) {
  base <- checked_base(base)
  starts <- checked_counts(starts, "starts", base)
  check_ascending(starts + base, "starts")
  values <- checked_values(values)
  n <- count_items(values)
  if (length(starts) && (starts[[1L]] != 0 || starts[[length(starts)]] > n) || !length(starts) && n) {
    stop_value(
      "`starts` must begin with ", base, " and not go past ", n + base, ", not ", shown(range_ends(starts + base)),
      "; every one of the ", n, " values belongs to a row"
    )
  }
  rows_from(values, splits_of(diff(c(starts, n))), NULL, checked_names(names, length(starts)))
}

ragged_from_limits <- function(values, limits, names = NULL) {
  limits <- checked_counts(limits, "limits")
  check_ascending(limits, "limits")
  values <- checked_values(values)
  n <- count_items(values)
  if ((if (length(limits)) limits[[length(limits)]] else 0) != n) {
    stop_value(
      "`limits` must end with ", n, ", the number of values, not with ", shown(limits[length(limits)]),
      "; cumsum(lengths) returns them"
    )
  }
  rows_from(values, splits_of(diff(c(0, limits))), NULL, checked_names(names, length(limits)))
}

rows_from <- function(values, splits, null, names) rows_of(nest_items(values, splits, null, names))

range_ends <- function(numbers) numbers[unique(c(1L, length(numbers)))[seq_len(min(2L, length(numbers)))]]

checked_values <- function(values) {
  if (is_ragged(values)) {
    return(store_of(values))
  }
  if (is.list(values)) {
    return(ragged_argument(values, "values"))
  }
  joined <- join_values(list(values), function(i) "values")$values
  if (is.array(values) && length(dim(values)) == 1L) names(joined) <- names(values)
  joined
}

checked_counts <- function(counts, argument, base = 0L) {
  if (!is.numeric(counts) || is.object(counts)) {
    stop_type("`", argument, "` must be whole numbers, not ", kind_shown(counts), "; as.integer() makes them")
  }
  wrong <- which(is.na(counts) | counts < base | counts %% 1 != 0)
  if (length(wrong)) {
    stop_value(
      "`", argument, "[", wrong[[1L]], "]` must be a whole number, at least ", base, ", not ",
      shown(as.vector(counts)[[wrong[[1L]]]]),
      if (base == 1L) "; base = 0 counts from 0" else "; a row has 0 or more values"
    )
  }
  as.vector(unname(counts)) - base
}

check_ascending <- function(numbers, argument, way_out = "; rows are consecutive") {
  at <- which(diff(numbers) < 0)
  if (length(at)) {
    i <- at[[1L]]
    stop_value(
      "`", argument, "` must not decrease, not ", argument, "[", i, ":", i + 1L, "] = ",
      paste(numbers[i + 0:1], collapse = ", "), way_out
    )
  }
}

checked_names <- function(names, n) {
  if (!is.null(names) && length(names) != n) {
    stop_value("`names` must be ", n, " texts, one for each row, not ", length(names), "; NULL removes them")
  }
  if (!is.null(names)) as.character(names)
}
