"""Plants from force plates and markers."""
