as.data.frame.raggedkit_ragged <- function(x, row.names = NULL, optional = FALSE, ..., ids = FALSE) {
  columns <- list()
  rank <- rank_of(x)
  if (!is.null(dim(part(x, "values")))) {
    stop_value("`x` must hold single values for a column, not ", format(ragged_shape(x)), "; as.list(x) keeps matrices")
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

# Rows with names of their own are a factor of these, whose levels keep the empty rows; those of inner
# axes are counted within their row.
axis_ids <- function(x, axis, ids) {
  if (axis > 1L) {
    lengths <- lengths_of(part(x, "splits")[[axis - 1L]])
    return(ranges(rep.int(1L, length(lengths)), lengths))
  }
  names <- names(x)
  if (ids || is.null(names) || anyDuplicated(names) || !all(nzchar(names))) {
    seq_len(count_rows(x))
  } else {
    factor(names, levels = names)
  }
}
