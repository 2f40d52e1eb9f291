with_rank <- function(x, rank) {
  x <- as_shape(x, "x")
  if (is.null(rank)) {
    return(x)
  }
  assert_has_rank(x, rank)
  if (rank_is_known(x)) x else new_shape(vector("list", rank))
}

with_rank_at_least <- function(x, rank) check_rank(as_shape(x, "x"), rank, `>=`, "rank at least")

with_rank_at_most <- function(x, rank) check_rank(as_shape(x, "x"), rank, `<=`, "rank at most")

assert_has_rank <- function(x, rank) {
  check_rank(as_shape(x, "x"), rank, `==`, "rank")
  invisible()
}

assert_same_rank <- function(x, other) {
  other <- as_shape(other, "other")
  if (rank_is_known(other)) {
    assert_has_rank(x, length(other))
  }
}

check_rank <- function(x, rank, holds, rule) {
  if (!is.numeric(rank) || length(rank) != 1L || is.na(rank) || rank < 0 || rank %% 1 != 0) {
    stop_value(
      "`rank` must be a whole number, at least 0, not ", shown(rank),
      "; it is the number of dimensions"
    )
  }
  if (rank_is_known(x) && !holds(length(x), rank)) {
    stop_value(
      "`x` must have ", rule, " ", rank, ", not ", format(x), " of rank ", length(x),
      "; c(x, 1) appends a dimension, x[-1] drops one"
    )
  }
  x
}
