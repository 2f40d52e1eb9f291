# The rows of a matrix; those of an array are rows of arrays.
ragged_from_array <- function(x, ragged_rank = NULL, lengths = NULL, padding = NULL, ...) {
  sizes <- dim(x)
  if (length(sizes) < 2L) {
    refuse_as_ragged(c(x))
  }
  check_no_more(list(...), "`lengths` or `padding` for a matrix")
  if (!identical(checked_rank(ragged_rank) %||% 1L, 1L)) {
    stop_value(
      "`ragged_rank` must be 1 for a matrix or array, not ", ragged_rank,
      "; each of its rows is one row"
    )
  }
  names <- dimnames(x)[[1L]]
  n <- sizes[[1L]]
  values <- aperm(x, c(2L, 1L, seq_along(sizes)[-(1:2)]))
  value_names <- if (length(sizes) == 2L) rep(dimnames(x)[[2L]], n)
  dim(values) <- c(sizes[[1L]] * sizes[[2L]], sizes[-(1:2)])
  if (length(sizes) == 2L) values <- structure(as.vector(values), names = value_names)
  rows <- nest_items(unname_array(values), splits_of(rep.int(sizes[[2L]], n)), NULL, names)
  if (!is.null(padding)) lengths <- lengths %||% unpadded_lengths(x, padding)
  if (is.null(lengths)) rows else cut_rows(rows, lengths, sizes[[2L]])
}

unname_array <- function(values) if (length(dim(values)) > 1L) unname_values(values) else values

unpadded_lengths <- function(x, padding) {
  if (length(dim(x)) != 2L) {
    stop_value(
      "`padding` must be NULL for an array of ", length(dim(x)), " dimensions, not ", shown(padding),
      "; `lengths` cuts its rows"
    )
  }
  if (!is.atomic(padding) || length(padding) != 1L) {
    stop_value("`padding` must be one value, not ", shown(padding), "; it pads the rows at the end")
  }
  filled <- if (is.na(padding)) !is.na(x) else is.na(x) | x != padding
  lengths <- max.col(filled, "last")
  lengths[rowSums(filled) == 0] <- 0L
  if (ncol(x)) lengths else integer(nrow(x))
}

cut_rows <- function(rows, lengths, most) {
  lengths <- checked_counts(lengths, "lengths")
  if (length(lengths) != count_rows(rows) || any(lengths > most)) {
    stop_value(
      "`lengths` must be ", count_rows(rows), " numbers up to ", most, ", one for each row, not ", shown(lengths),
      "; they limit the length of each row"
    )
  }
  from <- outer_splits(rows)[seq_along(lengths)]
  items <- take_items(inner_items(rows), ranges(from + 1L, as.integer(lengths)))
  nest_items(items, splits_of(lengths), NULL, names(rows))
}
