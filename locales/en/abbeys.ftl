# The words of the rule book “Abbeys and castles”: terms that replace those of terms.ftl.

-city = { $form ->
   *[one] castle
    [One] Castle
    [many] castles
    [Many] Castles
}
-cloister = { $form ->
   *[one] abbey
    [One] Abbey
    [many] abbeys
    [Many] Abbeys
    [a] an abbey
    [A] An abbey
}
-meeple = { $form ->
   *[one] follower
    [many] followers
    [One] Follower
}
-big-meeple = { $form ->
   *[one] big follower
    [One] Big follower
    [many] big followers
}
-shield = { $form ->
   *[one] flag
    [many] flags
}
-bag = heap
