import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { contentTypeOf, FilesUnavailable, type FileStore } from './file-store.ts';
import { messageOf } from '../message-of.ts';
import { unlessGone } from '../has-code.ts';
import { flushFolder, makeFolder } from './to-disk.ts';

/**
 * Files in a folder, which is created with the first file. A file is written next to its place, flushed and renamed, so
 * that a crash leaves either the former file or the new one.
 */
export function folderStore(folder: string): FileStore {
  const root = path.resolve(folder);
  const placeOf = (key: string): string => path.join(root, ...key.split('/'));

  return {
    async put(key, bytes) {
      contentTypeOf(key);
      const place = placeOf(key);
      try {
        await makeFolder(path.dirname(place));
        await replaceWhole(place, bytes);
      } catch (cause) {
        throw new FilesUnavailable(`${place} could not be written: ${messageOf(cause)}`, { cause });
      }
    },

    async get(key) {
      const contentType = contentTypeOf(key);
      const bytes = await unlessMissing(readFile(placeOf(key)));
      return bytes && { bytes, size: bytes.length, contentType };
    },

    async head(key) {
      const contentType = contentTypeOf(key);
      const facts = await unlessMissing(stat(placeOf(key)));
      return facts?.isFile() ? { size: facts.size, contentType } : undefined;
    },

    async remove(key) {
      contentTypeOf(key);
      await unlessMissing(rm(placeOf(key)));
    },
  };
}

async function replaceWhole(place: string, bytes: Uint8Array): Promise<void> {
  const beside = path.join(path.dirname(place), `.${randomUUID()}`);
  try {
    await writeThrough(beside, bytes);
    await rename(beside, place);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await flushFolder(path.dirname(place));
}

async function writeThrough(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o640);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The errors that mean 'no such file': also a folder in a file's place, and a file in a folder's place. */
const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR'];

const unlessMissing = <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> =>
  orUnavailable(unlessGone(asked, MISSING));

/** What is asked of a folder of files. Throws FilesUnavailable where that fails. */
export const orUnavailable = <Answer>(asked: Promise<Answer>): Promise<Answer> =>
  asked.catch((cause: unknown) => {
    throw new FilesUnavailable(`The folder of files cannot be read: ${messageOf(cause)}`, { cause });
  });
