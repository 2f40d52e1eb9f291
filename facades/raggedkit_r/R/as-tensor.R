as_tensor <- function(x, dtype = NULL, ...) UseMethod("as_tensor")

as_tensor.default <- function(x, dtype = NULL, ...) {
  if (!is.atomic(x) || is.null(x)) {
    stop_type(
      "`x` must be an atomic vector or a shape, not an object of type ", typeof(x),
      "; unlist() joins a list"
    )
  }
  x <- if (is.null(dim(x))) array(x) else unname(x)
  if (!is.null(dtype)) storage.mode(x) <- r_type(dtype)
  x
}

as_tensor.raggedkit_shape <- function(x, dtype = "int32", ...) {
  sizes <- as.integer(x)
  sizes[is.na(sizes)] <- -1L
  as_tensor(array(sizes), dtype)
}

# R has no 64-bit integers; a double holds every one that a size can be.
r_type <- function(dtype) {
  types <- c(bool = "logical", int32 = "integer", int64 = "double", float32 = "double", float64 = "double")
  if (!is.character(dtype) || length(dtype) != 1L || !dtype %in% names(types)) {
    stop_value("`dtype` must be one of ", toString(dQuote(names(types), FALSE)), ", not ", shown(dtype))
  }
  types[[dtype]]
}
