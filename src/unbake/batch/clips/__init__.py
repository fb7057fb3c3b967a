"""Where clips come from: folders, zips, libraries."""
