# Joins vectors as c() does, and returns the length of each. c() uses the class of the first vector
# only; here all classes must agree.
join_values <- function(parts, place, lengths = base::lengths(parts, use.names = FALSE)) {
  parts <- unname(parts)
  marks <- lapply(parts, attributes)
  attributes <- unique(names(unlist(marks, recursive = FALSE)))
  if ("class" %in% attributes) {
    values <- join_times_alike(parts, marks, lengths) %||% join_classed(parts, place, lengths)
  } else if ("dim" %in% attributes) {
    return(join_arrays(parts, place))
  } else {
    values <- unlist(parts, recursive = FALSE)
  }
  if (is.null(values)) values <- logical()
  if (!is.atomic(values)) refuse_part_of_row(parts, place)
  list(values = values, lengths = lengths)
}

# Joins dates, times or durations without names if all have the same attributes; else NULL.
join_times_alike <- function(parts, marks, lengths) {
  distinct <- unique(marks)
  known <- distinct[!vapply(distinct, is.null, NA)]
  classes <- known[[1L]]$class
  times <- list("Date", c("POSIXct", "POSIXt"), "difftime")
  if (length(known) > 1L || !list(classes) %in% times || any(c("names", "dim") %in% names(known[[1L]]))) {
    return(NULL)
  }
  if (length(distinct) > 1L && any(lengths[vapply(marks, is.null, NA)] > 0L)) {
    return(NULL)
  }
  values <- unlist(parts, recursive = FALSE, use.names = FALSE)
  if (is.numeric(values)) {
    attributes(values) <- known[[1L]]
    values
  }
}

refuse_part_of_row <- function(parts, place) {
  i <- which(!vapply(parts, is.atomic, NA))[[1L]]
  stop_type(
    "`", place(i), "` must be a vector, not ", kind_shown(parts[[i]]),
    "; rows contain numbers, text, logicals, factors, dates or times"
  )
}

join_classed <- function(parts, place, lengths) {
  classes <- lapply(parts, oldClass)
  distinct <- unique(classes)
  marks <- c("AsIs", "table", "noquote")
  if (any(marks %in% unlist(distinct))) {
    return(join_values(lapply(parts, without_classes, marks), place)$values)
  }
  kinds <- vapply(distinct, class_kind, "")[match(classes, distinct)]
  # Rows without a class ("") are checked separately.
  classed <- which(kinds != "" | is.na(kinds))
  kind <- common_kind(parts, kinds, classed, place)
  check_plain_parts(parts, which(kinds == "" & lengths > 0L), classed[[1L]], kind, place)
  switch(kind,
    factor = join_factors(parts, classed, lengths),
    difftime = join_difftimes(parts, classed),
    join_times(parts, classed)
  )
}

without_classes <- function(part, classes) {
  rest <- setdiff(oldClass(part), classes)
  oldClass(part) <- if (length(rest)) rest
  part
}

common_kind <- function(parts, kinds, classed, place) {
  first <- classed[[1L]]
  other <- classed[is.na(kinds[classed])]
  if (length(other)) {
    stop_type(
      "`", place(other[[1L]]), "` must be a plain vector, factor, Date, POSIXct or difftime, not ",
      kind_shown(parts[[other[[1L]]]]), "; as.numeric() or as.character() may convert it to a vector"
    )
  }
  other <- classed[kinds[classed] != kinds[[first]]]
  if (length(other)) {
    stop_type(
      "`", place(other[[1L]]), "` must be a ", kinds[[first]], " as `", place(first), "` is, not a ",
      kinds[[other[[1L]]]], "; ", way_to(kinds[[first]])
    )
  }
  kinds[[first]]
}

class_kind <- function(class) {
  if (is.null(class)) {
    return("")
  }
  kinds <- c("factor", "Date", "POSIXct", "difftime")
  if (any(kinds %in% class)) kinds[kinds %in% class][[1L]] else NA_character_
}

way_to <- function(kind) {
  switch(kind,
    factor = "as.character() converts a factor to text, factor() text to a factor",
    Date = "as.Date() makes dates, format() text",
    POSIXct = "as.POSIXct() makes times, format() text",
    difftime = "as.difftime() makes durations, as.numeric(x, units = \"secs\") numbers"
  )
}

# Together with factors and times, only a plain vector without a type of its own (all NA) is allowed.
check_plain_parts <- function(parts, plain, first, kind, place) {
  untyped <- vapply(parts[plain], function(part) is.logical(part) && all(is.na(part)), NA)
  wrong <- plain[!untyped]
  if (length(wrong)) {
    i <- wrong[[1L]]
    stop_type(
      "`", place(i), "` must be a ", kind, " as `", place(first), "` is, not ", kind_shown(parts[[i]]),
      "; ", way_to(kind)
    )
  }
}

# The levels in order of appearance; ordered only if all rows have the same order.
join_factors <- function(parts, classed, lengths) {
  all_levels <- lapply(parts, attr, "levels")
  distinct <- unique(all_levels[classed])
  levels <- unique(unlist(distinct))
  codes <- bare_values(parts)
  names <- names(codes)
  if (length(distinct) > 1L) {
    # Codes index the joined levels of all rows, so each code is shifted by the start of its row's levels.
    renumbered <- match(unlist(distinct), levels)
    begin <- cumsum(lengths(distinct)) - lengths(distinct)
    codes <- renumbered[rep.int(begin[match(all_levels, distinct)], lengths) + codes]
  }
  codes <- as.integer(codes)
  names(codes) <- names
  classes <- unique(lapply(parts[classed], oldClass))
  ordered <- length(distinct) == 1L && all(vapply(classes, function(class) "ordered" %in% class, NA))
  structure(codes, levels = levels, class = c(if (ordered) "ordered", "factor"))
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
  units <- unlist(lapply(parts[classed], attr, "units"))
  unit <- units[[1L]]
  differ <- classed[units != unit]
  parts[differ] <- lapply(parts[differ], `units<-`, unit)
  structure(bare_values(parts), units = unit, class = "difftime")
}

# Matrices of equal width, or arrays with equal dimensions but the first, are bound by rows.
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
  # Each part is stored by column; these are the starts of column k of its row r.
  begin <- rep.int((cumsum(lengths) - lengths) * width, lengths) + ranges(rep.int(1L, length(lengths)), lengths)
  order <- outer(begin, seq_len(width) - 1, function(from, k) from + k * rep.int(lengths, lengths))
  list(values = array(flat[order], c(sum(lengths), inner)), lengths = lengths)
}
