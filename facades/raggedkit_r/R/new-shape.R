# A shape is a list of dimensions, each an integer, or NULL if it is unknown. A shape of unknown
# rank is an empty list with a mark, since the shape of a scalar is an empty list too.
new_shape <- function(dims) {
  if (is.null(dims)) {
    structure(list(), unknown_rank = TRUE, class = "raggedkit_shape")
  } else {
    structure(unname(dims), class = "raggedkit_shape")
  }
}

is_shape <- function(x) inherits(x, "raggedkit_shape")

rank_is_known <- function(x) is.null(attr(x, "unknown_rank", exact = TRUE))

# Converts arguments of the verbs: NULL is an unknown rank, as for `dims`.
as_shape <- function(x, argument) {
  if (is_shape(x)) x else if (is.null(x)) new_shape(NULL) else new_shape(as_dims(x, argument))
}
