"""What people judge: passes over transplants and random blends, how far passes agree, labels that judges learn from."""
