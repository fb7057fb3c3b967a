"""``--error 2cm`` as a promise about the result.

promise.py      the fewest keys whose measured error is promised, from a selection space
repair.py       few keys for takes of any length: they come, go and move
makers.py       curves as a promise tries them
missed.py       how far these are off
alone.py        how few keys could do at best: segments fitted one by one
breaks.py       few broken tangents where smooth curves do not keep a promise
"""
