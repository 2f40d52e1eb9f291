test_that("functions of the underlying list raise an error", {
  x <- shape(2, 3)
  for (wrong in expression(
    sum(x), range(x), cumsum(x), round(x), as.logical(x), as.complex(x), as.raw(x), as.matrix(x)
  )) {
    expect_raises(eval(wrong), "TypeError", "not a shape; as.integer(x) gives its dimensions")
  }
  expect_raises(prod(x), "TypeError", "`x` must be numbers for `prod`, not a shape; num_elements(x)")
  expect_raises(sort(x), "TypeError", "sort(as.integer(x)) sorts its dimensions")
  expect_raises(order(x), "TypeError", "sort(as.integer(x)) sorts its dimensions")
  expect_raises(as.array(x), "TypeError", "as_tensor(x) is a 1-d array")
  expect_raises(rbind(x, x), "TypeError", "rbind(as.integer(x), as.integer(y)) makes a matrix")
  expect_raises(cbind(x, x), "TypeError", "cbind(as.integer(x), as.integer(y)) makes a matrix")
})
