"""The body of a humanoid: which joint plays which role, parts, mirroring."""
