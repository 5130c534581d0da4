"""Why the award is what it is, and what would change it."""
