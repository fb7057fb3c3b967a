"""The summary as an HTML page."""
