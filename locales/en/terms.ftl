# What the rule books call the pieces and features of the game. A book with other words (abbeys.ftl) replaces these terms.

-city = { $form ->
   *[one] city
    [One] City
    [many] cities
    [Many] Cities
}
-cloister = { $form ->
   *[one] cloister
    [One] Cloister
    [many] cloisters
    [Many] Cloisters
    [a] a cloister
    [A] A cloister
}
-meeple = { $form ->
   *[one] meeple
    [many] meeples
    [One] Meeple
    [Many] Meeples
}
-big-meeple = { $form ->
   *[one] big meeple
    [One] Big meeple
    [many] big meeples
}
-shield = { $form ->
   *[one] shield
    [many] shields
}
-bag = bag
