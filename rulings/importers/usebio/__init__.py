"""Results as scoring programs exchange them in Britain: USEBIO 1.2."""
