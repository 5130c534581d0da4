"""Acts of an event and its programs: schedule, scores, roles, files, records."""
