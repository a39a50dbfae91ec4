import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { FOLDER_MARKER } from '#services/platform/files/index.ts';

/**
 * Copies a folder's files while others are written beside them, and gives their number; 0 where there is no such folder
 * yet. Left out is what has no place of its own yet (its name begins with a dot) and what is gone when its turn comes.
 * Throws the file system's other errors.
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true });
  let files = 0;
  for (const name of await namesIn(from)) {
    const [here, there] = [path.join(from, name), path.join(to, name)];
    const facts = await unlessGone(stat(here));
    if (facts?.isDirectory()) files += await copyFiles(here, there);
    else if (facts?.isFile() && (await unlessGone(copyFile(here, there).then(() => true)))) files += 1;
  }
  return files;
}

/** How many files `copyFiles` would copy. */
export async function countFiles(folder: string): Promise<number> {
  let files = 0;
  for (const name of await namesIn(folder)) {
    const facts = await unlessGone(stat(path.join(folder, name)));
    if (facts?.isDirectory()) files += await countFiles(path.join(folder, name));
    else if (facts?.isFile()) files += 1;
  }
  return files;
}

const namesIn = async (folder: string): Promise<string[]> =>
  ((await unlessGone(readdir(folder))) ?? []).filter(
    (name) => !name.startsWith('.') || name === FOLDER_MARKER,
  );

async function unlessGone<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
