# Rows as bars with one cell for each value. If there are more rows than lines of the
# plot, the range and the mean of the row lengths of neighbouring rows.
plot.raggedkit_ragged <- function(x, kind = c("auto", "rows", "values", "lengths"), col = NULL, main = NULL,
                                  xlab = NULL, ylab = NULL, ...) {
  kind <- match.arg(kind)
  rows <- x
  x <- store_of(x)
  lengths <- lengths_of(value_splits(x))
  if (kind == "auto") {
    kind <- if (length(lengths) <= 40L && max(lengths, 0L) <= 60L) "rows" else "lengths"
  }
  main <- main %||% headline(x)
  switch(kind,
    rows = plot_rows(x, lengths, col, main, xlab %||% "position in the row", ylab %||% "row", ...),
    values = plot_values(x, lengths, col, main, xlab %||% "value", ylab %||% "", ...),
    lengths = plot_lengths(x, lengths, col, main, xlab %||% "row", ylab %||% "values in the row", ...)
  )
  invisible(rows)
}

# Colours with contrast on the present background, light or dark.
plot_ink <- function() {
  background <- par("bg")
  if (background %in% c("transparent", "NA")) background <- "white"
  shades <- col2rgb(background)
  dark <- sum(shades * c(0.299, 0.587, 0.114)) < 128
  if (dark) {
    list(fore = "grey90", soft = "grey35", fill = c("#3B7EA1", "#C77B30"), text = "white", missing = "grey25")
  } else {
    list(fore = "grey15", soft = "grey80", fill = c("#A9D0E6", "#F6C58F"), text = "black", missing = "grey92")
  }
}

empty_plot <- function(xlim, ylim, ink, main, xlab, ylab, ...) {
  plot.default(
    NULL,
    xlim = xlim, ylim = ylim, xlab = xlab, ylab = ylab, main = main, axes = FALSE, xaxs = "i", yaxs = "i",
    col.main = ink$fore, col.lab = ink$fore, font.main = 1, ...
  )
}

plot_axis <- function(side, at, labels, ink, las = 1) {
  axis(side, at, labels, las = las, lwd = 0, lwd.ticks = 0, col.axis = ink$fore, gap.axis = 0.3)
}

row_fill <- function(n, col, ink) rep_len(col %||% ink$fill, n)

plot_rows <- function(x, lengths, col, main, xlab, ylab, ...) {
  ink <- plot_ink()
  n <- length(lengths)
  most <- max(lengths, 1L)
  empty_plot(c(0.4, most + 0.6), c(n + 0.6, 0.4), ink, main, xlab, ylab, ...)
  rowids <- rep.int(seq_len(n), lengths)
  positions <- ranges(rep.int(1L, n), lengths)
  values <- part(x, "values")
  missing <- cell_missing(values)
  fill <- ifelse(missing, ink$missing, row_fill(n, col, ink)[rowids])
  rect(positions - 0.5, rowids - 0.42, positions + 0.5, rowids + 0.42, col = fill, border = ink_background())
  cell_labels(positions, rowids, cell_texts(values), most, n, ink)
  mark_inner_rows(x, rowids, positions, ink)
  mark_empty_rows(row_is_null(x), lengths, ink)
  plot_axis(1, pretty_whole(1, most), NULL, ink)
  at <- if (n <= 20L) seq_len(n) else pretty_whole(1, n)
  plot_axis(2, at, strtrim(row_labels(x)[at], 12L), ink)
}

ink_background <- function() {
  background <- par("bg")
  if (background %in% c("transparent", "NA")) "white" else background
}

cell_missing <- function(values) {
  missing <- is.na(values)
  if (is.null(dim(values))) missing else apply(missing, 1L, all)
}

cell_texts <- function(values) strtrim(value_texts(values, digits = 4L), 12L)

# Only if every text fits its cell.
cell_labels <- function(positions, rowids, texts, most, n, ink) {
  room <- par("pin") / c(most + 0.2, n + 0.2)
  if (!length(texts)) {
    return(invisible())
  }
  size <- min(1, 0.9 * room[[1L]] / max(strwidth(texts, "inches")), 0.7 * room[[2L]] / strheight("0", "inches"))
  if (size >= 0.45) text(positions, rowids, texts, cex = size, col = ink$text)
}

# The starts of the rows of an inner axis within a bar.
mark_inner_rows <- function(x, rowids, positions, ink) {
  if (rank_of(x) > 1L) {
    splits <- value_splits(x, 2L)
    begins <- unique(splits[splits > 0 & splits < length(rowids)]) + 1L
    begins <- begins[positions[begins] > 1L]
    post <- positions[begins] - 0.5
    segments(post, rowids[begins] - 0.5, post, rowids[begins] + 0.5, col = ink$fore, lwd = 3)
  }
}

mark_empty_rows <- function(null, lengths, ink) {
  empty <- which(lengths == 0L)
  if (length(empty)) {
    room <- par("pin")[[2L]] / (length(lengths) + 0.2)
    size <- min(0.9, 0.7 * room / strheight("0", "inches"))
    words <- ifelse(null[empty], "NULL", "empty")
    if (size >= 0.3) text(0.5, empty, words, adj = 0, cex = size, font = 3, col = ink$fore)
  }
}

