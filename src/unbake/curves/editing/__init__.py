"""Edits of a keyed animation: poses, keys more and less, keys moved in time, parts cut out."""
