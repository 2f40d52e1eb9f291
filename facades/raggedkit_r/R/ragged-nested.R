# A list becomes ragged one level of nesting at a time: the elements of all lists of a level,
# joined, are the next level, until the elements are vectors.
ragged_from_list <- function(x, rank, argument) {
  level <- plain_list(x)
  names <- list(names(level))
  lengths <- list()
  null <- list()
  place <- function(i) place_in(argument, lengths, i)
  repeat {
    depth <- length(lengths) + 1L
    # Called once: each call on a factor or time dispatches a method.
    sizes <- lengths(level, use.names = FALSE)
    joined <- if ((rank %||% depth) == depth) joined_vectors(level, place, sizes)
    vectors <- !is.null(joined)
    if (!vectors) {
      changed <- plain_rows(level, argument, lengths)
      if (depth == rank %||% 0L) changed <- joined_scalars(changed, argument, lengths)
      if (any(vapply(level, is.list, NA))) sizes <- lengths(changed, use.names = FALSE)
      level <- changed
    }
    null[depth] <- list(null_rows(level, sizes))
    if (vectors || !is_nested(level, sizes, argument, lengths, rank)) {
      break
    }
    lengths[[depth]] <- sizes
    level <- unlist(unname(level), recursive = FALSE)
    if (is.null(level)) level <- list()
    names[depth + 1L] <- list(names(level))
  }
  # list() among vectors is an empty one.
  if (!vectors) level[vapply(level, is.list, NA)] <- list(logical())
  values <- joined %||% join_values(level, place, sizes)
  lengths[[depth]] <- values$lengths
  names[depth + 1L] <- list(names(values$values))
  build_ragged(unname_values(values$values), lapply(lengths, splits_of), null, names)
}

`%||%` <- function(x, y) if (is.null(x)) y else x

# A list without class or dimensions; the names of a list with one dimension are kept.
plain_list <- function(x) {
  names <- names(x)
  attributes(x) <- if (!is.null(names)) list(names = names)
  x
}

# Vectors without a class, and times, are checked and joined in one call, which is faster than one by one;
# NULL if they must be checked one by one. unlist() of factors is slow, so they are excluded.
joined_vectors <- function(level, place, sizes) {
  filled <- which(sizes > 0L)
  if (!length(filled)) {
    return(NULL)
  }
  if (is.object(level[[filled[[1L]]]])) {
    times <- join_times_alike(level, lapply(level, attributes), sizes)
    return(if (!is.null(times)) list(values = times, lengths = sizes))
  }
  flat <- unlist(level, recursive = FALSE, use.names = FALSE)
  if (is.atomic(flat) && !is.null(flat)) join_values(level, place, sizes)
}

null_rows <- function(level, sizes) {
  empty <- which(sizes == 0L)
  null <- logical(length(level))
  null[empty] <- vapply(level[empty], is.null, NA, USE.NAMES = FALSE)
  if (any(null)) null
}

# Rows that are lists with a class: ragged lists are taken apart, times made of parts are joined.
plain_rows <- function(level, argument, lengths) {
  lists <- which(vapply(level, is.list, NA, USE.NAMES = FALSE))
  objects <- lists[vapply(level[lists], is.object, NA, USE.NAMES = FALSE)]
  for (i in objects) {
    row <- level[[i]]
    if (is_ragged(row)) {
      level[[i]] <- as.list(row)
    } else if (inherits(row, "POSIXlt")) {
      level[[i]] <- as.POSIXct(row)
    } else if (is_list_of_rows(row)) {
      level[[i]] <- plain_list(row)
    } else {
      stop_type(
        "`", place_in(argument, lengths, i), "` must be a vector or a list of vectors, not ", kind_shown(row),
        "; ", if (inherits(row, "data.frame")) "one of its columns is a vector" else "unclass() shows its content"
      )
    }
  }
  level
}

# Whether the elements of this level are lists. Empty ones may be either.
is_nested <- function(level, sizes, argument, lengths, rank) {
  depth <- length(lengths) + 1L
  lists <- vapply(level, is.list, NA, USE.NAMES = FALSE)
  filled <- sizes > 0L
  if (!any(filled)) {
    vectors <- !lists & !vapply(level, is.null, NA, USE.NAMES = FALSE)
    return(if (is.null(rank)) any(lists) && !any(vectors) else depth < rank)
  }
  first <- which(filled)[[1L]]
  nested <- lists[[first]]
  other <- which(filled & lists != nested)
  if (length(other)) {
    stop_type(
      "`", place_in(argument, lengths, other[[1L]]), "` must be a ", if (nested) "list" else "vector", " as `",
      place_in(argument, lengths, first), "` is, not ", shown(level[[other[[1L]]]]),
      "; all rows must be nested equally deep, list(c(1, 2)) is a row with one row in it"
    )
  }
  if (!is.null(rank) && nested != (depth < rank)) {
    stop_value(
      "`ragged_rank` must be how deep `", argument, "` is nested, ",
      if (nested) "more than " else "", depth, ", not ", rank,
      "; lapply(x, unlist) makes vectors of lists of single values"
    )
  }
  nested
}

# Lists of single values become vectors if ragged_rank requires it: readers of JSON return such lists.
joined_scalars <- function(level, argument, lengths) {
  lists <- which(vapply(level, is.list, NA, USE.NAMES = FALSE))
  single <- vapply(level[lists], function(row) all(lengths(row) == 1L) && !any(vapply(row, is.list, NA)), NA)
  lists <- lists[single]
  level[lists] <- lapply(level[lists], function(row) {
    joined <- join_values(row, function(i) place_in(argument, lengths, i))$values
    names(joined) <- names(row)
    joined
  })
  level
}

# The expression that extracts element `i` of all elements of a level, such as x[[2]][[1]].
place_in <- function(argument, lengths, i) {
  path <- integer()
  for (of_level in rev(lengths)) {
    splits <- cumsum(c(0, of_level))
    row <- findInterval(i - 1, splits)
    row <- max(which(splits[seq_len(row)] <= i - 1))
    path <- c(i - splits[[row]], path)
    i <- row
  }
  start <- if (argument == "..") paste0("..", i) else paste0(argument, "[[", i, "]]")
  paste0(start, paste0(sprintf("[[%d]]", as.integer(path)), collapse = ""))
}
