"""What the desks show: a board compared between its tables, results as they stand."""
