is_compatible_with <- function(x, other) {
  is.null(contradiction(as_shape(x, "x"), as_shape(other, "other"), "other"))
}

assert_is_compatible_with <- function(x, other) {
  assert_compatible(as_shape(x, "x"), as_shape(other, "other"), "other")
}

assert_compatible <- function(x, other, argument) {
  conflict <- contradiction(x, other, argument)
  if (!is.null(conflict)) {
    stop_value(conflict, "; most_specific_compatible_shape(x, ", argument, ") keeps the sizes that both have")
  }
}

# The first contradiction of two shapes as a message, or NULL.
contradiction <- function(x, other, argument) {
  if (!rank_is_known(x) || !rank_is_known(other)) {
    return(NULL)
  }
  if (length(x) != length(other)) {
    return(paste0(
      "`", argument, "` must have rank ", length(x), " as ", format(x), " has, not ", format(other),
      " of rank ", length(other)
    ))
  }
  sizes <- as.integer(x)
  others <- as.integer(other)
  differ <- which(sizes != others)
  if (length(differ)) {
    i <- differ[[1L]]
    paste0(
      "`", argument, "[[", i, "]]` must be ", sizes[[i]], " or NA as in ", format(x), ", not ", others[[i]],
      " as in ", format(other)
    )
  }
}

most_specific_compatible_shape <- function(x, other) {
  x <- as_shape(x, "x")
  other <- as_shape(other, "other")
  if (!identical(length(x), length(other)) || !rank_is_known(x)) {
    return(new_shape(NULL))
  }
  new_shape(Map(function(a, b) if (identical(a, b)) a, as.list(x), as.list(other)))
}

most_specific_common_supertype <- function(x, others) {
  if (is_shape(others)) {
    others <- list(others)
  }
  if (!all(vapply(others, is_shape, NA))) {
    return(NULL)
  }
  Reduce(most_specific_compatible_shape, others, as_shape(x, "x"))
}

is_subtype_of <- function(x, other) {
  x <- as_shape(x, "x")
  is_shape(other) && same_shape(most_specific_compatible_shape(x, other), other)
}
