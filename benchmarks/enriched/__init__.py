"""Is an enriched library better? Demands from a scripted arena and by hand, strategies that meet them, scores."""
