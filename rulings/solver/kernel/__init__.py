"""All code that is compiled: cards and states as whole numbers, rules and searches."""
