"""The verbs: everything that changes the record, each as one logged act.

Views and commands call these functions; nothing else writes a logged table.
"""
