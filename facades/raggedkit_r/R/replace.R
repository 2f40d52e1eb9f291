`[<-.raggedkit_shape` <- function(x, ..., value) {
  dims <- as.list(x)
  if (is_shape(value)) check_rank_known(value, "`value`")
  dims[...] <- if (is.null(value)) NULL else as.list(value)
  new_shape(as_dims(dims, "x"))
}

`[[<-.raggedkit_shape` <- function(x, ..., value) {
  dims <- as.list(x)
  dims[[...]] <- value
  new_shape(as_dims(dims, "x"))
}
