import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { versionWord } from '../hash.ts';

/**
 * Some neighbouring rows of a list, compressed by themselves. When a few rows change, the list is put together again,
 * and all chunks but one are reused.
 */
export type ListChunk = {
  /** Raw deflate, ended at a byte boundary so that more can follow. */
  readonly packed: Buffer;
  /** Length of the text in bytes. */
  readonly length: number;
  readonly crc: number;
  /** The factor for the checksum of a text that precedes this one. */
  readonly shift: number;
  /** Hash of the text. */
  readonly hash: string;
};

const deflated = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);
const unfinished = { level: 5, finishFlush: zlib.constants.Z_SYNC_FLUSH };

/** Compresses rows, each given as JSON, off the main thread. There must be at least one. */
export async function listChunk(rows: readonly string[]): Promise<ListChunk> {
  const text = Buffer.from(rows.join(','));
  return {
    packed: await deflated(text, unfinished),
    length: text.length,
    crc: zlib.crc32(text),
    shift: shiftBy(text.length),
    hash: versionWord(text),
  };
}

const packedSign = (sign: string): Buffer => zlib.deflateRawSync(sign, unfinished);
const OPEN = packedSign('[');
const COMMA = packedSign(',');
const CLOSE = zlib.deflateRawSync(']');
/** The header of a gzip file: deflate, no name, no time, any system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** The JSON array of all chunks' rows as gzip (RFC 1952), in one member, because some clients read only the first. */
export function joinChunks(chunks: readonly ListChunk[]): Buffer {
  const parts = [GZIP_HEAD, OPEN];
  let crc = zlib.crc32('[');
  let length = 2;
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0) {
      parts.push(COMMA);
      crc = zlib.crc32(',', crc);
      length += 1;
    }
    parts.push(chunk.packed);
    crc = (multiplied(chunk.shift, crc) ^ chunk.crc) >>> 0;
    length += chunk.length;
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(zlib.crc32(']', crc), 0);
  tail.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([...parts, CLOSE, tail]);
}

// The checksum of two texts one after the other, from those of each: polynomials over GF(2), bits reversed, as in
// zlib's crc32_combine.

const POLYNOMIAL = 0xedb88320;

/** a(x) · b(x) modulo the checksum's polynomial. */
function multiplied(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return product >>> 0;
}

/** x to the power of 8 · `bytes`. */
function shiftBy(bytes: number): number {
  let power = 0x8000_0000;
  // x^8, squared once for each binary digit.
  let square = 0x0080_0000;
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiplied(square, power);
    square = multiplied(square, square);
  }
  return power;
}
