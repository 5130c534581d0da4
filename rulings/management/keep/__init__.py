"""The record kept: backups that prove themselves, restores, upgrades."""
