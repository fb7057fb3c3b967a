"""Speed and quality, measured. ``python -m benchmarks`` prints tables and keeps a JSON file for this version.

Every figure is the median of several repeats; what is compared runs in turn in the same process or the same run, so
that a busy machine slows both.
"""
