/** JSON that keeps typed arrays, bit for bit. */

const KINDS = { Float32Array, Float64Array, Int32Array, Uint8Array };
type KindName = keyof typeof KINDS;

export function stringify(value: unknown): string {
  return JSON.stringify(value, (_, inner) => {
    const name = ArrayBuffer.isView(inner) ? (inner.constructor.name as KindName) : undefined;
    if (!name) return inner;
    const view = inner as Uint8Array;
    return { $array: name, base64: base64Of(new Uint8Array(view.buffer, view.byteOffset, view.byteLength)) };
  });
}

/** What was written; `revive` may put something else in the place of each value, from the inside out. */
export function parse<T>(text: string, revive: (value: unknown) => unknown = (value) => value): T {
  return JSON.parse(text, (_, inner) => {
    const name: unknown = inner?.$array;
    if (!isKind(name)) return revive(inner);
    const bytes = Uint8Array.from(atob(inner.base64), (letter) => letter.charCodeAt(0));
    return new KINDS[name](bytes.buffer);
  });
}

function isKind(name: unknown): name is KindName {
  return typeof name === "string" && Object.hasOwn(KINDS, name);
}

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}
