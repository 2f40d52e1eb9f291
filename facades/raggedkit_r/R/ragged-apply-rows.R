apply_rows <- function(x, f, ..., simplify = TRUE) {
  x <- ragged_argument(x, "x")
  f <- match.fun(f)
  rows <- if (rank_of(x) == 1L) list_rows(x) else lapply(seq_len(count_rows(x)), function(i) rows_of(x[[i]]))
  names(rows) <- names(x)
  results <- lapply(rows, f, ...)
  single <- all(lengths(results, use.names = FALSE) == 1L) && all(vapply(results, is.atomic, NA))
  if (!simplify || !length(results) || !single) {
    return(as_ragged(results))
  }
  joined <- join_values(results, function(i) paste0("f(x[[", i, "]])"))$values
  names(joined) <- names(x)
  joined
}
