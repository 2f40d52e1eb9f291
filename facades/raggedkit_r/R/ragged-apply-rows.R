apply_rows <- function(x, f, ..., simplify = TRUE) {
  x <- ragged_argument(x, "x")
  f <- match.fun(f)
  rows <- if (rank_of(x) == 1L) as.list(x) else lapply(seq_len(count_rows(x)), function(i) x[[i]])
  names(rows) <- names(x)
  results <- lapply(rows, f, ...)
  single <- vapply(results, function(result) is.atomic(result) && length(result) == 1L, NA)
  if (!simplify || !length(results) || !all(single)) {
    return(as_ragged(results))
  }
  joined <- join_values(lapply(results, unname), function(i) paste0("f(x[[", i, "]])"))$values
  names(joined) <- names(x)
  joined
}
