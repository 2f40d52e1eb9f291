c.raggedkit_ragged <- function(..., recursive = FALSE, use.names = TRUE) {
  parts <- lapply(list(...), without_one_dim)
  places <- paste0("..", seq_along(parts))
  kept <- !vapply(parts, is.null, NA)
  rows <- Map(function(part, place) {
    if (is.atomic(part) && !is.array(part)) part <- as.list(part)
    if (is.array(part)) as_ragged(part) else if (is_ragged(part)) part else rows_of(ragged_argument(part, place))
  }, parts[kept], places[kept])
  if (all(vapply(rows, same_type, NA, rows[[1L]]))) {
    joined <- do.call(c, lapply(rows, unclass))
    first <- rows[[1L]]
    attributes(joined) <- row_attributes(if (use.names) names(joined), ptype_of(first), rank_attribute(first))
    return(joined)
  }
  bound <- bound_rows(lapply(unname(rows), function(x) unnamed_rows(store_of(x))), places[kept])
  names(bound) <- if (use.names) joined_names(rows)
  rows_of(bound)
}

# A vector is one row, as in rbind() of a matrix.
rbind.raggedkit_ragged <- function(..., deparse.level = 1) {
  parts <- lapply(list(...), without_one_dim)
  parts <- lapply(parts[!vapply(parts, is.null, NA)], function(part) {
    if (is.atomic(part) && !is.array(part)) list(part) else part
  })
  if (!length(parts)) ragged() else do.call(c.raggedkit_ragged, parts)
}

# The names of arguments and rows, combined as c() does for lists.
joined_names <- function(rows) {
  positions <- lapply(rows, function(x) {
    positions <- seq_along(x)
    names(positions) <- names(x)
    positions
  })
  names(do.call(c, positions))
}

bound_rows <- function(parts, places) {
  ranks <- vapply(parts, rank_of, 0L)
  rank <- max(ranks)
  deepest <- parts[[which.max(ranks)]]
  parts <- lapply(parts, with_rank_of, deepest)
  wrong <- which(vapply(parts, rank_of, 0L) != rank)
  if (length(wrong)) {
    stop_value(
      "`", places[[wrong[[1L]]]], "` must have ragged rank ", rank, " as `", places[[which.max(ranks)]],
      "` has, not ", ranks[[wrong[[1L]]]], "; all rows must be nested equally deep"
    )
  }
  values <- join_values(lapply(parts, part, "values"), function(i) places[[i]])$values
  splits <- lapply(seq_len(rank), function(axis) {
    splits_of(unlist(lapply(parts, function(x) lengths_of(part(x, "splits")[[axis]]))))
  })
  null <- lapply(seq_len(rank), function(axis) {
    unlist(lapply(parts, function(x) axis_null(x, axis) %||% logical(nrows(x, axis))))
  })
  names <- lapply(seq_len(rank + 1L), function(axis) joined_axis_names(parts, axis, rank))
  build_ragged(values, splits, null, names)
}

joined_axis_names <- function(parts, axis, rank) {
  if (all(vapply(parts, function(x) is.null(axis_names(x, axis)), NA))) {
    return(NULL)
  }
  unlist(lapply(parts, function(x) {
    axis_names(x, axis) %||% character(if (axis > rank) nvals(x) else nrows(x, axis))
  }))
}
