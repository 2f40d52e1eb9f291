format.raggedkit_shape <- function(x, ...) {
  if (rank_is_known(x)) paste0("(", toString(as.integer(x)), ")") else "(<unknown>)"
}

as.character.raggedkit_shape <- function(x, ...) {
  if (!rank_is_known(x)) {
    return("TensorShape(None)")
  }
  sizes <- as.character(as.integer(x))
  sizes[is.na(sizes)] <- "None"
  paste0("TensorShape([", toString(sizes), "])")
}

print.raggedkit_shape <- function(x, ...) {
  cat(as.character(x), "\n", sep = "")
  invisible(x)
}

str.raggedkit_shape <- function(object, ...) {
  cat(as.character(object), "\n", sep = "")
  invisible()
}

summary.raggedkit_shape <- function(object, ...) str(object, ...)
