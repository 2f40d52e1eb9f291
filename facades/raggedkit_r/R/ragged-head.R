rev.raggedkit_ragged <- function(x) x[rev(seq_len(count_rows(x)))]

head.raggedkit_ragged <- function(x, n = 6L, ...) x[head(seq_len(count_rows(x)), n)]

tail.raggedkit_ragged <- function(x, n = 6L, ...) x[tail(seq_len(count_rows(x)), n)]

rep.raggedkit_ragged <- function(x, ...) x[rep(seq_len(count_rows(x)), ...)]

duplicated.raggedkit_ragged <- function(x, incomparables = FALSE, ...) {
  duplicated(unname(as.list(x)), incomparables, ...)
}

unique.raggedkit_ragged <- function(x, incomparables = FALSE, ...) {
  unnamed_rows(x)[!duplicated(x, incomparables, ...)]
}
