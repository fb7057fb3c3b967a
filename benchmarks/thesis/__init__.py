"""The published tables and figures, made again: ``python -m benchmarks.thesis``.

R. Roberts, Converting Motion Capture Into Editable Keyframe Animation, 2018, chapters 3 and 4; O. Önder et al.,
Keyframe reduction techniques for motion capture data, 2008, tables 1 and 2.

    published.py    the numbers that were printed
    clips.py        the thesis' clips, and others in place of those that are not at hand
    traversals.py   tables 3.1–3.5, figures 3.1 and 3.3: how many traversals are visited
    spaces.py       figures 3.4 and 3.5: what a selection space is
    against.py      figures 3.6 and 3.7: the optimum against four rivals
    times.py        figures 3.8 and 3.9: time by iteration and by length
    motion.py       figures 4.1–4.4: what makes selection hard
    layers.py       figures 4.14–4.16: keyposes and breakdowns of captured motion
    layer_spaces.py figures 4.6 and 4.13: the layers' selection spaces
    strips.py       figures 4.7, 4.8 and 4.14: key poses side by side
    recovery.py     section 4.4.1: the keys of animation made by hand, found again
    onder.py        Önder's tables
    drawing.py      the pictures' common dress
    reproduce.py    all of it
"""
