"""Libraries that grow by transplants: drawing and storing them, judging which look human, carrying flags over."""
