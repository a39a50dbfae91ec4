import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

const isWindows = process.platform === 'win32';

/** Brings a file that was written to the disk. Throws the file system's errors. */
export async function flushFile(file: string): Promise<void> {
  // Windows flushes only what may be written; elsewhere a file that may only be read is flushed too.
  const handle = await open(file, isWindows ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same of a folder's entries. Does nothing on Windows, which refuses to open folders and so cannot flush them. */
export async function flushFolder(folder: string): Promise<void> {
  if (!isWindows) await flushFile(folder);
}

/** Makes a folder with those above it; a new one is durable only once its parent is flushed. */
export async function makeFolder(asked: string): Promise<void> {
  const folder = path.resolve(asked);
  const topmost = await mkdir(folder, { recursive: true });
  if (topmost === undefined) return;
  for (let made = folder; made.length >= topmost.length; made = path.dirname(made))
    await flushFolder(path.dirname(made));
}
