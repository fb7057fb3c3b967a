"""glTF and GLB."""
