"""What the performer can do."""
