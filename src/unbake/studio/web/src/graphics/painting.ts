/** Painting at most once a frame, and as early as can be: whoever draws pictures then works while the next frame waits. */

/** What was asked for since it was painted last, by all that paint. */
const asked = new Set<Painting>();
let frame = 0;

// A message comes after all that the present event leads to, and before the next frame.
const { port1: soon, port2: bell } = new MessageChannel();
soon.onmessage = () => {
  // Once only until the next frame; what is asked for after that waits for it.
  if (frame) paintAll();
};

function onFrame(): void {
  frame = 0;
  paintAll();
}

function paintAll(): void {
  const painted = [...asked].sort((a, b) => Number(b.isSlow) - Number(a.isSlow));
  asked.clear();
  for (const painting of painted) painting.paint();
}

/** What waits until the frame with the pictures is out. */
const after = new Set<() => void>();
const { port1: late, port2: lateBell } = new MessageChannel();
late.onmessage = () => {
  const calls = [...after];
  after.clear();
  for (const call of calls) call();
};

/** Call after the next frame, however often it is asked for: for words and numbers, which can be later than pictures. */
export function afterFrame(call: () => void): void {
  if (!after.size) requestAnimationFrame(() => lateBell.postMessage(null));
  after.add(call);
}

/** Something that is painted anew when it is asked to be; `isSlow` ones come first, as others finish their pictures. */
export class Painting {
  constructor(
    readonly paint: () => void,
    readonly isSlow = false,
  ) {}

  get isAsked(): boolean {
    return asked.has(this);
  }

  ask(): void {
    asked.add(this);
    if (frame) return;
    frame = requestAnimationFrame(onFrame);
    bell.postMessage(null);
  }

  cancel(): void {
    asked.delete(this);
  }
}
