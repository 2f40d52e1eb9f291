# The verbs of lists: a shape is a list of its dimensions.
length.raggedkit_shape <- function(x) {
  if (rank_is_known(x)) length(unclass(x)) else NA_integer_
}

`length<-.raggedkit_shape` <- function(x, value) {
  dims <- as.list(x)
  length(dims) <- value
  new_shape(dims)
}

`names<-.raggedkit_shape` <- function(x, value) {
  if (!is.null(value)) {
    stop_type(
      "`names(x)` must stay NULL, not ", shown(value),
      "; the dimensions of a shape have no names, as.list(x) can have them"
    )
  }
  x
}

`dim<-.raggedkit_shape` <- function(x, value) {
  if (!is.null(value)) {
    stop_type("`dim(x)` must stay NULL, not ", shown(value), "; dim(as.integer(x)) can be set")
  }
  x
}

rev.raggedkit_shape <- function(x) new_shape(rev(as.list(x)))

rep.raggedkit_shape <- function(x, ...) new_shape(rep(as.list(x), ...))

head.raggedkit_shape <- function(x, ...) new_shape(head(as.list(x), ...))

tail.raggedkit_shape <- function(x, ...) new_shape(tail(as.list(x), ...))

unique.raggedkit_shape <- function(x, incomparables = FALSE, ...) {
  new_shape(unique(as.list(x), incomparables, ...))
}

is.na.raggedkit_shape <- function(x) is.na(as.integer(x))

anyNA.raggedkit_shape <- function(x, recursive = FALSE) any(is.na(x))
