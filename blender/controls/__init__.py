"""Keys for the controls of a rig, as far as they follow from its deform bones."""
