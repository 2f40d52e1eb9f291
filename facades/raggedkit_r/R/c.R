c.raggedkit_shape <- function(..., recursive = FALSE, use.names = TRUE) {
  parts <- unname(list(...))
  parts <- lapply(seq_along(parts), function(i) {
    # NULL has nothing to add, as in c() of lists; in other places it is a shape of unknown rank.
    if (is.null(parts[[i]])) shape() else as_shape(parts[[i]], paste0("..", i))
  })
  if (all(vapply(parts, rank_is_known, NA))) {
    new_shape(do.call(c, lapply(parts, as.list)))
  } else {
    new_shape(NULL)
  }
}
