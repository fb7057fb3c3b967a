"""Numbers as the thesis and the paper print them."""

from __future__ import annotations

TRAVERSALS_IN_ITERATION = {3: 55, 4: 45, 5: 36, 6: 28, 7: 21, 8: 15, 9: 10, 10: 6, 11: 3, 12: 1}
"""Table 3.3, the sums below its columns: keys of the iteration → traversals visited, for 12 frames."""

TRAVERSALS_IN_ALL = {
    3: (1,),
    4: (2, 4),
    5: (3, 8, 10),
    6: (4, 13, 18, 20),
    7: (5, 19, 28, 33, 35),
    8: (6, 26, 40, 49, 54, 56),
    9: (7, 34, 54, 68, 77, 82, 84),
    10: (8, 43, 70, 90, 104, 113, 118, 120),
    11: (9, 53, 88, 115, 135, 149, 158, 163, 165),
    12: (10, 64, 108, 143, 170, 190, 204, 213, 218, 220),
}
"""Table 3.4: frames → traversals visited for 3, 4, … keys."""

SPACE_S_AT_600 = 1.1
"""Section 3.2.2: seconds for the whole selection space of 600 frames, on a 2.9 GHz Core i5, in C++."""
USEFUL_SPACE_S_AT_600 = 0.3
"""The same for 80 to 100 % compression."""

RECOVERED = {"robotic-walk": (9, 9), "sneak": (17, 17), "turn-and-swing": (18, 17)}
"""Section 4.4.1: piece → keys of the animator and keys selected, for pieces of the same lengths and counts as ours."""

THRESHOLDS = (0.001, 0.005, 0.010, 0.020, 0.030, 0.100)
SIMPLIFIED_KEYS = {"running": (20, 16, 13, 8, 6, 2), "drinking": (608, 246, 85, 11, 3, 2)}
"""Önder's table 1, keys a channel for each of `THRESHOLDS`. Printed under each other's names: 608 keys do not fit into
22 frames, and table 2 has 6 and 246."""

ONDER_FRAMES = {"running": 22, "drinking": 1409}
ONDER_HERMITE_KEYS = {"running": 8, "drinking": 459}
ONDER_SIMPLIFIED_KEYS = {"running": 6, "drinking": 246}
"""Önder's table 2, keys a channel."""
