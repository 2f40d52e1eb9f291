as.data.frame.raggedkit_ragged <- function(x, row.names = NULL, optional = FALSE, ..., ids = FALSE) {
  # data.frame(id = 1:3, r = x) and cbind() call it this way; x becomes a column.
  if (isTRUE(optional)) {
    return(column_of_rows(x, row.names))
  }
  x <- store_of(x)
  columns <- list()
  rank <- rank_of(x)
  if (!is.null(dim(part(x, "values")))) {
    stop_value("`x` must contain single values for a column, not ", format(ragged_shape(x)), "; as.list(x) keeps matrices")
  }
  for (axis in seq_len(rank)) {
    id <- axis_ids(x, axis, ids)
    columns[[if (axis == 1L) "row" else paste0("row", axis)]] <- id[rowids_of(value_splits(x, axis))]
  }
  lengths <- lengths_of(innermost_splits(x))
  columns$position <- ranges(rep.int(1L, length(lengths)), lengths)
  if (!is.null(value_names(x))) columns$name <- value_names(x)
  columns$value <- part(x, "values")
  as.data.frame(columns, row.names = row.names, stringsAsFactors = FALSE)
}

# Without a name, as data.frame() wants it.
column_of_rows <- function(x, row.names) {
  n <- length(x)
  row.names <- row.names %||% names(x)
  if (length(row.names) != n || anyDuplicated(row.names)) row.names <- .set_row_names(n)
  structure(list(x), row.names = row.names, class = "data.frame")
}

# Named rows are a factor of their names, whose levels include the empty rows; unnamed rows are
# numbered, those of inner axes within their row.
axis_ids <- function(x, axis, ids) {
  splits <- if (axis == 1L) c(0L, count_rows(x)) else part(x, "splits")[[axis - 1L]]
  names <- axis_names(x, axis)
  if (!ids && !is.null(names) && all(nzchar(names) & !is.na(names))) {
    codes <- match(names, unique(names))
    if (!anyDuplicated(rowids_of(splits) * (length(names) + 1) + codes)) {
      return(factor(names, levels = unique(names)))
    }
  }
  lengths <- lengths_of(splits)
  ranges(rep.int(1L, length(lengths)), lengths)
}
