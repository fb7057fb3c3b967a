"""Hidden Markov models whose states are Gaussians with independent components.

Reference: L. Rabiner, A tutorial on hidden Markov models and selected applications in speech recognition, 1989,
sections III and V (scaled forward and backward passes, Baum–Welch). All sequences of a training set have one length,
so that they go through the passes together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats

LEAST_VARIANCE = 1e-2
"""Of a state, where all components have a variance of about 1."""
LEAST_PART = 1e-4
"""Of starting in a state, and of going from one to another: what was never seen is rare, not impossible."""


@dataclass(frozen=True, eq=False)
class HiddenMarkov:
    """A model of sequences of D numbers, with K states.

    Parameters
    ----------
    start : (K,) how likely a sequence starts in each state.
    steps : (K, K) how likely each state is followed by each; rows add up to 1.
    means, variances : (K, D) of each state's numbers.
    """

    start: Floats
    steps: Floats
    means: Floats
    variances: Floats

    def surprise(self, sequences: Floats) -> Floats:
        """Return log p (N, T) of every row of sequences (N, T, D), given those before it; a sum is a log likelihood."""
        return self._forward(self._emissions(sequences))[1]

    def _emissions(self, sequences: Floats) -> Floats:
        """Log densities (N, T, K)."""
        off = sequences[:, :, None, :] - self.means
        constant = np.log(2.0 * np.pi * self.variances).sum(axis=1)
        return np.asarray(-0.5 * (np.einsum("ntkd,kd->ntk", off**2, 1.0 / self.variances) + constant))

    def _forward(self, emissions: Floats) -> tuple[Floats, Floats]:
        """Probabilities of states given all so far (N, T, K), and log p of each row given those before (N, T)."""
        top = emissions.max(axis=2, keepdims=True)
        dense = np.exp(emissions - top)
        states, surprise = np.empty_like(dense), np.empty(dense.shape[:2])
        ahead = np.broadcast_to(self.start, dense[:, 0].shape)
        for t in range(dense.shape[1]):
            joint = ahead * dense[:, t]
            total = joint.sum(axis=1, keepdims=True)
            states[:, t] = joint / total
            surprise[:, t] = np.log(total[:, 0]) + top[:, t, 0]
            ahead = states[:, t] @ self.steps
        return states, surprise

    def improved(self, sequences: Floats) -> HiddenMarkov:
        """Return a model under which the sequences are likelier: one round of Baum–Welch."""
        emissions = self._emissions(sequences)
        states, _ = self._forward(emissions)
        dense = np.exp(emissions - emissions.max(axis=2, keepdims=True))
        later = np.ones_like(dense[:, 0])
        moves = np.zeros_like(self.steps)
        both = np.empty_like(states)
        both[:, -1] = states[:, -1]
        for t in range(states.shape[1] - 2, -1, -1):
            after = dense[:, t + 1] * later
            joint = states[:, t, :, None] * self.steps * after[:, None, :]
            total = joint.sum(axis=(1, 2), keepdims=True)
            moves += (joint / total).sum(axis=0)
            later = after @ self.steps.T
            later /= later.max(axis=1, keepdims=True)
            both[:, t] = states[:, t] * later
            both[:, t] /= both[:, t].sum(axis=1, keepdims=True)
        return _estimated(sequences, both, moves)


def _estimated(sequences: Floats, states: Floats, moves: Floats) -> HiddenMarkov:
    count = states.sum(axis=(0, 1))[:, None] + 1e-9
    means = np.einsum("ntk,ntd->kd", states, sequences) / count
    squares = np.einsum("ntk,ntd->kd", states, sequences**2) / count
    start = states[:, 0].sum(axis=0) / len(states) + LEAST_PART
    steps = moves / np.maximum(moves.sum(axis=1, keepdims=True), 1e-9) + LEAST_PART
    return HiddenMarkov(
        start / start.sum(),
        steps / steps.sum(axis=1, keepdims=True),
        means,
        np.maximum(squares - means**2, LEAST_VARIANCE),
    )


def fitted_model(sequences: Floats, n_states: int, rounds: int = 15, seed: int = 0) -> HiddenMarkov:
    """Return a model of sequences (N, T, D), after so many rounds of Baum–Welch from states drawn among their rows."""
    rng = np.random.default_rng(seed)
    rows = sequences.reshape(-1, sequences.shape[2])
    means = _spread(rows, n_states, rng)
    steps = np.full((n_states, n_states), 0.1 / max(n_states - 1, 1))
    np.fill_diagonal(steps, 0.9 if n_states > 1 else 1.0)
    variances = np.tile(np.maximum(rows.var(axis=0), LEAST_VARIANCE), (n_states, 1))
    model = HiddenMarkov(np.full(n_states, 1.0 / n_states), steps, means, variances)
    for _ in range(rounds):
        model = model.improved(sequences)
    return model


def _spread(rows: Floats, count: int, rng: np.random.Generator) -> Floats:
    """Rows far from each other (k-means++, D. Arthur and S. Vassilvitskii, 2007)."""
    found = [rows[rng.integers(len(rows))]]
    for _ in range(count - 1):
        apart = np.min([((rows - one) ** 2).sum(axis=1) for one in found], axis=0)
        total = apart.sum()
        found.append(rows[rng.choice(len(rows), p=apart / total if total > 0.0 else None)])
    return np.array(found)