# Whole numbers for an axis, including both ends unless they would overlap.
pretty_whole <- function(from, to) {
  at <- pretty(c(from, to))
  unique(c(from, at[at %% 1 == 0 & at > from & at <= to]))
}

# All values in one line, with a vertical line at each row boundary and the rows as bands above;
# if the lines would overlap, their density.
plot_values <- function(x, lengths, col, main, xlab, ylab, ...) {
  ink <- plot_ink()
  splits <- value_splits(x)
  n <- length(lengths)
  total <- max(splits[[n + 1L]], 1)
  if (n > 200L) {
    return(plot_posts(splits, total, row_fill(2L, col, ink)[[1L]], ink, main, xlab, ylab, ...))
  }
  empty_plot(c(0, total) + c(-0.02, 0.02) * total, c(0, 1), ink, main, xlab, ylab, ...)
  # Adjacent rows get different colours, also with empty rows between them.
  fill <- row_fill(n, col, ink)[pmax(cumsum(lengths > 0L), 1L)]
  if (n) rect(splits[-(n + 1L)], 0.55, splits[-1L], 0.8, col = fill, border = NA)
  rect(0, 0.2, splits[[n + 1L]], 0.45, col = NA, border = ink$soft)
  if (total <= 60) {
    if (total > 1) segments(seq_len(total - 1), 0.2, seq_len(total - 1), 0.45, col = ink$soft)
    cell_labels_at(x, total, ink)
  }
  segments(unique(splits), 0.15, unique(splits), 0.85, col = ink$fore, lwd = if (n <= 100L) 2 else 0.5)
  if (n <= 25L) band_labels(x, splits, lengths, ink)
  at <- pretty(c(0, total), 6)
  plot_axis(1, at[at <= total], NULL, ink)
}

plot_posts <- function(splits, total, fill, ink, main, xlab, ylab, ...) {
  edges <- seq(0, total, length.out = 201L)
  posts <- tabulate(findInterval(splits[-length(splits)], edges, rightmost.closed = TRUE), 200L)
  ylab <- if (nzchar(ylab)) ylab else paste("rows that begin in", big(signif(total / 200, 2)), "values")
  empty_plot(c(0, total), c(0, max(posts) * 1.05), ink, main, xlab, ylab, ...)
  rect(edges[-201L], 0, edges[-1L], posts, col = fill, border = NA)
  at <- pretty(c(0, total), 4)
  at <- at[at <= total]
  plot_axis(1, at, vapply(at, big, ""), ink)
  plot_axis(2, pretty(c(0, max(posts))), NULL, ink)
}

cell_labels_at <- function(x, total, ink) {
  texts <- cell_texts(part(x, "values"))
  if (length(texts)) {
    size <- min(1, 0.85 * par("pin")[[1L]] / total / max(strwidth(texts, "inches")))
    if (size >= 0.4) text(seq_along(texts) - 0.5, 0.325, texts, cex = size, col = ink$fore)
  }
}

# Rows without values share a post; their names are stacked above it.
band_labels <- function(x, splits, lengths, ink) {
  labels <- strtrim(row_labels(x), 10L)
  n <- length(lengths)
  filled <- which(lengths > 0L)
  middles <- (splits[filled] + splits[filled + 1L]) / 2
  if (length(filled)) text(middles, 0.675, labels[filled], cex = 0.9, col = ink$text)
  empty <- which(lengths == 0L)
  if (!length(empty)) {
    return(invisible())
  }
  stacks <- tapply(labels[empty], splits[empty], paste, collapse = ", ")
  text(as.numeric(names(stacks)), 0.9, stacks, cex = 0.8, font = 3, col = ink$fore)
}

plot_lengths <- function(x, lengths, col, main, xlab, ylab, ...) {
  ink <- plot_ink()
  n <- length(lengths)
  width <- max(1, ceiling(n / 400))
  group <- (seq_len(n) - 1) %/% width
  starts <- unique(group) * width + 1
  limits <- pmin(starts + width - 1, n)
  highest <- each_group(lengths, group, max)
  lowest <- each_group(lengths, group, min)
  means <- each_group(lengths, group, sum) / (limits - starts + 1)
  if (width > 1) xlab <- paste0(xlab, " (range and mean of ", big(width), " each)")
  empty_plot(c(0.5, max(n, 1) + 0.5), c(0, max(lengths, 1) * 1.05), ink, main, xlab, ylab, ...)
  fill <- row_fill(2L, col, ink)
  if (width == 1 && n) {
    rect(starts - 0.5, 0, limits + 0.5, highest, col = fill[[1L]], border = if (n <= 100L) ink_background() else NA)
  } else if (n) {
    rect(starts - 0.5, lowest, limits + 0.5, highest, col = fill[[1L]], border = NA)
    lines((starts + limits) / 2, means, col = fill[[2L]], lwd = 2)
  }
  at <- pretty_whole(1, max(n, 1))
  plot_axis(1, at, vapply(at, big, ""), ink)
  plot_axis(2, pretty(c(0, max(lengths, 1))), NULL, ink)
}

each_group <- function(numbers, group, f) unlist(lapply(unname(split(numbers, group)), f)) %||% numeric()
