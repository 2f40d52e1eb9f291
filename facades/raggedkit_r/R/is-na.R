is.na.raggedkit_shape <- function(x) is.na(as.integer(x))

anyNA.raggedkit_shape <- function(x, recursive = FALSE) any(is.na(x))
