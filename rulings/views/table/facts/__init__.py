"""What is recorded at the table: the claim, words, cards, objections (Law 68)."""
