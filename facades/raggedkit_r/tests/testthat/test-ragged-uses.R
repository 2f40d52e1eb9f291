folder <- system.file("compare", package = "raggedkit")
script <- new.env()
sys.source(file.path(folder, "uses.R"), script)
table <- utils::read.delim(file.path(folder, "uses.tsv"), quote = "", stringsAsFactors = FALSE)

test_that("the table has every use", {
  expect_identical(table$use, names(script$uses))
  expect_gte(nrow(table), 30)
})

# The package that a use needs, from its code.
needs <- function(code) {
  found <- regmatches(text <- paste(deparse(code), collapse = " "), gregexpr("[[:alpha:].]+(?=::)", text, perl = TRUE))[[1]]
  unique(found)
}

for (use in table$use) {
  if (!all(vapply(needs(script$uses[[use]]), requireNamespace, NA, quietly = TRUE))) next
  test_that(paste("ordinary code has the answer in the table:", use), {
    wanted <- table$rows[table$use == use]
    expect_true(wanted %in% c("right", "error"))
    expect_identical(script$verdict(script$uses[[use]], as_ragged(script$plain_rows)), wanted)
  })
}

test_that("the other representations give the answers in the table", {
  others <- script$others()[c("parts", "integers")]
  base <- vapply(script$uses, function(code) !length(needs(code)), NA)
  for (name in names(others)) {
    found <- vapply(script$uses[base], script$verdict, "", others[[name]])
    expect_identical(unname(found), table[[name]][base])
  }
})

test_that("the page on the representation has the counts of the table", {
  counted <- function(column) paste(vapply(c("right", "error", "wrong"), function(v) sum(table[[column]] == v), 0L), collapse = " & ")
  page <- utils::capture.output(print(tools::Rd_db("raggedkit", lib.loc = dirname(dirname(folder)))[["ragged-representation.Rd"]]))
  page <- gsub("\\\\tab *", "& ", page)
  for (column in names(table)[-1]) expect_match(page, counted(column), fixed = TRUE, all = FALSE)
})
