as.list.raggedkit_shape <- function(x, ...) {
  check_rank_known(x, "`x`")
  x <- unclass(x)
  attributes(x) <- NULL
  x
}

check_rank_known <- function(x, place) {
  if (!rank_is_known(x)) {
    stop_value(
      place, " must have a known rank, not ", as.character(x),
      "; is.na(length(x)) tests for it, with_rank(x, n) sets it"
    )
  }
}
