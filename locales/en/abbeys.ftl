# The words of the rule book "Abbeys": terms and messages that replace those of the other files.

-city = { $form ->
   *[one] castle
    [many] castles
    [Many] Castles
}
