"""The form of the public page, and what is pasted into it."""
