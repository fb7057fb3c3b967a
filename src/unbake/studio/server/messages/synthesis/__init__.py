"""What is said about motion that is made anew: live characters, how natural a motion is, judging, demands."""
