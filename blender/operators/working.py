"""Operators that take a while: with a progress bar and Escape for people, in one go for scripts."""

from __future__ import annotations

import time

import bpy

from ..link.worker import WorkerError

SLICE_S = 0.03
"""How long the work goes on between two looks at the keyboard."""
NAP_S, REST_S = 0.001, 0.004
"""How long others may go on in between, the worker first of all: of people's calls and of scripts'."""


class Working:
    """Mixed into operators whose `steps` yields (what is done, how far), and returns what to say in the end.

    `steps` changes the scene only after its last yield, so that what is cancelled, or fails, leaves it as it was.
    """

    def steps(self, context):
        """Do the work."""
        raise NotImplementedError

    def execute(self, context):
        """Do all of it now."""
        try:
            work = self.steps(context)
            while True:
                next(work)
                time.sleep(REST_S if self.is_waiting else 0.0)
        except StopIteration as end:
            return self._end(end.value)
        except WorkerError as error:
            return self._fail(error)

    is_waiting = True

    def invoke(self, context, event):
        """Do it bit by bit."""
        if bpy.app.background or context.window is None:
            return self.execute(context)
        self._work = self.steps(context)
        self._timer = context.window_manager.event_timer_add(0.01, window=context.window)
        context.window_manager.progress_begin(0, 100)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        """Go on, unless somebody pressed Escape."""
        if event.type == "ESC":
            self._work.close()
            self._leave(context)
            self.report({"INFO"}, "Cancelled; nothing was changed")
            return {"CANCELLED"}
        if event.type != "TIMER":
            return {"RUNNING_MODAL"}
        until = time.monotonic() + SLICE_S
        try:
            step, part = next(self._work)
            while time.monotonic() < until:
                time.sleep(NAP_S)
                step, part = next(self._work)
        except StopIteration as end:
            self._leave(context)
            return self._end(end.value)
        except WorkerError as error:
            self._leave(context)
            return self._fail(error)
        except Exception:
            self._leave(context)  # a fault of ours must not leave a timer that calls it again and again
            raise
        context.workspace.status_text_set(f"Unbake: {step} {part:.0%} (Escape cancels)")
        context.window_manager.progress_update(int(100 * part))
        return {"RUNNING_MODAL"}

    def _leave(self, context):
        context.workspace.status_text_set(None)
        context.window_manager.progress_end()
        context.window_manager.event_timer_remove(self._timer)
        for area in context.screen.areas:
            area.tag_redraw()

    def _end(self, message):
        if message:
            self.report({"INFO"}, message)
        return {"FINISHED"}

    def _fail(self, error):
        self.report({"ERROR"}, str(error))
        return {"CANCELLED"}


class Quick:
    """Mixed into operators that are done at once: `act` returns what to say."""

    def act(self, context):
        """Do it."""
        raise NotImplementedError

    def execute(self, context):
        """Do it, or say why not."""
        try:
            message = self.act(context)
        except WorkerError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        if message:
            self.report({"INFO"}, message)
        return {"FINISHED"}
