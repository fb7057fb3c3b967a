"""What is drawn: the panel, and charts and ghosts in the viewport."""
