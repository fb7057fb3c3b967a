"""Chains of random segments, and the normal equations of theirs."""

from itertools import pairwise

import numpy as np

from curves.moving_arm import random_keys
from unbake.curves.fits.segment_kernels import fill_terms

UNLIMITED = np.array([-np.inf, np.inf])


def random_chain(seed, frames=60, count=6):
    random = np.random.default_rng(seed)
    keys = random_keys(frames, count, seed)
    data = np.cumsum(random.normal(size=frames))
    weights = random.uniform(0.2, 3.0, size=frames)
    segments = np.empty((len(keys) - 1, 4))
    segments[:, :2] = random.normal(size=(len(keys) - 1, 2))
    segments[:, 2:] = random.uniform(0.05, 0.95, size=(len(keys) - 1, 2))
    limits = np.array([[data[a : b + 1].min(), data[a : b + 1].max()] for a, b in pairwise(keys)])
    return keys, data, weights, segments, limits


def filled(keys, data, weights, segments, limits, first=0, last=None, bending=0.0):
    work = segments[first:last].copy()
    terms = np.empty((len(work), 14))
    cost = fill_terms(keys, data, weights, work, limits, first, np.full(len(data), 0.5), bending, terms)
    return cost, terms


def symmetric(terms):
    matrix = np.zeros((4, 4))
    matrix[np.triu_indices(4)] = terms[:10]
    return matrix + np.triu(matrix, 1).T
