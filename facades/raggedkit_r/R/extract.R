# One index and no `drop`: for a second one, a list would complain about matrices.
`[.raggedkit_shape` <- function(x, i) new_shape(as.list(x)[i])

`[[.raggedkit_shape` <- function(x, i) as.list(x)[[i]]

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
