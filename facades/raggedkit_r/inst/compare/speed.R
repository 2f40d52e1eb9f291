# Times of ragged lists beside a plain list, data.table and IRanges, on 100,000 rows of together a million doubles:
# Rscript speed.R [rows]. Seconds of processor time, the least of three runs; NA if a package is missing or has no such function.

suppressMessages(library(raggedkit))
has <- function(package) requireNamespace(package, quietly = TRUE)
set.seed(1)
n <- as.numeric(c(commandArgs(TRUE), 1e5)[[1L]])
lengths <- as.integer(rgeom(n, 1 / 11))
values <- rnorm(sum(lengths))
rowids <- rep.int(seq_along(lengths), lengths)
order <- sample(n)
plain <- unname(split(values, factor(rowids, seq_along(lengths))))
rows <- as_ragged(plain)
if (has("data.table")) {
  data.table::setDTthreads(1L)
  long <- data.table::data.table(row = rowids, value = values)
}
if (has("IRanges")) ranges <- suppressMessages(IRanges::NumericList(plain))

seconds <- function(code) {
  gc(FALSE)
  tryCatch(
    min(replicate(3, sum(system.time(suppressWarnings(eval(code, globalenv())))[1:2]))),
    error = function(e) NA_real_
  )
}

timed <- alist(
  row_sums = list(row_sums(rows), vapply(plain, sum, 0), long[, sum(value), by = row], sum(ranges)),
  row_means = list(row_means(rows), vapply(plain, mean, 0), long[, mean(value), by = row], IRanges::mean(ranges)),
  row_max = list(row_max(rows), vapply(plain, max, 0), long[, max(value), by = row], max(ranges)),
  row_any = list(row_any(rows > 2), vapply(plain, function(row) any(row > 2), NA), long[, any(value > 2), by = row], any(ranges > 2)),
  row_median = list(row_median(rows), vapply(plain, median, 0), long[, median(value), by = row], stop()),
  sort_rows = list(sort_rows(rows), lapply(plain, sort), long[order(row, value)], sort(ranges)),
  "x * 2" = list(rows * 2, lapply(plain, `*`, 2), long[, value * 2], ranges * 2),
  "x[, 1:2]" = list(rows[, 1:2], lapply(plain, head, 2), long[, head(value, 2), by = row], IRanges::heads(ranges, 2)),
  "Map(f, x)" = list(Map(function(r) sum(r), rows), Map(function(r) sum(r), plain), stop(), stop()),
  "mapply(sum, x)" = list(mapply(sum, rows), mapply(sum, plain), stop(), stop()),
  "lapply(x, sum)" = list(lapply(rows, sum), lapply(plain, sum), stop(), stop()),
  "x[order]" = list(rows[order], plain[order], stop(), ranges[order]),
  "c(x, x)" = list(c(rows, rows), c(plain, plain), rbind(long, long), c(ranges, ranges)),
  "rev(x)" = list(rev(rows), rev(plain), stop(), rev(ranges)),
  "unique(x)" = list(unique(rows), unique(plain), stop(), stop())
)
table <- t(vapply(timed, function(codes) vapply(as.list(codes)[-1L], seconds, 0), numeric(4)))
colnames(table) <- c("ragged", "list", "data.table", "IRanges")
print(round(cbind(table, "ragged/list" = table[, 1] / table[, 2]), 3))
