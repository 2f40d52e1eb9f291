rows <- ragged(1:3, integer(), 4:5, NULL)
with_column <- function() tibble::tibble(id = 1:4, r = rows)
loaded <- function(...) all(vapply(c(...), requireNamespace, NA, quietly = TRUE))

test_that("another package's subset has the type of the ragged list", {
  expect_identical(vec_restore.raggedkit_ragged(list(1:3), rows), rows[1])
  expect_identical(vec_ptype_full.raggedkit_ragged(rows), "ragged<integer>")
})

if (loaded("vctrs")) test_that("vctrs combines ragged lists and lists to one type", {
  expect_identical(vctrs::vec_c(rows, rows), c(rows, rows))
  expect_identical(vctrs::vec_c(rows, rows * 1.5), c(rows, rows * 1.5))
  expect_identical(vctrs::vec_c(rows, list(6L)), c(rows, list(6L)))
  expect_identical(vctrs::vec_c(list(6L), rows), c(ragged(6L), rows))
  expect_identical(vctrs::vec_cast(rows, list()), as.list(rows))
  expect_identical(vctrs::vec_slice(rows, c(3, NA)), rows[c(3, NA)])
  expect_identical(vctrs::vec_init(rows, 2), rows[c(NA, NA, NA, NA)][1:2])
  days <- ragged(as.Date("2024-01-31"))
  expect_raises(vctrs::vec_c(days, ragged(1)), "TypeError", "must be a Date as `")
  expect_raises(vctrs::vec_c(rows, as_ragged(list(list(1)))), "ValueError", "all rows must be nested equally deep")
})

if (loaded("tibble", "pillar")) test_that("a tibble shows the rows", {
  text <- format(with_column())
  expect_match(text, "<ragged<integer>>", fixed = TRUE, all = FALSE)
  expect_match(text, "[1, 2, 3]", fixed = TRUE, all = FALSE)
  expect_match(text, "NULL", fixed = TRUE, all = FALSE)
  expect_identical(tibble::add_row(with_column(), id = 5L)$r, rows[c(1:4, NA)])
  expect_identical(tibble::as_tibble(data.frame(id = 1:4, r = rows))$r, rows)
})

if (loaded("tibble", "dplyr")) {
  verbs <- list(
    filter = function(d) dplyr::filter(d, id > 2)$r,
    mutate = function(d) dplyr::mutate(d, r = r * 2)$r,
    summarise = function(d) dplyr::summarise(dplyr::group_by(d, g = id %% 2), r = r[1])$r,
    arrange = function(d) dplyr::arrange(d, -id)$r,
    slice = function(d) dplyr::slice(d, 2:3)$r,
    group_by = function(d) dplyr::summarise(dplyr::group_by(d, g = id > 2), n = sum(row_lengths(r)))$n,
    left_join = function(d) dplyr::left_join(d, tibble::tibble(id = 2:5), by = "id")$r,
    full_join = function(d) dplyr::full_join(d, tibble::tibble(id = 2:5), by = "id")$r,
    bind_rows = function(d) dplyr::bind_rows(d, dplyr::mutate(d, r = r * 0.5))$r,
    bind_cols = function(d) dplyr::bind_cols(d, tibble::tibble(s = rows))$s,
    distinct = function(d) dplyr::distinct(dplyr::bind_rows(d, d), r)$r,
    rename = function(d) dplyr::rename(d, s = r)$s,
    count = function(d) dplyr::count(dplyr::bind_rows(d, d), r)$n,
    pull = function(d) dplyr::pull(d, r),
    if_else = function(d) dplyr::if_else(d$id > 2, d$r, d$r * 2L),
    glimpse = function(d) any(grepl("ragged<integer>", utils::capture.output(dplyr::glimpse(d)), fixed = TRUE))
  )
  answers <- list(
    filter = rows[3:4], mutate = rows * 2, summarise = rows[2:1], arrange = rows[4:1], slice = rows[2:3], group_by = c(3L, 2L),
    left_join = rows, full_join = rows[c(1:4, NA)], bind_rows = c(rows, rows * 0.5), bind_cols = rows, distinct = rows,
    rename = rows, count = rep(2L, 4), pull = rows, if_else = ragged(c(2L, 4L, 6L), integer(), 4:5, NULL), glimpse = TRUE
  )
  for (verb in names(verbs)) test_that(paste("dplyr's", verb, "keeps the rows"), {
    expect_identical(verbs[[verb]](with_column()), answers[[verb]])
  })
  test_that("a list of rows is no data frame for bind_cols()", {
    expect_error(suppressWarnings(dplyr::bind_cols(with_column(), s = rows[1:3])), "Can't recycle")
  })
}

if (loaded("tibble", "tidyr")) test_that("tidyr spreads the rows", {
  long <- tidyr::unnest(with_column(), r)
  expect_identical(as.list(long), list(id = c(1L, 1L, 1L, 3L, 3L), r = 1:5))
  expect_identical(tidyr::unchop(with_column(), r), long)
  expect_identical(tidyr::unnest(with_column(), r, keep_empty = TRUE)$r, c(1:3, NA, 4:5, NA))
  expect_identical(tidyr::nest(with_column(), s = r)$s[[3]]$r, rows[3])
  expect_identical(as_ragged(tidyr::chop(long, r)$r), ragged(1:3, 4:5))
})

if (loaded("purrr")) test_that("purrr runs over the rows", {
  x <- rows
  names(x) <- c("a", "b", "c", "d")
  expect_identical(purrr::map_int(x, length), lengths(x))
  expect_identical(purrr::map(x, sum), lapply(x, sum))
  expect_identical(purrr::map2_int(x, 1:4, function(row, n) length(row) * n), c(a = 3L, b = 0L, c = 6L, d = 0L))
  expect_identical(purrr::pmap_int(list(x, 1:4), function(row, n) n), 1:4 + c(a = 0L, b = 0L, c = 0L, d = 0L))
  expect_identical(purrr::imap_chr(x, function(row, name) name), c(a = "a", b = "b", c = "c", d = "d"))
  expect_identical(purrr::keep(x, function(row) length(row) > 0), x[c(1, 3)])
  expect_identical(purrr::discard(x, is.null), x[1:3])
  expect_identical(purrr::compact(x), x[c(1, 3)])
  expect_identical(purrr::reduce(x, c), 1:5)
})
