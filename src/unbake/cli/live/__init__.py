"""``unbake live``: a character that moves on as it is asked to, recorded by a script."""
