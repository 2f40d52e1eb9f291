select_within <- function(x, j) {
  splits <- outer_splits(x)
  at <- positions_within(x, j, splits)
  items <- take_items(inner_items(x), at$items)
  nest_items(items, splits_of(at$lengths), axis_null(x, 1L), axis_names(x, 1L))
}

# The items that each row keeps, and their number.
positions_within <- function(x, j, splits) {
  lengths <- lengths_of(splits)
  from <- splits[-length(splits)]
  if (is.character(j)) {
    return(named_within(x, j, splits))
  }
  if (!(is.numeric(j) || is.logical(j)) || anyNA(j)) {
    stop_value("`j` must be positions, names or logicals without NA, not ", kind_shown(j), "; x[i, 1:2] takes two")
  }
  j <- if (is.numeric(j)) as.integer(j)[as.integer(j) != 0L] else j
  run <- is.integer(j) && length(j) > 0L && j[[1L]] > 0L && all(diff(j) == 1L)
  if (run) {
    lengths <- pmax(pmin(lengths, j[[length(j)]]) - j[[1L]] + 1L, 0L)
    return(list(items = ranges(from + j[[1L]], lengths), lengths = lengths))
  }
  if (is.integer(j) && (any(j > 0L) || !length(j))) {
    return(listed_within(j, from, lengths))
  }
  position <- ranges(rep.int(1L, length(lengths)), lengths)
  keep <- if (is.integer(j)) !position %in% -j else rep_len(j, max(position, 0L))[position]
  list(items = which(keep), lengths = counts_in(rowids_of(splits)[keep], length(lengths)))
}

counts_in <- function(rowids, n) tabulate(rowids, n)

listed_within <- function(j, from, lengths) {
  if (any(j < 0L)) {
    stop_value("`j` must be all positive or all negative, not ", shown(j), "; negative positions drop")
  }
  there <- outer(j, lengths, `<=`)
  items <- outer(j, from, `+`)[there]
  list(items = items, lengths = as.integer(colSums(there)))
}

named_within <- function(x, j, splits) {
  n <- length(splits) - 1L
  names <- (if (rank_of(x) > 1L) axis_names(x, 2L) else value_names(x)) %||% character()
  rowids <- if (length(names)) rowids_of(splits) else integer()
  found <- matrix(NA_integer_, length(j), n)
  for (k in seq_along(j)) {
    at <- rev(which(names == j[[k]]))
    found[k, rowids[at]] <- at
  }
  list(items = found[!is.na(found)], lengths = as.integer(colSums(!is.na(found))))
}
