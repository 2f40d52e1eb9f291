as.integer.raggedkit_shape <- function(x, ...) {
  dims <- as.list(x)
  dims[vapply(dims, is.null, NA)] <- NA_integer_
  vapply(dims, identity, 0L)
}

as.double.raggedkit_shape <- function(x, ...) as.double(as.integer(x))

# Base R strips a classed vector with as.vector(x), in setdiff() for one, and a list of integers and
# NULLs would not match NA there.
as.vector.raggedkit_shape <- function(x, mode = "any") {
  if (mode == "list") as.list(x) else as.vector(as.integer(x), mode)
}

# The default unlist() would drop the unknown dimensions and shift the others.
unlist.raggedkit_shape <- function(x, recursive = TRUE, use.names = TRUE) as.integer(x)

mtfrm.raggedkit_shape <- function(x) as.integer(x)
