"""The moment of the ruling: the number, what would change it, the decision."""
