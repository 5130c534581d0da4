"""The rules of normal play, each one small function on a record of a choice."""
