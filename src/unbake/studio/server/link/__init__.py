"""The line between page and server: sockets, messages on the wire, sessions, threads, security."""
