unique.raggedkit_shape <- function(x, incomparables = FALSE, ...) {
  new_shape(unique(as.list(x), incomparables, ...))
}
