# The values of many vectors laid end to end, as c() does it where that is no surprise, and how many
# each of them has. c() looks only at the first vector's class; here all must agree.
join_values <- function(parts, place) {
  parts <- unname(parts)
  lengths <- lengths(parts)
  attributes <- unique(names(unlist(lapply(parts, attributes), recursive = FALSE)))
  if ("class" %in% attributes) {
    values <- join_classed(parts, place)
  } else if ("dim" %in% attributes) {
    return(join_arrays(parts, place))
  } else {
    values <- unlist(parts, recursive = FALSE)
  }
  if (is.null(values)) values <- logical()
  if (!is.atomic(values)) refuse_part_of_row(parts, place)
  list(values = values, lengths = lengths)
}

refuse_part_of_row <- function(parts, place) {
  i <- which(!vapply(parts, is.atomic, NA))[[1L]]
  stop_type(
    "`", place(i), "` must be a vector, not ", kind_shown(parts[[i]]),
    "; rows hold numbers, text, logicals, factors, dates or times"
  )
}

join_classed <- function(parts, place) {
  marks <- c("AsIs", "table", "noquote")
  marked <- which(vapply(parts, inherits, NA, marks))
  parts[marked] <- lapply(parts[marked], function(part) {
    rest <- setdiff(oldClass(part), marks)
    oldClass(part) <- if (length(rest)) rest
    part
  })
  classed <- which(vapply(parts, is.object, NA))
  if (!length(classed)) {
    return(join_values(parts, place)$values)
  }
  kind <- common_kind(parts, classed, place)
  check_plain_parts(parts, classed, kind, place)
  switch(kind,
    factor = join_factors(parts, classed),
    difftime = join_difftimes(parts, classed),
    join_times(parts, classed)
  )
}

common_kind <- function(parts, classed, place) {
  kinds <- lapply(parts[classed], oldClass)
  known <- unique(kinds)
  names <- vapply(known, class_kind, "")
  if (length(unique(names)) == 1L && !is.na(names[[1L]])) {
    return(names[[1L]])
  }
  kind_of <- names[match(kinds, known)]
  other <- which(is.na(kind_of))
  if (length(other)) {
    part <- parts[[classed[[other[[1L]]]]]]
    stop_type(
      "`", place(classed[[other[[1L]]]]), "` must be a plain vector, factor, Date, POSIXct or difftime, not ",
      kind_shown(part), "; as.numeric() or as.character() may make a vector of it"
    )
  }
  other <- which(kind_of != kind_of[[1L]])[[1L]]
  stop_type(
    "`", place(classed[[other]]), "` must be a ", kind_of[[1L]], " as `", place(classed[[1L]]), "` is, not a ",
    kind_of[[other]], "; ", way_to(kind_of[[1L]])
  )
}

class_kind <- function(class) {
  kinds <- c("factor", "Date", "POSIXct", "difftime")
  if (any(kinds %in% class)) kinds[kinds %in% class][[1L]] else NA_character_
}

way_to <- function(kind) {
  switch(kind,
    factor = "as.character() makes text of a factor, factor() a factor of what is none",
    Date = "as.Date() makes dates, format() text",
    POSIXct = "as.POSIXct() makes times, format() text",
    difftime = "as.difftime() makes durations, as.numeric(x, units = \"secs\") numbers"
  )
}

# Beside factors and times a plain vector is refused unless it says nothing of its type.
check_plain_parts <- function(parts, classed, kind, place) {
  plain <- setdiff(which(lengths(parts) > 0L), classed)
  unsaid <- vapply(parts[plain], function(part) is.logical(part) && all(is.na(part)), NA)
  wrong <- plain[!unsaid]
  if (length(wrong)) {
    i <- wrong[[1L]]
    stop_type(
      "`", place(i), "` must be a ", kind, " as `", place(classed[[1L]]), "` is, not ", kind_shown(parts[[i]]),
      "; ", way_to(kind)
    )
  }
}

# The levels in order of appearance; ordered only where all rows have the same order.
join_factors <- function(parts, classed) {
  all_levels <- lapply(parts[classed], levels)
  distinct <- unique(all_levels)
  levels <- unique(unlist(distinct))
  if (length(distinct) > 1L) {
    which_levels <- match(all_levels, distinct)
    codes <- lapply(distinct, match, levels)
    parts[classed] <- Map(function(part, of) {
      renumbered <- codes[[of]][unclass(part)]
      names(renumbered) <- names(part)
      renumbered
    }, parts[classed], which_levels)
  }
  ordered <- length(distinct) == 1L && all(vapply(parts[classed], is.ordered, NA))
  codes <- bare_values(parts)
  structure(
    if (is.integer(codes)) codes else as_codes(codes),
    levels = levels, class = c(if (ordered) "ordered", "factor")
  )
}

as_codes <- function(codes) {
  names <- names(codes)
  codes <- as.integer(codes)
  names(codes) <- names
  codes
}

bare_values <- function(parts) {
  bare <- lapply(parts, unclass)
  # Empty rows of another type must not turn dates into text.
  bare[lengths(bare) == 0L] <- list(NULL)
  unlist(bare) %||% numeric()
}

join_times <- function(parts, classed) {
  first <- parts[[classed[[1L]]]]
  times <- bare_values(parts)
  attr(times, "tzone") <- attr(first, "tzone", exact = TRUE)
  if (!length(times)) storage.mode(times) <- typeof(first)
  class(times) <- oldClass(first)
  times
}

join_difftimes <- function(parts, classed) {
  unit <- units(parts[[classed[[1L]]]])
  differ <- classed[vapply(parts[classed], units, "") != unit]
  parts[differ] <- lapply(parts[differ], `units<-`, unit)
  structure(bare_values(parts), units = unit, class = "difftime")
}

# Matrices of equal width, or arrays with equal dimensions but the first, are laid on top of each other.
join_arrays <- function(parts, place) {
  dims <- lapply(parts, dim)
  arrays <- which(lengths(dims) > 1L)
  if (!length(arrays)) {
    parts <- lapply(parts, function(part) if (is.array(part)) structure(c(part), names = names(part)) else part)
    return(join_values(parts, place))
  }
  inner <- dims[[arrays[[1L]]]][-1L]
  fits <- vapply(dims, function(d) identical(d[-1L], inner), NA)
  wrong <- which(!fits & lengths(parts) > 0L)
  if (length(wrong)) {
    i <- wrong[[1L]]
    stop_value(
      "`", place(i), "` must have dimensions ", paste(c("n", inner), collapse = " x "), " as `",
      place(arrays[[1L]]), "` has, not ", if (is.null(dims[[i]])) "none" else paste(dims[[i]], collapse = " x "),
      "; all rows must be matrices of equal width, or none"
    )
  }
  lengths <- vapply(dims, function(d) if (length(d)) d[[1L]] else 0L, 0L)
  lengths[!fits] <- 0L
  width <- prod(inner)
  flat <- unlist(parts, recursive = FALSE, use.names = FALSE)
  # Each part is stored column by column: where column k of its row r begins.
  begin <- rep.int((cumsum(lengths) - lengths) * width, lengths) + ranges(rep.int(1L, length(lengths)), lengths)
  order <- outer(begin, seq_len(width) - 1, function(from, k) from + k * rep.int(lengths, lengths))
  list(values = array(flat[order], c(sum(lengths), inner)), lengths = lengths)
}
