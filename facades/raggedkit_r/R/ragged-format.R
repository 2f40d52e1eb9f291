# One text for each row, without abbreviation.
as.character.raggedkit_ragged <- function(x, ...) {
  x <- store_of(x)
  # Commas separate values, so the decimal mark must be a point.
  old <- options(OutDec = ".")
  on.exit(options(old))
  row_texts(x, value_texts(part(x, "values"), whole = TRUE), vector("list", rank_of(x)))
}

# One text per row, with at most `max` values or rows on each axis.
format.raggedkit_ragged <- function(x, max = 10L, digits = NULL, format = NULL, ...) {
  store_texts(store_of(x), max, digits, format)
}

store_texts <- function(x, max = 10L, digits = NULL, format = NULL, ...) {
  max <- checked_most(max)
  digits <- digits %||% getOption("digits")
  if (!is_count(digits)) {
    stop_value("`digits` must be a whole number, not ", shown(digits), "; it is the number of significant digits")
  }
  check_format(format, part(x, "values"))
  old <- options(OutDec = ".")
  on.exit(options(old))
  more <- vector("list", rank_of(x))
  names <- names(x)
  for (axis in seq_along(more)) {
    more[[axis]] <- lengths_of(part(x, "splits")[[axis]]) > max
    if (any(more[[axis]])) x <- cut_axis(x, axis, max)
  }
  texts <- value_texts(part(x, "values"), digits = digits, format = format)
  texts <- row_texts(x, texts, more)
  names(texts) <- names
  texts
}

checked_most <- function(max) {
  if (!is.numeric(max) || length(max) != 1L || is.na(max) || max < 0) {
    stop_value(
      "`max` must be at least 0, not ", shown(max), "; Inf shows all",
      if (is.character(max)) ", and format = is the format of dates"
    )
  }
  floor(max)
}

check_format <- function(format, values) {
  if (is.null(format)) {
    return(invisible())
  }
  if (!inherits(values, c("Date", "POSIXct"))) {
    stop_value(
      "`format` must be NULL for ", kind_label(values), " values, not ", shown(format),
      "; it is the format of dates and times"
    )
  }
  if (!is.character(format) || length(format) != 1L || is.na(format)) {
    stop_value("`format` must be one text such as \"%d.%m.%Y\", not ", shown(format), "; ?strptime lists the conversions")
  }
}

# The first `max` items of each row of an axis. The NULL masks of outer axes stay valid.
cut_axis <- function(x, axis, max) {
  if (axis == 1L) {
    return(select_within(x, seq_len(max)))
  }
  nest_items(cut_axis(inner_items(x), axis - 1L, max), outer_splits(x), axis_null(x, 1L), axis_names(x, 1L))
}

row_texts <- function(x, texts, more) {
  for (axis in rev(seq_len(rank_of(x)))) {
    names <- axis_names(x, axis + 1L)
    if (!is.null(names)) {
      named <- nzchar(names)
      texts[named] <- paste(encodeString(names[named]), "=", texts[named])
    }
    texts <- joined_texts(texts, part(x, "splits")[[axis]], more[[axis]])
    null <- axis_null(x, axis)
    if (!is.null(null)) texts[null] <- "NULL"
  }
  texts
}

# All texts are pasted in one call and split at line ends, which no text contains: a paste() per row is slow.
joined_texts <- function(texts, splits, more = NULL) {
  lengths <- lengths_of(splits)
  if (!length(lengths)) {
    return(character())
  }
  filled <- which(lengths > 0L)
  ends <- rep(", ", length(texts))
  ends[splits[filled + 1L]] <- "\n"
  rows <- character(length(lengths))
  if (length(filled)) {
    # One string is built first: paste() of each text would create and cache every one.
    rows[filled] <- strsplit(paste(c(rbind(texts, ends)), collapse = ""), "\n", fixed = TRUE)[[1L]]
  }
  paste0("[", rows, ifelse(more %||% FALSE, ", ...", ""), "]")
}

value_texts <- function(values, whole = FALSE, digits = 7L, format = NULL) {
  if (!is.null(dim(values))) {
    return(array_texts(values, whole, digits, format))
  }
  texts <- if (is.factor(values)) {
    encodeString(as.character(values))
  } else if (!is.null(format)) {
    of_distinct(values, function(times) format(times, format))
  } else if (inherits(values, "Date")) {
    of_distinct(values, base::format)
  } else if (inherits(values, "POSIXct")) {
    time_texts(values)
  } else if (is.character(values)) {
    encodeString(values, quote = "\"")
  } else if (is.double(values) && !whole) {
    of_distinct(as.vector(unclass(values)), number_texts, digits)
  } else if (is.complex(values) && !whole) {
    as.character(signif(values, digits))
  } else if (is.integer(values) && length(values)) {
    # Faster than as.character().
    of_distinct(as.vector(unclass(values)), formatC, width = 1L, format = "d", mode = "integer")
  } else {
    of_distinct(unclass(values), as.character)
  }
  texts[is.na(values) & !is.nan(unclass_complex(values))] <- "NA"
  texts
}

# is.nan() is an error for text.
unclass_complex <- function(values) if (is.numeric(values) || is.complex(values)) unclass(values) else 0

