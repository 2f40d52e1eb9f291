length.raggedkit_shape <- function(x) {
  if (rank_is_known(x)) length(unclass(x)) else NA_integer_
}

`length<-.raggedkit_shape` <- function(x, value) {
  dims <- as.list(x)
  length(dims) <- value
  new_shape(dims)
}
