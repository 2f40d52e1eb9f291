# One text for each row, whole.
as.character.raggedkit_ragged <- function(x, ...) {
  row_texts(x, value_texts(part(x, "values"), whole = TRUE), vector("list", rank_of(x)))
}

# One text for each row, of no more than `max` values or rows of each axis.
format.raggedkit_ragged <- function(x, max = 10L, digits = NULL, ...) {
  more <- vector("list", rank_of(x))
  names <- names(x)
  for (axis in seq_along(more)) {
    more[[axis]] <- lengths_of(part(x, "splits")[[axis]]) > max
    x <- cut_axis(x, axis, max)
  }
  texts <- row_texts(x, value_texts(part(x, "values"), digits = digits %||% getOption("digits")), more)
  names(texts) <- names
  texts
}

# No more than the first `max` items of each row of an axis. The marks of the rows above stay valid.
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

# All texts are pasted at once and cut at line ends, which no text has: a paste for each row takes long.
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
    rows[filled] <- strsplit(paste0(texts, ends, collapse = ""), "\n", fixed = TRUE)[[1L]]
  }
  paste0("[", rows, ifelse(more %||% FALSE, ", ...", ""), "]")
}

value_texts <- function(values, whole = FALSE, digits = 7L) {
  if (!is.null(dim(values))) {
    return(array_texts(values, whole, digits))
  }
  texts <- if (is.factor(values)) {
    encodeString(as.character(values))
  } else if (inherits(values, c("Date", "POSIXct"))) {
    format(values)
  } else if (is.character(values)) {
    encodeString(values, quote = "\"")
  } else if (is.double(values) && !whole) {
    number_texts(as.vector(unclass(values)), digits)
  } else if (is.complex(values) && !whole) {
    as.character(signif(values, digits))
  } else {
    as.character(unclass(values))
  }
  texts[is.na(values) & !is.nan(unclass_complex(values))] <- "NA"
  texts
}

# is.nan() is an error for text.
unclass_complex <- function(values) if (is.numeric(values) || is.complex(values)) unclass(values) else 0

# As format() does for each number on its own: `digits` significant ones, or all before the point.
number_texts <- function(numbers, digits) {
  texts <- sprintf("%.*g", as.integer(digits), numbers)
  long <- which(abs(numbers) >= 10^digits & abs(numbers) < 1e15)
  texts[long] <- sprintf("%.0f", numbers[long])
  texts
}

array_texts <- function(values, whole, digits) {
  sizes <- dim(values)
  by_row <- aperm(values, rev(seq_along(sizes)))
  texts <- value_texts(as.vector(by_row), whole, digits)
  for (size in rev(sizes[-1L])) {
    n <- if (size > 0L) length(texts) %/% size else prod(sizes[seq_len(match(size, sizes) - 1L)])
    texts <- joined_texts(texts, splits_of(rep.int(size, n)))
  }
  texts
}

print.raggedkit_ragged <- function(x, max = 20L, ...) {
  cat(headline(x), "\n", sep = "")
  n <- count_rows(x)
  listed <- if (n > max) x[seq_len(max)] else x
  texts <- unname(format(listed, ...))
  if (length(texts)) {
    labels <- row_labels(listed)
    room <- max(getOption("width") - max(nchar(labels, "width")) - 2L, 20L)
    cat(paste0(format(labels), "  ", clipped(texts, room), "\n"), sep = "")
  }
  if (n > max) cat("... and ", counted(n - max, "more row"), "\n", sep = "")
  if (is.factor(part(x, "values"))) cat(clipped(level_line(part(x, "values")), getOption("width")), "\n", sep = "")
  invisible(x)
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
  cat(" ", headline(object), sep = "")
  n <- count_rows(object)
  if (n) cat(": ", format(object[1L], max = 5L), if (n > 1L) " ...", sep = "")
  cat("\n")
  invisible()
}
