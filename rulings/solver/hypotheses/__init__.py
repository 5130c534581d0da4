"""What the claimer knows and may have wrong, and what is certain under it."""
