rep.raggedkit_shape <- function(x, ...) new_shape(rep(as.list(x), ...))
