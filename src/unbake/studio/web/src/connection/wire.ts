/** Messages as bytes, as `server/wire.py` describes them: a JSON header, then the arrays that it names. */

const ALIGNMENT = 8;
const PREFIX = 8;

type TypedArray = Float32Array | Float64Array | Int16Array | Int32Array | Uint8Array;

const KINDS = {
  "<f4": Float32Array,
  "<f8": Float64Array,
  "<i2": Int16Array,
  "<i4": Int32Array,
  "|u1": Uint8Array,
} as const;

type Kind = keyof typeof KINDS;

interface ArrayMark {
  $: [Kind, number, number];
}

export interface Envelope {
  type: string;
  request: number;
  body: unknown;
}

export function encode(type: string, request: number, body: unknown): ArrayBuffer {
  const arrays: TypedArray[] = [];
  let length = 0;
  const marked = (_: string, value: unknown): unknown => {
    const kind = kindOf(value);
    if (!kind) return value;
    const array = value as TypedArray;
    const mark: ArrayMark = { $: [kind, length, array.length] };
    arrays.push(array);
    length += padded(array.byteLength);
    return mark;
  };
  const header = new TextEncoder().encode(JSON.stringify({ type, request, body }, marked));
  const start = PREFIX + padded(header.length);
  const bytes = new Uint8Array(start + length);
  new DataView(bytes.buffer).setUint32(0, start - PREFIX, true);
  bytes.fill(32, PREFIX, start);
  bytes.set(header, PREFIX);
  let place = start;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), place);
    place += padded(array.byteLength);
  }
  return bytes.buffer;
}

export function decode(buffer: ArrayBuffer): Envelope {
  const size = new DataView(buffer).getUint32(0, true);
  const text = new TextDecoder().decode(new Uint8Array(buffer, PREFIX, size));
  return JSON.parse(text, (_, value) => (isMark(value) ? arrayOf(buffer, PREFIX + size, value) : value));
}

function arrayOf(buffer: ArrayBuffer, start: number, mark: ArrayMark): TypedArray {
  const [kind, offset, count] = mark.$;
  return new KINDS[kind](buffer, start + offset, count);
}

function isMark(value: unknown): value is ArrayMark {
  return typeof value === "object" && value !== null && Array.isArray((value as ArrayMark).$);
}

function kindOf(value: unknown): Kind | undefined {
  return (Object.keys(KINDS) as Kind[]).find((kind) => value instanceof KINDS[kind]);
}

function padded(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
