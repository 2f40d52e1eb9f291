num_elements <- function(x) {
  x <- as_shape(x, "x")
  if (!is_fully_defined(x)) {
    return(NULL)
  }
  # Exact up to 2^53, where an integer would overflow to NA.
  count <- prod(as.integer(x))
  if (count <= .Machine$integer.max) as.integer(count) else count
}

is_fully_defined <- function(x) {
  x <- as_shape(x, "x")
  rank_is_known(x) && !anyNA(x)
}

assert_is_fully_defined <- function(x) {
  x <- as_shape(x, "x")
  if (!is_fully_defined(x)) {
    at <- if (rank_is_known(x)) paste("dimension", which(is.na(x))[[1L]]) else "the rank"
    stop_value(
      "`x` must be fully known, not ", format(x), " without ", at,
      "; merge(x, y) adds the sizes of `y`"
    )
  }
}
