as_ragged <- function(x, ...) UseMethod("as_ragged")

as_ragged.raggedkit_ragged <- function(x, ragged_rank = NULL, ...) {
  check_no_more(list(...), "`ragged_rank` for a ragged list")
  if ((checked_rank(ragged_rank) %||% rank_attribute(x)) != rank_attribute(x)) {
    stop_value("`ragged_rank` must be that of `x`, ", rank_attribute(x), ", not ", ragged_rank, "; NULL takes it")
  }
  x
}

as_ragged.default <- function(x, ragged_rank = NULL, ...) {
  if (is.array(x) && !is.list(x)) {
    return(rows_of(ragged_from_array(x, ragged_rank, ...)))
  }
  if (!is_list_of_rows(x)) refuse_as_ragged(x)
  check_no_more(list(...), "`ragged_rank` for a list", "`lengths` and `padding` cut the rows of a matrix")
  rows_of(ragged_from_list(x, checked_rank(ragged_rank), "x"))
}

ragged <- function(..., ragged_rank = NULL) {
  rows <- list(...)
  if (length(rows) == 1L && is.null(names(rows)) && holds_rows(rows[[1L]])) {
    if (is.null(ragged_rank)) as_ragged(rows[[1L]]) else as_ragged(rows[[1L]], ragged_rank = ragged_rank)
  } else {
    rows_of(ragged_from_list(rows, checked_rank(ragged_rank), ".."))
  }
}

check_no_more <- function(more, taken, way_out = "leave it away") {
  if (length(more)) {
    name <- names(more)[[1L]] %||% ""
    stop_type(
      "`as_ragged()` takes ", taken, ", not ", if (nzchar(name)) paste0("`", name, "`") else shown(more[[1L]]),
      "; ", way_out
    )
  }
}

# Whether an element is a list of rows: lists except POSIXlt, matrices and arrays of more dimensions.
holds_rows <- function(x) is.list(x) && !inherits(x, "POSIXlt") || length(dim(x)) > 1L

# Converts the first argument of the verbs.
ragged_argument <- function(x, argument) {
  if (is_ragged(x)) {
    return(store_of(x))
  }
  if (!is_list_of_rows(x)) refuse_as_ragged(x, argument)
  ragged_from_list(x, NULL, argument)
}

is_list_of_rows <- function(x) {
  is.list(x) && length(dim(x)) < 2L && (!is.object(x) || inherits(x, c("AsIs", "list", "by", "listof")))
}

refuse_as_ragged <- function(x, argument = "x") {
  way_out <- if (inherits(x, "data.frame")) {
    "as_ragged(x, column = ) takes a column of it"
  } else if (inherits(x, "POSIXlt")) {
    "as.POSIXct() makes times that rows can contain"
  } else if (is.list(x) && is.array(x)) {
    "c(x) has its elements column by column, asplit(x, 1) row by row"
  } else if (is.array(x)) {
    "as_ragged(x) has its rows"
  } else if (is.null(x)) {
    "ragged() has no rows, ragged(NULL) has one that is NULL"
  } else if (is.atomic(x)) {
    "list(x) is one row, as.list(x) one row per value, split(x, f) one per group"
  } else {
    "as.list() may make a list of it"
  }
  stop_type("`", argument, "` must be a list of rows, not ", kind_shown(x), "; ", way_out)
}

kind_shown <- function(x) {
  if (is.null(x)) {
    "NULL"
  } else if (is.object(x) && !(is.list(x) && is.array(x))) {
    paste("an object of class", class(x)[[1L]])
  } else if (length(dim(x)) > 1L) {
    paste(if (is.list(x)) "a list with dimensions" else "an array of", paste(dim(x), collapse = " x "))
  } else if (is.atomic(x) || is.list(x)) {
    shown(x)
  } else {
    paste("an object of type", typeof(x))
  }
}

checked_rank <- function(ragged_rank) {
  if (is.null(ragged_rank)) {
    return(NULL)
  }
  if (!is_count(ragged_rank) || ragged_rank < 1) {
    stop_value(
      "`ragged_rank` must be a whole number, at least 1, not ", shown(ragged_rank),
      "; it is how many axes have rows, 1 for a list of vectors"
    )
  }
  as.integer(ragged_rank)
}

is_count <- function(n) is.numeric(n) && length(n) == 1L && !is.na(n) && n >= 0 && n %% 1 == 0
