import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { FOLDER_MARKER } from '#services/platform/files/index.ts';
import { unlessGone } from '#services/platform/has-code.ts';

/**
 * Copies a folder's files while others are written beside them; nothing where there is no such folder yet. What is gone
 * when its turn comes is left out. Throws the file system's other errors.
 */
export async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for await (const file of filesIn(from)) {
    const there = path.join(to, file);
    await mkdir(path.dirname(there), { recursive: true });
    await unlessGone(copyFile(path.join(from, file), there));
  }
}

/** The files in a folder and below, by their path in it, without those that have no place of their own yet (.name). */
export async function* filesIn(folder: string, below = ''): AsyncGenerator<string> {
  for (const name of await namesIn(path.join(folder, below))) {
    const file = path.join(below, name);
    const facts = await unlessGone(stat(path.join(folder, file)));
    if (facts?.isDirectory()) yield* filesIn(folder, file);
    else if (facts?.isFile()) yield file;
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  ((await unlessGone(readdir(folder))) ?? []).filter(
    (name) => !name.startsWith('.') || name === FOLDER_MARKER,
  );
