# One index and no `drop`: what a list does with a second one is to complain about matrices.
`[.raggedkit_shape` <- function(x, i) new_shape(as.list(x)[i])

`[[.raggedkit_shape` <- function(x, i) as.list(x)[[i]]
