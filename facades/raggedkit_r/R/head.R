head.raggedkit_shape <- function(x, ...) new_shape(head(as.list(x), ...))

tail.raggedkit_shape <- function(x, ...) new_shape(tail(as.list(x), ...))
