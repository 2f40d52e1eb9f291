# Exchange format with other languages: flat vectors, with attributes that describe their type. Text is
# passed as UTF-8 bytes with a zero after each text, which both sides read in one call.

# A list whose first element is its `kind`. If an error was raised, the kind is "error".
border_out <- function(x) {
  tryCatch(border_parts(x), error = function(e) {
    list(kind = "error", message = conditionMessage(e), class = class(e))
  })
}

border_parts <- function(x) {
  if (is_shape(x)) {
    return(list(kind = "shape", sizes = if (rank_is_known(x)) as.integer(x)))
  }
  if (isS4(x) && methods::is(x, "sparseMatrix")) {
    return(border_sparse_parts(x))
  }
  if (is.data.frame(x)) {
    stop_type(
      "`x` must be a vector, a list of vectors, a shape or a sparse matrix of Matrix, not a data frame; ",
      "take a column of it, x$name, or have a pandas.DataFrame made, %%R -o x"
    )
  }
  if (inherits(x, "POSIXlt")) x <- as.POSIXct(x)
  if (is.list(x)) border_ragged_parts(x) else border_vector_parts(x)
}

border_ragged_parts <- function(x) {
  x <- unclass(ragged_argument(x, "x"))
  more <- list(
    splits = x$splits, null = x$null, names = lapply(x$names, border_text), uniform = x$uniform,
    python = unlist(x$python[c("dtype", "splits")])
  )
  c(border_vector_parts(x$values), more)
}

# `data` is `values` itself if the other side can read its memory. Because this list refers to it too,
# R copies the vector before it changes it, so the other side's view stays valid.
border_vector_parts <- function(values) {
  kind <- border_kind(values)
  data <- switch(kind,
    character = border_text(values),
    complex = rbind(as.vector(Re(values)), as.vector(Im(values)), deparse.level = 0L),
    values
  )
  list(
    kind = kind, data = data, dim = dim(values), ordered = is.ordered(values),
    levels = if (kind == "factor") border_levels(values),
    tz = if (kind == "POSIXct") attr(values, "tzone")[1L],
    units = if (kind == "difftime") attr(values, "units")
  )
}

border_kind <- function(values) {
  known <- c("factor", "Date", "POSIXct", "difftime")
  kind <- if (is.object(values)) known[inherits(values, known, which = TRUE) > 0L] else typeof(values)
  if (identical(kind, "double")) kind <- "numeric"
  known <- c(known, "logical", "integer", "numeric", "complex", "character", "raw")
  if (length(kind) != 1L || !kind %in% known) {
    stop_type(
      "`x` must be a vector, a list of vectors, a shape or a sparse matrix of Matrix, not an object of class ",
      class(values)[[1L]], if (is.object(values) && is.atomic(values)) "; unclass(x) gives the vector underneath"
    )
  }
  kind
}

border_levels <- function(values) {
  if (anyNA(levels(values))) stop_value("`x` must be a factor whose levels are text, not NA; name that level")
  border_text(levels(values))
}

border_text <- function(text) {
  if (is.null(text)) {
    return(NULL)
  }
  text <- as.vector(text)
  missing <- is.na(text)
  text[missing] <- ""
  bytes <- writeBin(text, raw(), useBytes = TRUE)
  ascii <- all(bytes < as.raw(128L))
  if (!ascii) bytes <- writeBin(border_utf8(text), raw(), useBytes = TRUE)
  list(bytes, if (any(missing)) missing)
}

# Text without a marked encoding has the locale's, which is undefined in a C locale: it may be UTF-8,
# as may text that is marked as bytes. enc2utf8() would turn other bytes into "<e9>".
border_utf8 <- function(text) {
  encoding <- Encoding(text)
  in_c <- Sys.getlocale("LC_CTYPE") %in% c("C", "POSIX")
  other <- encoding == "latin1" | (encoding == "unknown" & !in_c & !l10n_info()[["UTF-8"]])
  text[other] <- enc2utf8(text[other])
  odd <- which(!validUTF8(text))
  if (length(odd)) {
    stop_value(
      "`x` must be text of a known encoding, not ",
      shown(iconv(text[odd[[1L]]], "UTF-8", "UTF-8", sub = "byte")), " at position ", odd[[1L]],
      "; declare it, Encoding(x) <- \"latin1\""
    )
  }
  text
}

# Rows and columns count from 0. Entries that Matrix stores twice and adds up become one cell.
border_sparse_parts <- function(x) {
  x <- methods::as(methods::as(x, "generalMatrix"), "CsparseMatrix")
  values <- if (methods::.hasSlot(x, "x")) x@x
  if (is.logical(values) && anyNA(values)) stop_value("`x` must be a sparse matrix without NA among its logicals")
  list(kind = "sparse", rows = x@i, columns = rep(seq_len(ncol(x)) - 1L, diff(x@p)), values = values, dim = dim(x))
}

# Splits a data frame: vector columns, and list columns with their positions (from 1). Lists of
# records, which all have names, are not split off: pandas makes columns of their fields.
border_frame <- function(x) {
  ragged <- which(vapply(seq_along(x), function(i) is_list_column(x[[i]]), NA))
  plain <- x
  plain[ragged] <- NULL
  list(plain = plain, at = ragged, columns = lapply(ragged, function(i) border_out(border_rows(x[[i]]))))
}

is_list_column <- function(column) {
  if (is_ragged(column)) {
    return(TRUE)
  }
  if (!is.list(column) || is.data.frame(column) || inherits(column, "POSIXlt")) {
    return(FALSE)
  }
  rows <- unclass(column)
  !length(rows) || !all(vapply(rows, function(row) is.list(row) && !is.null(names(row)), NA))
}

# Lists of other classes, such as list columns of packages, are treated as plain lists.
border_rows <- function(column) if (is_ragged(column)) column else unclass(column)

# From other languages to R.

border_read_text <- function(bytes, n, missing, ascii) {
  text <- readBin(bytes, "character", n)
  if (!ascii) Encoding(text) <- "UTF-8"
  if (!is.null(missing)) text[missing] <- NA
  text
}

# Real and imaginary parts in turn, as border_vector_parts() has them.
border_read_complex <- function(doubles) {
  at <- 2 * seq_len(length(doubles) / 2)
  complex(real = doubles[at - 1], imaginary = doubles[at])
}

# The complex NA that c() makes; since R 4.4 its imaginary part is 0.
border_missing <- function(values, missing) {
  values[missing] <- as.complex(NA)
  values
}

border_values <- function(data, kind, dim, levels, ordered, tz, units) {
  values <- switch(kind,
    factor = structure(data, levels = levels, class = c(if (ordered) "ordered", "factor")),
    Date = structure(data, class = "Date"),
    POSIXct = structure(data, class = c("POSIXct", "POSIXt"), tzone = tz),
    difftime = structure(data, class = "difftime", units = units),
    data
  )
  if (!is.null(dim)) dim(values) <- dim
  values
}

border_ragged <- function(values, splits, null, names, uniform, dtype, splits_dtype) {
  python <- if (!is.null(dtype)) list(dtype = dtype, splits = splits_dtype)
  ragged_of_parts(values, splits, null, names, uniform, python)
}

# Sizes are integers, NA for an unknown one; NULL for an unknown rank.
border_shape <- function(sizes) {
  new_shape(if (!is.null(sizes)) lapply(sizes, function(size) if (!is.na(size)) size))
}

border_sparse <- function(rows, columns, values, dim) {
  Matrix::sparseMatrix(i = rows, j = columns, x = values, dims = dim, index1 = FALSE)
}
