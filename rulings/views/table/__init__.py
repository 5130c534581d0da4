"""The director's screens on the tablet, one module a screen (Laws 68 to 71)."""
