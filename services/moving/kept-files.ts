import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { flushFile } from '#services/platform/files/index.ts';

/** A file of a backup, by its name in the backup's folder; `sha256` is of its bytes. */
export type KeptFile = { readonly file: string; readonly sha256: string };

/** Compresses what a stream gives into a new file and brings it to the disk; gives its hash. Throws EEXIST. */
export async function keepCompressed(source: Readable, path: string): Promise<string> {
  const sha256 = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sha256.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(
    source,
    createGzip({ level: 4 }),
    hashing,
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  await flushFile(path);
  return sha256.digest('hex');
}

/** SHA-256 of a file's bytes, as hex. */
export async function sha256OfFile(path: string): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(path)) sha256.update(chunk as Buffer);
  return sha256.digest('hex');
}

/** The bytes of a compressed file as they were. */
export const uncompressed = (path: string): Readable => createReadStream(path).pipe(createGunzip());

/**
 * The lines of a compressed file. A line ends with a line feed and nothing else: later versions of Node's own reader of
 * lines end one at U+2028 and U+2029 too, which JSON leaves in its texts.
 */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const text of uncompressed(path).setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
