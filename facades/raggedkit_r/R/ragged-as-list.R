as.list.raggedkit_ragged <- function(x, ...) plain_list(x)

list_rows <- function(x) {
  rows <- NULL
  for (axis in rev(seq_len(rank_of(x)))) {
    splits <- part(x, "splits")[[axis]]
    items <- if (is.null(rows)) part(x, "values") else rows
    rows <- cut_items(items, splits, axis_names(x, axis + 1L))
    null <- axis_null(x, axis)
    if (!is.null(null)) rows[null] <- list(NULL)
  }
  names(rows) <- axis_names(x, 1L)
  rows
}

# Unnamed rows get no names, even if other rows have names.
cut_items <- function(items, splits, names) {
  if (!is.null(dim(items))) {
    return(cut_array(items, splits))
  }
  kept <- attributes(items)[c("levels", "class", "tzone", "units")]
  kept <- kept[!vapply(kept, is.null, NA)]
  attributes(items) <- NULL
  rows <- split_at(items, splits)
  named <- which(row_has(nzchar(names) & !is.na(names), splits))
  if (length(named)) {
    names(items) <- names
    lengths <- lengths_of(splits)[named]
    at <- ranges(splits[named] + 1L, lengths)
    rows[named] <- split_at(items[at], splits_of(lengths))
  }
  if (!length(kept)) {
    rows
  } else if (length(named)) {
    lapply(rows, function(row) {
      attributes(row) <- c(attributes(row), kept)
      row
    })
  } else {
    lapply(rows, `attributes<-`, kept)
  }
}

# Whether any item of a row is marked.
row_has <- function(marked, splits) {
  before <- cumsum(c(0, marked))
  if (length(marked)) before[splits[-1L] + 1L] > before[splits[-length(splits)] + 1L] else logical()
}

# split() reads only the codes of a factor, so the text of the levels is not made.
split_at <- function(items, splits) {
  n <- length(splits) - 1L
  rows <- split(items, structure(rowids_of(splits), levels = character(n), class = "factor"))
  unname(rows)
}

cut_array <- function(items, splits) {
  inner <- dim(items)[-1L]
  lengths <- lengths_of(splits)
  rowids <- rep.int(rowids_of(splits), prod(inner))
  rows <- split(c(items), structure(rowids, levels = character(length(lengths)), class = "factor"))
  unname(Map(function(row, n) array(row, c(n, inner)), rows, lengths))
}
