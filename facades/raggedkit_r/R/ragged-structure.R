part <- function(x, name) .subset2(x, name)

# Masks without TRUE are NULL, so that equal ragged lists are identical.
build_ragged <- function(values, splits, null = NULL, names = NULL, uniform = NULL) {
  if (!is.null(null)) {
    null <- lapply(null, function(rows) if (any(rows)) rows)
    if (all(vapply(null, is.null, NA))) null <- NULL
  }
  if (!is.null(names)) {
    if (!any(nzchar(names[[length(names)]]))) names[length(names)] <- list(NULL)
    names <- unname(lapply(names, as.vector))
    if (all(vapply(names, is.null, NA))) names <- NULL
  }
  if (!is.null(uniform) && all(is.na(uniform))) uniform <- NULL
  new_store(values, splits, null, names, uniform)
}

unname_values <- function(values) {
  if (is.null(dim(values))) {
    names(values) <- NULL
  } else {
    dimnames(values) <- NULL
  }
  values
}

# Other languages send vectors as arrays of one dimension.
without_one_dim <- function(x) if (length(dim(x)) == 1L && is.atomic(x)) structure(c(x), names = names(x)) else x

# Integers if possible, else doubles: sums of integers would overflow to NA.
splits_of <- function(lengths) {
  splits <- cumsum(c(0, lengths))
  if (splits[[length(splits)]] <= .Machine$integer.max) as.integer(splits) else splits
}

lengths_of <- function(splits) splits[-1L] - splits[-length(splits)]

# Joined ranges: lengths[i] numbers from from[i] on, for each i.
ranges <- function(from, lengths) {
  rep.int(from - (cumsum(lengths) - lengths), lengths) + seq_len(sum(lengths)) - 1L
}

rank_of <- function(x) length(part(x, "splits"))

outer_splits <- function(x) part(x, "splits")[[1L]]

count_rows <- function(x) length(outer_splits(x)) - 1L

count_values <- function(values) if (is.null(dim(values))) length(values) else dim(values)[[1L]]

rowids_of <- function(splits) rep.int(seq_len(length(splits) - 1L), lengths_of(splits))

axis_names <- function(x, axis) part(x, "names")[[axis]]

axis_null <- function(x, axis) if (axis <= length(part(x, "null"))) part(x, "null")[[axis]]

value_names <- function(x) axis_names(x, rank_of(x) + 1L)

# The same rows with other values.
rewrap <- function(x, values, null = part(x, "null"), keep_names = TRUE) {
  new_store(values, part(x, "splits"), null, if (keep_names) part(x, "names"), part(x, "uniform"))
}

# The splits of the values by the rows of an axis; the axes between are merged.
value_splits <- function(x, axis = 1L) {
  splits <- part(x, "splits")
  Reduce(function(outer, inner) inner[outer + 1L], splits[-seq_len(axis)], splits[[axis]])
}

take_values <- function(values, at) {
  if (is.null(dim(values))) {
    return(values[at])
  }
  blanks <- rep(list(quote(expr = )), length(dim(values)) - 1L)
  do.call(`[`, c(list(values, at), blanks, list(drop = FALSE)))
}

# Rows at given positions of the outermost axis; NA is a NULL row.
take_rows <- function(x, at) {
  splits <- part(x, "splits")
  null <- names <- vector("list", length(splits))
  uniform <- if (!anyNA(at)) part(x, "uniform")
  for (axis in seq_along(splits)) {
    missing <- is.na(at)
    null[axis] <- list(null_at(axis_null(x, axis), at))
    names[axis] <- list(axis_names(x, axis)[at])
    from <- splits[[axis]][at]
    lengths <- splits[[axis]][at + 1L] - from
    lengths[missing] <- 0L
    from[missing] <- 0L
    splits[[axis]] <- splits_of(lengths)
    at <- ranges(from + 1L, lengths)
  }
  names[rank_of(x) + 1L] <- list(value_names(x)[at])
  build_ragged(take_values(part(x, "values"), at), splits, null, names, uniform)
}

null_at <- function(null, at) {
  if (!is.null(null)) {
    is.na(at) | null[at]
  } else if (anyNA(at)) {
    is.na(at)
  }
}

# The content of the outermost rows: a ragged list with one axis less, or the values with names.
inner_items <- function(x) {
  if (rank_of(x) == 1L) {
    return(flat_values(x))
  }
  new_store(
    part(x, "values"), part(x, "splits")[-1L], inner_marks(part(x, "null")), inner_marks(part(x, "names")),
    inner_uniform(part(x, "uniform"))
  )
}

inner_marks <- function(marks) {
  if (length(marks) && !all(vapply(marks[-1L], is.null, NA))) marks[-1L]
}

inner_uniform <- function(uniform) if (!all(is.na(uniform[-1L]))) uniform[-1L]

# Cuts items into rows, the inverse.
nest_items <- function(items, splits, null = NULL, names = NULL) {
  if (!is_ragged(items)) {
    return(build_ragged(unname_values(items), list(splits), list(null), list(names, names_of_values(items))))
  }
  rank <- rank_of(items)
  build_ragged(
    part(items, "values"), c(list(splits), part(items, "splits")),
    c(list(null), part(items, "null") %||% vector("list", rank)),
    c(list(names), part(items, "names") %||% vector("list", rank + 1L)),
    if (!is.null(part(items, "uniform"))) c(NA_integer_, part(items, "uniform"))
  )
}

names_of_values <- function(values) if (is.null(dim(values))) names(values)

take_items <- function(items, at) if (is_ragged(items)) take_rows(items, at) else take_values(items, at)

count_items <- function(items) if (is_ragged(items)) count_rows(items) else count_values(items)
