# How four representations of a ragged list answer ordinary code. Run it as Rscript uses.R [file]; it prints the table,
# and writes it to the file. A use is `right` if the result is that of a plain list, `error` if there is none,
# `wrong` otherwise. `rows` is raggedkit: a list of rows. `parts` is a list of values and row boundaries, `integers`
# an integer vector with these as attributes, as a factor has its levels. `IRanges` is IRanges::IntegerList.

uses <- alist(
  "length(x)" = length(x),
  "for (row in x)" = {
    sizes <- NULL
    for (row in x) sizes <- c(sizes, length(row))
    sizes
  },
  "do.call(sum, x)" = do.call(sum, x),
  "do.call(c, x)" = unname(do.call(c, x)),
  "c(list(1), x)" = c(list(1), x),
  "append(list(1), x)" = append(list(1), x),
  "append(x, x)" = append(x, x),
  "unlist(x)" = unname(unlist(x)),
  "unlist(list(x, x))" = unname(unlist(list(x, x))),
  "sum(unclass(x))" = sum(unclass(x)),
  "ifelse(test, x, x)" = ifelse(c(TRUE, FALSE, TRUE, FALSE), x, x),
  "rapply(x, sum)" = rapply(x, sum, how = "unlist"),
  "lapply(x, sum)" = lapply(x, sum),
  "vapply(x, length, 0L)" = vapply(x, length, 0L),
  "Map(f, x, 1:4)" = Map(function(row, n) length(row) + n, x, 1:4),
  "mapply(length, x)" = mapply(length, x),
  "Filter(length, x)" = Filter(length, x),
  "Reduce(c, x)" = Reduce(c, x),
  "identical(x[2:1][2:1], x[1:2])" = identical(x[2:1][2:1], x[1:2]),
  "unserialize(serialize(x))" = unserialize(serialize(x, NULL)),
  "a row of 10,000 is saved small" = length(serialize(rep(x, 2500)[1], NULL)) < 1000L,
  "x[[i]] <- v in a loop" = {
    for (i in seq_along(x)) x[[i]] <- i
    x
  },
  "as.list(x)" = as.list(x),
  "rev(x)" = rev(x),
  "x$a" = x$a,
  "x[\"c\"]" = x["c"],
  "split(x, groups)" = split(x, c(1, 1, 2, 2)),
  "df$x <- x; df[df$id > 2, ]" = {
    frame <- data.frame(id = 1:4)
    frame$x <- x
    frame[frame$id > 2, ]$x
  },
  "rbind(df, df)" = {
    frame <- data.frame(id = 1:4)
    frame$x <- unname(x)
    rbind(frame, frame)$x
  },
  "purrr::map_int(x, length)" = purrr::map_int(x, length),
  "purrr::keep(x, filled)" = purrr::keep(x, function(row) length(row) > 0L),
  "tibble(x)" = tibble::tibble(x = unname(x))$x,
  "dplyr::filter(df, id > 2)" = dplyr::filter(tibble::tibble(id = 1:4, x = unname(x)), id > 2)$x,
  "dplyr::bind_rows(df, df)" = {
    frame <- tibble::tibble(id = 1:4, x = unname(x))
    dplyr::bind_rows(frame, frame)$x
  },
  "tidyr::unnest(df, x)" = tidyr::unnest(tibble::tibble(id = 1:4, x = unname(x)), x)$x,
  "data.table: dt[2]" = data.table::data.table(id = 1:4, x = unname(x))[2]$x,
  "data.table: by" = data.table::data.table(id = 1:4, x = unname(x))[, list(n = sum(lengths(x))), by = list(id > 2)]$n,
  "data.table: rbindlist" = {
    table <- data.table::data.table(id = 1:4, x = unname(x))
    data.table::rbindlist(list(table, table))$x
  },
  "data.table: merge" = {
    table <- data.table::data.table(id = 1:4, x = unname(x))
    merge(table, data.table::data.table(id = 2:3), by = "id")$x
  }
)

plain_rows <- list(a = 1:3, b = integer(), c = 4:5, d = 6L)

