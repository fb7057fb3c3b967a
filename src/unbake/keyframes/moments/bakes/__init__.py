"""Animation with a value on every frame, and the keys that it had before.

``baked_keys`` of curves that are cubics of time, from the ``chains`` that channels form, in the ``keyed_ways`` that
joints may have been keyed in; ``corners`` where lines join the poses, and ``steps`` where poses are held; ``knots`` of
other curves; and ``stops``, at which the body comes to rest.
"""
