"""From the call to the table: the queue, new calls, and who has the case."""
