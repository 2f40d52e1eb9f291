# The innermost rows are sorted, which are the vectors.
sort_rows <- function(x, decreasing = FALSE, na.last = TRUE) {
  x <- ragged_argument(x, "x")
  check_vectors(x, "sort_rows")
  values <- part(x, "values")
  if (!is.logical(decreasing) || length(decreasing) != 1L || is.na(decreasing)) {
    stop_value("`decreasing` must be TRUE or FALSE, not ", shown(decreasing), "; rev_rows() reverses rows")
  }
  if (is.na(na.last)) {
    x <- keep_values(x, !is.na(values))
    values <- part(x, "values")
  }
  keys <- sort_keys(values)
  if (decreasing) keys <- -keys
  order <- order(rowids_of(innermost_splits(x)), keys, na.last = TRUE)
  if (isFALSE(na.last)) order <- order(rowids_of(innermost_splits(x)), !is.na(values), keys)
  rows_of(reordered(x, order))
}

# Numbers in the order of the values: text in the collation of the session, as in sort().
sort_keys <- function(values) {
  if (is.object(values)) {
    xtfrm(values)
  } else if (is.character(values) || is.complex(values)) {
    match(values, sort(unique(values)))
  } else {
    as.numeric(values)
  }
}

rev_rows <- function(x) {
  x <- ragged_argument(x, "x")
  splits <- innermost_splits(x)
  lengths <- lengths_of(splits)
  at <- rep.int(splits[-1L] + cumsum(lengths) - lengths, lengths) - seq_len(sum(lengths)) + 1L
  rows_of(reordered(x, at))
}

unique_rows <- function(x) {
  x <- ragged_argument(x, "x")
  check_vectors(x, "unique_rows")
  values <- bare_vector(part(x, "values"))
  distinct <- unique(values)
  # One number for each pair of row and value; exact up to 2^53.
  pairs <- (rowids_of(innermost_splits(x)) - 1) * length(distinct) + match(values, distinct)
  names <- part(x, "names")
  # unique() of a vector drops the names.
  if (!is.null(names)) names[rank_of(x) + 1L] <- list(NULL)
  unnamed <- build_ragged(part(x, "values"), part(x, "splits"), part(x, "null"), names)
  rows_of(keep_values(unnamed, !duplicated(pairs)))
}

innermost_splits <- function(x) part(x, "splits")[[rank_of(x)]]

reordered <- function(x, order) {
  names <- part(x, "names")
  last <- rank_of(x) + 1L
  if (!is.null(names)) names[last] <- list(names[[last]][order])
  build_ragged(take_values(part(x, "values"), order), part(x, "splits"), part(x, "null"), names, part(x, "uniform"))
}

check_vectors <- function(x, verb) {
  inner <- dim(part(x, "values"))
  if (!is.null(inner)) {
    stop_value(
      "`x` must contain single values for `", verb, "`, not ", paste(inner[-1L], collapse = " x "),
      " each; apply_rows(x, f) gives `f` a matrix"
    )
  }
}
