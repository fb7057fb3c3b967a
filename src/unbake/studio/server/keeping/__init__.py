"""What outlives a page: projects, autosave, preferences."""
