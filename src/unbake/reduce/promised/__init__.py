"""``--error 2cm`` as a promise about the result.

promise.py      the fewest keys whose measured error is promised, from a selection space
pieces.py       few keys for takes of any length, piece by piece on all cores
seams.py        pieces joined
repair.py       few keys for one piece: where it begins, and when it ends
search.py       keys that come, go and move
trial_curves.py curves as a promise tries them
refit.py        curves fitted again around keys that changed
missed.py       how far these are off
thirds.py       how far curves at thirds are off, quickly
alone.py        how few keys could do at best: segments fitted one by one
breaks.py       few broken tangents where smooth curves do not keep a promise
unseen_turns.py keys against joints of a glTF that turn in place
fairest.py      what a promise leaves of its error is given for smoothness
"""
