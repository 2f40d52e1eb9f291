test_that("a shape of the requested rank is returned unchanged", {
  x <- shape(1, NA)
  expect_identical(with_rank(x, 2), x)
  expect_identical(with_rank(x, NULL), x)
  expect_identical(with_rank_at_least(x, 1), x)
  expect_identical(with_rank_at_most(x, 2), x)
  expect_null(assert_has_rank(x, 2L))
  expect_null(assert_same_rank(x, shape(3, 4)))
})

test_that("a shape of unknown rank gets the requested rank", {
  x <- shape(dims = NULL)
  expect_identical(with_rank(x, 2), shape(NA, NA))
  expect_identical(with_rank(x, 0), shape())
  expect_identical(with_rank_at_least(x, 3), x)
  expect_null(assert_has_rank(x, 5))
  expect_null(assert_same_rank(x, shape(1)))
  expect_null(assert_same_rank(shape(1), x))
})

test_that("a shape of another rank raises an error", {
  x <- shape(1, 2)
  expect_raises(with_rank(x, 3), "ValueError", "`x` must have rank 3, not (1, 2) of rank 2; c(x, 1) appends a dimension")
  expect_raises(with_rank_at_least(x, 3), "ValueError", "rank at least 3")
  expect_raises(with_rank_at_most(x, 1), "ValueError", "rank at most 1")
  expect_raises(assert_same_rank(x, shape(1)), "ValueError", "`x` must have rank 1")
  for (rank in list(-1, 1.5, NA, "2", 1:2)) {
    expect_raises(with_rank(x, rank), "ValueError", "`rank` must be a whole number, at least 0, not ")
  }
})
