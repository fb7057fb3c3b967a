"""Commands that go on answering: the studio for people, the worker for other programs."""
