# Conditions carry the class that the same error has in Python, so that a handler written for the one
# works for the other.
stop_as <- function(class, ...) {
  class <- c(paste0("python.builtin.", class), "raggedkit_error", "error", "condition")
  stop(structure(list(message = paste0(...), call = NULL), class = class))
}

stop_value <- function(...) stop_as("ValueError", ...)

stop_type <- function(...) stop_as("TypeError", ...)

# The value as one line of R code, for a message.
shown <- function(value) {
  text <- paste(deparse(unname_vector(value), width.cutoff = 60L, nlines = 2L), collapse = " ")
  text <- sub("^NA_[a-z]+_$", "NA", text)
  if (nchar(text) > 60L) paste0(substr(text, 1L, 57L), "...") else text
}

unname_vector <- function(value) if (is.vector(value)) unname(value) else value
