"""What engines and other programs expect of a motion: its travel on a root, their axes, their names of joints."""
