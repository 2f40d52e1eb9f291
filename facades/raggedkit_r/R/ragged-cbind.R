# Row i of the result has the values of row i of each argument.
cbind.raggedkit_ragged <- function(..., deparse.level = 1) {
  parts <- lapply(lapply(list(...), stored), without_one_dim)
  parts <- parts[!vapply(parts, is.null, NA)]
  n <- count_rows(parts[[which(vapply(parts, is_ragged, NA))[[1L]]]])
  places <- paste0("..", seq_along(parts))
  parts <- unname(Map(function(part, place) column_part(part, n, place), parts, places))
  items <- lapply(parts, inner_items)
  rowids <- unlist(lapply(parts, function(x) rowids_of(outer_splits(x))))
  joined <- joined_items(items, places)
  joined <- take_items(joined, order(rowids))
  null <- Reduce(`&`, lapply(parts, function(x) axis_null(x, 1L) %||% logical(n)))
  row_names <- unlist(lapply(parts, function(x) list(names(x))), recursive = FALSE)
  row_names <- row_names[!vapply(row_names, is.null, NA)]
  rows_of(nest_items(joined, splits_of(tabulate(rowids, n)), null, if (length(row_names)) row_names[[1L]]))
}

joined_items <- function(items, places) {
  nested <- vapply(items, is_ragged, NA)
  if (!any(nested)) {
    return(join_values(items, function(i) places[[i]])$values)
  }
  if (!all(nested)) {
    stop_value(
      "`", places[[which(!nested)[[1L]]]], "` must have rows of rows as `", places[[which(nested)[[1L]]]],
      "` has, not values; all must have the same ragged rank"
    )
  }
  bound_rows(items, places)
}

column_part <- function(part, n, place) {
  rows <- if (is.atomic(part) && length(part) == 1L) {
    ragged_from_lengths(rep(part, n), rep(1L, n))
  } else if (is.atomic(part) && !is.array(part)) {
    ragged_from_lengths(unname(part), rep(1L, length(part)), names(part))
  } else if (is.array(part)) {
    ragged_from_array(part)
  } else {
    ragged_argument(part, place)
  }
  rows <- stored(rows)
  if (count_rows(rows) != n) {
    stop_value(
      "`", place, "` must have ", n, " rows, not ", count_rows(rows), "; cbind() joins row by row, c() row after row"
    )
  }
  rows
}
