# R's Jupyter kernel shows a list as numbered lines of HTML, where the type and rows that are NULL or empty are lost.
# A ragged list is shown as the console prints it: there is no other form.

repr_html.raggedkit_ragged <- function(obj, ...) NULL

repr_latex.raggedkit_ragged <- function(obj, ...) NULL

repr_markdown.raggedkit_ragged <- function(obj, ...) NULL
