"""Values that belong to no joint, such as sizes and properties, joined through keys."""

from __future__ import annotations

from functools import partial

import numpy as np

from unbake.curves.fits.fit import FIT_METHODS
from unbake.curves.fits.free import FREE_FITS, fit_free
from unbake.curves.fits.hermite import checked_keys
from unbake.curves.keyed_animation import are_broken
from unbake.errors import UsageError
from unbake.ground.progress import Report
from unbake.studio.server.messages import FitValues, ValuesFitted


def fitted_values(request: FitValues, report: Report) -> ValuesFitted:
    """Return curves through values on every frame, with keys on some of them.

    Raises
    ------
    UsageError : arrays that do not go together, scales that are not above zero, numbers that are not finite, keys that
        do not rise from the first frame to the last.
    """
    count = len(request.scales)
    if not count or not len(request.values) or len(request.values) % count:
        raise UsageError(f"{len(request.values)} values are no rows of {count}")
    if not np.isfinite(request.values).all() or not (np.isfinite(request.scales) & (request.scales > 0.0)).all():
        raise UsageError("values to fit are finite numbers, and their scales are above zero")
    values = request.values.reshape(-1, count)
    keys = checked_keys(request.frames.astype(np.int64), len(values))
    method = FIT_METHODS[request.fit]
    if request.fit in FREE_FITS:
        method = partial(fit_free, shape=FREE_FITS[request.fit], progress=lambda part: report("fit", part))
    units = np.stack([np.ones(count), request.scales], axis=1)[:, None]
    left, right = (side / units for side in method(keys, values * request.scales))
    for side, key, end in ((left, keys[0], 0), (right, keys[-1], -1)):
        side[:, end, 0], side[:, end, 1] = key, values[key]
    broken = are_broken(keys.astype(np.float64), values[keys].T, left, right)
    return ValuesFitted(
        left=left.swapaxes(0, 1).ravel(),
        right=right.swapaxes(0, 1).ravel(),
        broken=broken.T.ravel().astype(np.uint8),
    )
