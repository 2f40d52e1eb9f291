test_that("rev(), head(), tail(), unique() and rep() do what they do to a list", {
  set.seed(8)
  for (dims in random_dims(15)) {
    x <- of_dims(dims)
    expect_identical(as.list(rev(x)), rev(dims))
    for (n in c(-2, -1, 0, 1, 6)) {
      expect_identical(as.list(head(x, n)), head(dims, n))
      expect_identical(as.list(tail(x, n)), tail(dims, n))
    }
    expect_identical(as.list(unique(x)), unique(dims))
    expect_identical(as.list(rep(x, 2)), rep(dims, 2))
    expect_identical(as.list(rep(x, each = 2)), rep(dims, each = 2))
  }
})

test_that("they need a rank", {
  for (verb in list(rev, head, tail, unique, rep)) {
    expect_raises(verb(shape(dims = NULL)), "ValueError", "`x` must have a known rank")
  }
})
