"""Motion graphs: which frames of clips can follow each other, ways through them, and the motion of a way."""
