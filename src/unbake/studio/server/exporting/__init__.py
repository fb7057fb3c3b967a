"""Results that leave: exports, downloads, playblasts."""
