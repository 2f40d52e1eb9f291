merge.raggedkit_shape <- function(x, y, ...) {
  y <- as_shape(y, "y")
  assert_compatible(x, y, "y")
  if (!rank_is_known(x)) {
    return(y)
  }
  if (!rank_is_known(y)) {
    return(x)
  }
  new_shape(Map(function(a, b) if (is.null(a)) b else a, as.list(x), as.list(y)))
}
