"""What is sent to ask others and by those who are asked."""
