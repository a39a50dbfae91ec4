import { Zip, ZipPassThrough } from 'fflate';

/** A file of an archive; `/` in its name makes folders. */
export type ZipEntry = { name: string; bytes: Uint8Array };

/** A fixed time, so that the same files give the same archive; archives store local time from 1980 on. */
const PINNED = '1980-01-01T00:00:00';

/**
 * Streams an archive with one file in memory at a time. Files are stored uncompressed, because PDFs and workbooks are
 * compressed already. Throws what the entries throw.
 */
export async function* zipped(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else chunks.push(chunk);
  });
  const written = function* (): Generator<Uint8Array> {
    if (failure) throw failure;
    yield* chunks.splice(0);
  };
  for await (const { name, bytes } of entries) {
    const file = new ZipPassThrough(name);
    file.mtime = PINNED;
    zip.add(file);
    file.push(bytes, true);
    yield* written();
  }
  zip.end();
  yield* written();
}
