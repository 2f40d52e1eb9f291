rev.raggedkit_ragged <- function(x) x[rev(seq_along(x))]

head.raggedkit_ragged <- function(x, n = 6L, ...) x[head(seq_along(x), n)]

tail.raggedkit_ragged <- function(x, n = 6L, ...) x[tail(seq_along(x), n)]

rep.raggedkit_ragged <- function(x, ...) x[rep(seq_along(x), ...)]

duplicated.raggedkit_ragged <- function(x, incomparables = FALSE, ...) {
  duplicated(unname(as.list(x)), incomparables, ...)
}

unique.raggedkit_ragged <- function(x, incomparables = FALSE, ...) {
  unname(x)[!duplicated(x, incomparables, ...)]
}
