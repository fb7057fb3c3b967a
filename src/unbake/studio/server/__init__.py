"""The studio's local server: opens clips, chooses, fits and edits on behalf of one person's browser, and saves."""
