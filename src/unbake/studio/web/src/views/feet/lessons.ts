/** Undoing what was confirmed takes the lesson back from one's own oracle, and doing it again teaches it again; for as
 * long as the clip is open: the oracle belongs to the person, not to a project. */

import type { Command } from "../../document/commands";
import type { Past } from "../../document/history";
import type { LearnFeet, OracleKnown } from "../../messages";
import type { Studio } from "../../studio/studio";

/** What the oracle learnt when labels were confirmed. */
interface LearntLesson {
  body: LearnFeet;
  /** As the oracle names it. */
  name: string;
}

export interface LessonHand {
  /** Ask what one's own oracle knows. */
  known(): Promise<OracleKnown | null>;
  /** Take back its last change. */
  takeBack(): Promise<void>;
  learn(lesson: LearntLesson): Promise<void>;
}

interface Followed {
  lessons: WeakMap<Command, LearntLesson>;
  before: Past;
  /** One after the other, in the order in which they were undone. */
  work: Promise<void>;
}

const followed = new WeakMap<Studio, Followed>();

/** Tie a lesson to the command that is done last: they go and come together. */
export function tieToLast(studio: Studio, lesson: LearntLesson, hand: LessonHand): void {
  const past = studio.history.past.get();
  const command = past.done.at(-1);
  if (command) follow(studio, past, hand).lessons.set(command, lesson);
}

function follow(studio: Studio, past: Past, hand: LessonHand): Followed {
  const known = followed.get(studio);
  if (known) return known;
  const state: Followed = { lessons: new WeakMap(), before: past, work: Promise.resolve() };
  followed.set(studio, state);
  studio.history.past.subscribe(() => {
    const [before, now] = [state.before, studio.history.past.get()];
    state.before = now;
    const { undone, redone } = movedBetween(before, now);
    const after = (lesson: LearntLesson | undefined, step: (lesson: LearntLesson) => Promise<void>) => {
      if (lesson) state.work = state.work.then(() => step(lesson)).catch(() => {});
    };
    for (const command of undone) after(state.lessons.get(command), (lesson) => takeBack(studio, lesson, hand));
    for (const command of redone) after(state.lessons.get(command), (lesson) => hand.learn(lesson));
  });
  return state;
}

/** The commands that were undone, the last one first, and those that were done again. */
export function movedBetween(before: Past, now: Past): { undone: Command[]; redone: Command[] } {
  const [wasDone, wasUndone] = [new Set(before.done), new Set(before.undone)];
  return {
    undone: now.undone.filter((command) => wasDone.has(command)),
    redone: now.done.filter((command) => wasUndone.has(command)),
  };
}

async function takeBack(studio: Studio, { name, body }: LearntLesson, hand: LessonHand): Promise<void> {
  const known = await hand.known();
  if (!known?.lessons.some((lesson) => lesson.name === name)) return;
  if (known.changes && known.lessons.at(-1)?.name === name) return hand.takeBack();
  const what = `The oracle still knows frames ${body.first} to ${body.last}`;
  studio.notify("info", `${what}, as it has changed since. Take back under Oracle goes step by step.`);
}
