"""What a scorer compares and gives out: boards between tables, and what changed."""
