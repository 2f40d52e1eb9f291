Ops.raggedkit_shape <- function(e1, e2) {
  if (nargs() == 2L) {
    switch(.Generic,
      "==" = return(same_shape(as_shape(e1, "e1"), as_shape(e2, "e2"))),
      "!=" = return(!same_shape(as_shape(e1, "e1"), as_shape(e2, "e2"))),
      "+" = return(c(joined_shape(e1, "e1"), joined_shape(e2, "e2")))
    )
  }
  refuse(.Generic)
}

same_shape <- function(x, y) {
  identical(length(x), length(y)) && (!rank_is_known(x) || identical(as.list(x), as.list(y)))
}

# `+` joins, as in Python. With a double, arithmetic was probably meant, so that raises an error.
joined_shape <- function(x, argument) {
  joins <- function(part) is.null(part) || is.integer(part) || is.logical(part)
  if (!all(vapply(if (is.list(x)) x else list(x), joins, NA))) {
    stop_type(
      "`", argument, "` must be a shape or whole numbers such as 2L, not ", shown(x),
      "; `+` joins shapes as c(x, y) does, as.integer(x) + y adds"
    )
  }
  as_shape(x, argument)
}
