rev.raggedkit_shape <- function(x) new_shape(rev(as.list(x)))
