"""What the screens of a director at the table read: queue, tables, fact sheet."""
