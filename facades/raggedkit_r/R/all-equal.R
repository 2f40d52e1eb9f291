all.equal.raggedkit_shape <- function(target, current, ...) {
  if (!is_shape(current)) {
    return(paste0("target is a shape, current is ", class(current)[[1L]]))
  }
  if (same_shape(target, current)) {
    return(TRUE)
  }
  both <- paste("Shapes", format(target), "and", format(current))
  if (!identical(length(target), length(current))) {
    return(paste(both, "differ in rank"))
  }
  differ <- which(!mapply(identical, as.list(target), as.list(current)))
  paste(both, "differ in", if (length(differ) > 1L) "dimensions" else "dimension", toString(differ))
}
