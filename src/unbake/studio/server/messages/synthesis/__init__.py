"""What is said about motion that is made anew: live characters, and how natural a motion is."""
