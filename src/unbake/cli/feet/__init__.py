"""``unbake feet`` and what ``reduce`` does about feet."""
