"""Notices to people: filed with the act, then sent by mail or hook."""
