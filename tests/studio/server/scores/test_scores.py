"""Scores of an open clip are those of the library."""

import numpy as np

from studio.server.serving import desk_in, quietly
from unbake.studio.server import messages as m
from unbake.synthesis import score_motion


def test_an_open_clip_is_scored_once(tmp_path, monkeypatch):
    import unbake.studio.server.scores.handlers as handlers

    desk = desk_in(tmp_path)
    opened = desk.answer(m.Open("packaged"), quietly)
    scored = score_motion(desk.clip(opened.clip.id).motion)
    parts = []
    answer = desk.answer(m.ScoreClip(opened.clip.id), lambda step, part: parts.append(part))
    assert (parts[0], parts[-1], len(parts)) == (0.0, 1.0, 1 + len(answer.terms))
    assert np.allclose(answer.probabilities, scored.probabilities, atol=1e-6)
    assert answer.worst_frame == scored.worst_number
    assert answer.worst_first <= answer.worst_frame <= answer.worst_last
    assert answer.unnatural_part == scored.unnatural_part
    assert answer.parts.shape == (len(answer.terms) * scored.motion.n_frames,)
    assert [reason.term for reason in answer.reasons] == [reason.term.name for reason in scored.reasons()]
    monkeypatch.setattr(handlers, "score_motion", None)
    assert desk.answer(m.ScoreClip(opened.clip.id), quietly).worst_frame == answer.worst_frame
