"""What goes into a solve: the claim, its settings, and what the claimer leaves out."""
