import { copyFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { flushFile, flushFolder, FOLDER_MARKER, makeFolder } from '#services/platform/files/index.ts';
import { unlessGone } from '#services/platform/has-code.ts';

/**
 * Copies a folder's files while others are written beside them, and brings the copies to the disk; nothing where there
 * is no such folder yet. What is gone when its turn comes is left out. Throws the file system's other errors.
 */
export async function copyFiles(from: string, to: string): Promise<void> {
  await makeFolder(to);
  const folders = new Set<string>();
  for await (const file of filesIn(from)) {
    const there = path.join(to, file);
    const folder = path.dirname(there);
    if (!folders.has(folder)) await makeFolder(folder);
    folders.add(folder);
    const isCopied = await unlessGone(copyFile(path.join(from, file), there).then(() => true));
    if (isCopied) await flushFile(there);
  }
  for (const folder of folders) await flushFolder(folder);
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
