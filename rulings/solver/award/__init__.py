"""The award under each hypothesis, and the numbers shown beside it."""
