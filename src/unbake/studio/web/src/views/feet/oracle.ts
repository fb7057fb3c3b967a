/** What is asked of the oracle: guesses, the next sequence to label, lessons. */

import type { Stretch } from "../../document/plants";
import type { BeginOracle, Clip, FeetGuessed, LearnFeet, OracleKnown, SequenceFound } from "../../messages";
import { showView } from "../../shell/panels";
import { leaving } from "../../studio/save";
import type { Studio } from "../../studio/studio";
import { framed } from "../../timeline/axis";
import { benchOf, scopeOf } from "./bench";
import { acceptGuess, confirm } from "./edits";
import { type LessonHand, tieToLast } from "./lessons";

export function showFeet(studio: Studio): void {
  showView(studio, { id: "feet", area: "bottom" });
}

/** Let the oracle guess; it is shown behind the labels. */
export async function guess(studio: Studio): Promise<FeetGuessed | null> {
  const clip = studio.clip.get();
  if (!clip) return null;
  const { oracle } = benchOf(studio).get();
  const body = { clip: clip.id, oracle };
  const found = await studio.attempt("Guessing when the feet are planted", "GuessFeet", body, ABOUT);
  if (found && studio.clip.get() === clip) studio.results.patch({ guess: found });
  void askWhatItKnows(studio);
  return found;
}

/** Go to the sequence that the oracle would learn most from, with its guess to be corrected. */
export async function nextSequence(studio: Studio): Promise<void> {
  const sequence = await findSequence(studio, false);
  if (sequence) await goTo(studio, sequence);
}

/** The same among all clips of the folder; another clip is opened there, once a person knows what would be lost. */
export async function nextInFolder(studio: Studio): Promise<void> {
  const sequence = await findSequence(studio, true);
  if (!sequence) return;
  const { path, left_out } = sequence;
  if (left_out.length) studio.notify("info", leftOut(left_out));
  if (path === null) await goTo(studio, sequence);
  else leaving(studio, () => void openAt(studio, path, sequence));
}

async function openAt(studio: Studio, path: string, sequence: SequenceFound): Promise<void> {
  if (!(await studio.open({ source: "recent", name: path }))) return;
  showFeet(studio);
  await goTo(studio, sequence);
}

function leftOut(clips: readonly string[]): string {
  return clips.length === 1 ? clips[0] : `${clips.length} clips of the folder were left out, such as this: ${clips[0]}`;
}

async function findSequence(studio: Studio, in_folder: boolean): Promise<SequenceFound | null> {
  const clip = studio.clip.get();
  if (!clip) return null;
  showFeet(studio);
  const { oracle } = benchOf(studio).get();
  const body = { clip: clip.id, oracle, in_folder };
  const sequence = await studio.attempt("Finding what to label next", "FindSequence", body, ABOUT);
  return studio.clip.get() === clip ? sequence : null;
}

async function goTo(studio: Studio, sequence: SequenceFound): Promise<void> {
  const clip = studio.clip.get();
  // An oracle that knows nothing has nothing to correct.
  const asks = !studio.results.get().guess && sequence.distance !== null;
  if (!clip || (asks && !(await guess(studio))) || studio.clip.get() !== clip) return;
  const isLearnt = benchOf(studio)
    .get()
    .known?.lessons.some(({ name }) => name === lessonName(clip, sequence));
  if (isLearnt) studio.notify("info", "The oracle has learnt all of this clip; these frames are the least alike.");
  benchOf(studio).patch({ sequence, selected: null });
  studio.view.patch(framed(sequence.first, sequence.last));
  studio.playhead.set(sequence.farthest);
  acceptGuess(studio);
}

/** Let go of the sequence, and look at the whole range again. */
export function leaveSequence(studio: Studio): void {
  const { first, last } = studio.commands.ahead.get().settings;
  benchOf(studio).patch({ sequence: null });
  studio.view.patch(framed(first, last));
}

/** Let one's own oracle learn the labels of the sequence, or of the range, as they are. */
export async function learn(studio: Studio): Promise<void> {
  const clip = studio.clip.get();
  if (!clip) return;
  const stretch = scopeOf(studio);
  const { plants } = studio.commands.ahead.get();
  const body = { clip: clip.id, plants: [...plants], ...stretch };
  if (!(await teach(studio, body))) return;
  studio.notify("info", `Learnt frames ${stretch.first} to ${stretch.last}, and mirrored.`);
  if (studio.clip.get() !== clip) return;
  const name = lessonName(clip, stretch);
  confirm(studio, stretch, () => tieToLast(studio, { body, name }, handOf(studio)));
  if (benchOf(studio).get().sequence) leaveSequence(studio);
  if (studio.results.get().guess) await guess(studio);
}

async function teach(studio: Studio, body: LearnFeet): Promise<boolean> {
  const known = await studio.attempt("Learning", "LearnFeet", body, ABOUT);
  if (!known) return false;
  benchOf(studio).patch({ known, oracle: "own" });
  studio.oracleChanged();
  return true;
}

/** What a stretch of a clip is called among the oracle's lessons. */
function lessonName(clip: Clip, { first, last }: Stretch): string {
  return `${clip.name} ${first}–${last}`;
}

function handOf(studio: Studio): LessonHand {
  return {
    known: () => studio.connection.request("AskOracle", { oracle: "own" }).answer,
    takeBack: () => unlearn(studio),
    learn: async ({ body }) => {
      if (await teach(studio, body)) renew(studio);
    },
  };
}

/** Ask again what the chosen oracle has learnt. */
export async function askWhatItKnows(studio: Studio): Promise<void> {
  const { oracle } = benchOf(studio).get();
  try {
    const known = await studio.connection.request("AskOracle", { oracle }).answer;
    if (benchOf(studio).get().oracle === oracle) benchOf(studio).patch({ known });
  } catch {
    // A guess will say what is wrong.
  }
}

export function chooseOracle(studio: Studio, oracle: OracleKnown["oracle"]): void {
  benchOf(studio).patch({ oracle, known: null });
  renew(studio);
}

/** What was guessed by another oracle is guessed anew. */
function renew(studio: Studio): void {
  if (studio.results.get().guess) void guess(studio);
  else void askWhatItKnows(studio);
}

export async function unlearn(studio: Studio): Promise<void> {
  takeOver(studio, await studio.attempt(CHANGING, "UnlearnFeet", {}, ABOUT));
}

export async function begin(studio: Studio, source: BeginOracle["source"], name = ""): Promise<void> {
  takeOver(studio, await studio.attempt(CHANGING, "BeginOracle", { source, name }, ABOUT));
}

/** The person's own oracle is another one now; null where it is not. */
function takeOver(studio: Studio, known: OracleKnown | null): void {
  if (!known) return;
  benchOf(studio).patch({ known, oracle: "own" });
  studio.oracleChanged();
  renew(studio);
}

const CHANGING = "Changing the oracle";
/** A success ends the notices of what failed before. */
export const ABOUT = "Feet";
