shape <- function(..., dims = list(...)) {
  argument <- if (missing(dims)) ".." else "dims"
  if (is.null(dims)) new_shape(NULL) else new_shape(as_dims(dims, argument))
}

# The dimensions as a list of integers and NULLs. `argument` is their name in messages; ".." means
# the dots, whose elements R itself calls ..1, ..2 and so on.
as_dims <- function(dims, argument) {
  if (is_shape(dims)) check_rank_known(dims, paste0("`", argument, "`"))
  parts <- unname(as.list(dims))
  alone <- length(parts) == 1L && !is.list(dims)
  sizes <- lapply(seq_along(parts), function(i) part_dims(parts[[i]], place_of(argument, i, alone)))
  as.list(unlist(sizes, recursive = FALSE))
}

place_of <- function(argument, i, alone) {
  if (argument == "..") {
    paste0("`..", i, "`")
  } else if (alone) {
    paste0("`", argument, "`")
  } else {
    paste0("`", argument, "[[", i, "]]`")
  }
}

part_dims <- function(part, place) {
  if (is_unknown(part)) {
    return(list(NULL))
  }
  # as.integer() would turn a shape's unknown dimensions into NA, which is an error below.
  if (is_shape(part)) {
    check_rank_known(part, place)
    return(as.list(part))
  }
  if (!is_flat(part)) refuse_part(part, place)
  sizes <- tryCatch(as.integer(part), error = function(e) refuse_part(part, place))
  if (anyNA(sizes) || any(sizes < 0L)) refuse_sizes(sizes, part, place)
  as.list(sizes)
}

# NA and -1 mean unknown only on their own: inside a longer vector they are more likely a mistake.
is_unknown <- function(part) {
  is.null(part) || (is.atomic(part) && length(part) == 1L &&
    (isTRUE(is.na(part)) || (is.numeric(part) && isTRUE(part == -1))))
}

refuse_sizes <- function(sizes, part, place) {
  wrong <- which(is.na(sizes) | sizes < 0L)[[1L]]
  at <- if (length(sizes) > 1L) paste0(" at position ", wrong)
  size <- unlist(part)[wrong]
  if (is_unknown(size)) {
    stop_value(place, " must not contain ", shown(size), at, " of ", shown(part), "; ", on_its_own(place))
  }
  stop_value(
    place, " must be a whole number from 0 to ", .Machine$integer.max, ", not ", shown(size), at,
    "; an unknown dimension is NA, -1 or NULL"
  )
}

on_its_own <- function(place) {
  switch(substr(place, 2L, 2L),
    "." = "give an unknown dimension as a separate argument, shape(2, NA), or one of `dims`, shape(dims = c(2, NA))",
    x = "x[1:2] <- c(2, NA) replaces each dimension by one",
    "give an unknown dimension as a separate element, list(2, NA)"
  )
}

# as.integer() of a list within a list is an error for some and NA for others.
is_flat <- function(part) {
  !is.list(part) || all(vapply(unclass(part), function(p) is.atomic(p) && length(p) == 1L, NA))
}

refuse_part <- function(part, place) {
  kind <- if (is.list(part) && !is.object(part)) shown(part) else paste("an object of class", class(part)[[1L]])
  stop_type(place, " must contain numbers, not ", kind, "; an unknown dimension is NA, -1 or NULL")
}
