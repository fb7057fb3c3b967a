"""FBX, the exchange format of Autodesk's programs."""