# Formatting a value takes longer than a lookup, so distinct values are formatted once.
of_distinct <- function(values, f, ...) {
  distinct <- unique(values)
  if (length(distinct) > length(values) %/% 2L) f(values, ...) else f(distinct, ...)[match(values, distinct)]
}

# The text of format() for each number alone: `digits` significant digits, or all before the point.
number_texts <- function(numbers, digits) {
  if (!length(numbers)) {
    return(character())
  }
  texts <- formatC(numbers, digits = as.integer(digits), width = 1L, format = "g", mode = "double")
  long <- which(abs(numbers) >= 10^digits & abs(numbers) < 1e15)
  texts[long] <- sprintf("%.0f", numbers[long])
  # formatC() pads these to a common width.
  odd <- which(!is.finite(numbers))
  texts[odd] <- as.character(numbers[odd])
  texts
}

# The same text as format(), which is slow: distinct days and times of day are formatted once.
time_texts <- function(values) {
  parts <- as.POSIXlt(values)
  if (!is.null(getOption("digits.secs"))) {
    return(of_distinct(values, base::format))
  }
  texts <- of_distinct(as.Date(parts), base::format)
  seconds <- parts$hour * 3600 + parts$min * 60 + floor(parts$sec)
  if (any(parts$sec != 0 | seconds != 0, na.rm = TRUE)) {
    clock <- function(s) sprintf("%02.0f:%02.0f:%02.0f", s %/% 3600, s %/% 60 %% 60, s %% 60)
    texts <- paste(texts, of_distinct(seconds, clock))
  }
  odd <- which(!is.finite(unclass(values)))
  texts[odd] <- base::format(values[odd])
  texts
}

array_texts <- function(values, whole, digits, format) {
  sizes <- dim(values)
  by_row <- aperm(values, rev(seq_along(sizes)))
  texts <- value_texts(as.vector(by_row), whole, digits, format)
  for (size in rev(sizes[-1L])) {
    n <- if (size > 0L) length(texts) %/% size else prod(sizes[seq_len(match(size, sizes) - 1L)])
    texts <- joined_texts(texts, splits_of(rep.int(size, n)))
  }
  texts
}

print.raggedkit_ragged <- function(x, max = 20L, ...) {
  print_store(store_of(x), max, ...)
  invisible(x)
}

print_store <- function(x, max, ...) {
  max <- checked_most(max)
  cat(headline(x), "\n", sep = "")
  n <- count_rows(x)
  listed <- if (n > max) x[seq_len(max)] else x
  texts <- unname(store_texts(listed, ...))
  if (length(texts)) {
    labels <- row_labels(listed)
    room <- max(getOption("width") - max(nchar(labels, "width")) - 2L, 20L)
    cat(paste0(format(labels), "  ", clipped(texts, room), "\n"), sep = "")
  }
  if (n > max) cat("... and ", counted(n - max, "more row"), "\n", sep = "")
  if (is.factor(part(x, "values"))) cat(clipped(level_line(part(x, "values")), getOption("width")), "\n", sep = "")
}

row_labels <- function(x) {
  labels <- encodeString(names(x) %||% character(count_rows(x)))
  blank <- !nzchar(labels)
  labels[blank] <- which(blank)
  labels
}

level_line <- function(values) {
  paste("Levels:", paste(encodeString(levels(values)), collapse = if (is.ordered(values)) " < " else " "))
}

clipped <- function(texts, width) {
  long <- nchar(texts, "width") > width
  texts[long] <- paste0(strtrim(texts[long], width - 3L), "...")
  texts
}

headline <- function(x) {
  counts <- vapply(part(x, "splits"), length, 0L) - 1L
  inner <- dim(part(x, "values"))[-1L]
  paste0(
    "ragged list: ", counted(counts[[1L]], "row"),
    if (length(counts) > 1L) paste0(" of rows, ", paste(big(counts[-1L]), collapse = ", "), " of these"), ", ",
    counted(count_values(part(x, "values")), paste(kind_label(part(x, "values")), "value")),
    if (length(inner)) paste0(" of ", paste(inner, collapse = " x "), " each")
  )
}

counted <- function(n, what) paste0(big(n), " ", what, if (n != 1L) "s")

big <- function(n) format(n, big.mark = ",", trim = TRUE, scientific = FALSE)

kind_label <- function(values) {
  if (inherits(values, "difftime")) {
    paste0("difftime (", units(values), ")")
  } else if (inherits(values, "POSIXct")) {
    zone <- attr(values, "tzone")[1L]
    if (length(zone) && nzchar(zone)) paste0("POSIXct (", zone, ")") else "POSIXct"
  } else if (is.object(values)) {
    class(values)[[1L]]
  } else if (is.double(values)) {
    "numeric"
  } else {
    typeof(values)
  }
}

str.raggedkit_ragged <- function(object, ...) {
  object <- store_of(object)
  cat(" ", headline(object), sep = "")
  n <- count_rows(object)
  if (n) cat(": ", store_texts(object[1L], max = 5L), if (n > 1L) " ...", sep = "")
  cat("\n")
  invisible()
}
