"""What the law, the solver and the record need to know of one case."""
