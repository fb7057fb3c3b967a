"""The command line: one file a command. Imports whatever it needs, when it needs it; nothing imports it."""
