"""Files on their way into a library: found, read on all cores, and stored one by one."""
