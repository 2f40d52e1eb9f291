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
    stop_type("`dim(x)` must stay NULL, not ", shown(value), "; as.integer(x) can have dimensions of its own")
  }
  x
}