# Ragged lists become lists, so that only the rows are compared.
as_plain <- function(value) {
  if (isS4(value) && methods::is(value, "List")) value <- as.list(value)
  if (inherits(value, c("raggedkit_ragged", "parts", "integers"))) value <- as.list(value)
  if (is.list(value)) {
    names <- names(value)
    value <- lapply(unname(value), as_plain)
    names(value) <- names
  }
  value
}

verdict <- function(code, x) {
  answer <- function(x) {
    frame <- new.env(parent = globalenv())
    frame$x <- x
    tryCatch(list(as_plain(eval(code, frame))), error = function(e) NULL)
  }
  found <- suppressWarnings(answer(x))
  wanted <- suppressWarnings(answer(plain_rows))
  if (identical(found, wanted)) {
    if (is.null(found)) "error" else "right"
  } else if (is.null(found)) {
    "error"
  } else {
    "wrong"
  }
}

# The other representations, with the methods that R needs for the rows.
store <- function(rows) list(values = unname(unlist(rows)), lengths = unname(lengths(rows)), names = names(rows))

rows_in <- function(store) {
  ends <- cumsum(store$lengths)
  rows <- Map(function(n, end) store$values[seq_len(n) + end - n], store$lengths, ends)
  names(rows) <- store$names
  rows
}

as_parts <- function(rows) structure(store(rows), class = "parts")

as_integers <- function(rows) structure(seq_along(rows), store = store(rows), class = "integers")

methods_of <- function(class, make) {
  list(
    length = if (class == "parts") function(x) length(as.list(x)),
    names = function(x) names(as.list(x)),
    as.list = if (class == "parts") {
      function(x, ...) rows_in(unclass(x))
    } else {
      function(x, ...) rows_in(attr(x, "store"))[unclass(x)]
    },
    "[" = if (class == "parts") {
      function(x, i) make(as.list(x)[i])
    } else {
      function(x, i) {
        rows <- stats::setNames(seq_along(unclass(x)), names(as.list(x)))[i]
        structure(unclass(x)[rows], store = attr(x, "store"), class = "integers")
      }
    },
    "[[" = function(x, i) as.list(x)[[i]],
    "$" = function(x, name) as.list(x)[[name]],
    "[[<-" = function(x, i, value) {
      rows <- as.list(x)
      rows[[i]] <- value
      make(rows)
    },
    "names<-" = function(x, value) make(stats::setNames(as.list(x), value)),
    c = function(...) make(do.call(c, lapply(list(...), as.list))),
    unlist = function(x, ...) unlist(as.list(x)),
    lengths = function(x, use.names = TRUE) lengths(as.list(x), use.names),
    rev = function(x) x[rev(seq_along(x))],
    rep = function(x, ...) x[rep(seq_along(x), ...)]
  )
}

register <- function(class, make) {
  methods <- methods_of(class, make)
  for (generic in names(methods)[!vapply(methods, is.null, NA)]) {
    registerS3method(generic, class, methods[[generic]], envir = globalenv())
  }
}

others <- function() {
  register("parts", as_parts)
  register("integers", as_integers)
  list(
    parts = as_parts(plain_rows), integers = as_integers(plain_rows),
    IRanges = if (requireNamespace("IRanges", quietly = TRUE)) suppressMessages(do.call(IRanges::IntegerList, plain_rows))
  )
}

# Only when run as a script: a test reads this file too.
if (sys.nframe() == 0L) {
  suppressMessages(library(IRanges))
  columns <- c(list(rows = raggedkit::as_ragged(plain_rows)), others())
  table <- data.frame(use = names(uses), lapply(columns, function(x) vapply(uses, verdict, "", x)), row.names = NULL)
  print(table, right = FALSE)
  print(vapply(table[-1L], function(found) c(table(factor(found, c("right", "error", "wrong")))), integer(3L)))
  file <- commandArgs(TRUE)
  if (length(file)) utils::write.table(table, file[[1L]], sep = "\t", quote = FALSE, row.names = FALSE)
}
