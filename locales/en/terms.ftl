# What the rule books call the things of the game. A book with other words (abbeys.ftl) replaces these terms.

-city = { $form ->
   *[one] city
    [many] cities
    [Many] Cities
}
# The heading of a chapter
book-cities = { -city(form: "Many") }
