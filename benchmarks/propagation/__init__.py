"""How well edits are propagated: edits whose truth is known on every frame, rivals, tables and pictures."""
