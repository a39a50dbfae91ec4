// A text[] as Postgres receives it in binary: dimensions, null flag, element type, length and lower bound, then each
// element's length and bytes. Nothing needs escaping, and both sides copy bytes: rows cost a third of what they cost as
// JSON, and a half of array literals (measured with rows of 20 columns and 2 KB).
const HEADER_BYTES = 20;
const TEXT_OID = 25;
const NULL_LENGTH = -1;

/** Encodes texts as a binary parameter of type `text[]`; pg sends a Buffer as binary. */
export function encodeTextArray(texts: readonly (string | null)[]): Buffer {
  const sizes = texts.map((text) => (text === null ? 0 : Buffer.byteLength(text)));
  const encoded = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + size, HEADER_BYTES));
  encoded.writeInt32BE(texts.length === 0 ? 0 : 1, 0);
  encoded.writeInt32BE(texts.includes(null) ? 1 : 0, 4);
  encoded.writeInt32BE(TEXT_OID, 8);
  if (texts.length === 0) return encoded.subarray(0, 12);
  encoded.writeInt32BE(texts.length, 12);
  encoded.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index] ?? null;
    encoded.writeInt32BE(text === null ? NULL_LENGTH : sizes[index]!, at);
    at += 4;
    if (text !== null) at += encoded.write(text, at);
  }
  return encoded;
}

/** A value as the text that Postgres casts to the column's type; null and undefined are null. */
export function textOf(value: unknown, columnType: string): string | null {
  if (value === null || value === undefined) return null;
  if (columnType === 'json' || columnType === 'jsonb') return JSON.stringify(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `{${value.map(arrayElement).join(',')}}`;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') throw new TypeError(`a column of type ${columnType} cannot hold an object`);
  return String(value);
}

function arrayElement(value: unknown): string {
  const text = textOf(value, 'array element');
  return text === null ? 'null' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
