/**
 * Reads one file in a thread of its own (rule: Workbook limits): a hostile one costs this thread, not the
 * server.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { readFile } from './read-file.ts';
import { UnreadableSheet, type Sheet, type SheetLimits } from './sheet.ts';

/** The task of the thread, and its answer. */
export type ReadingTask = { bytes: Uint8Array; limits: SheetLimits };
export type ReadingAnswer = { sheets: Sheet[] } | { unreadable: string };

async function answer({ bytes, limits }: ReadingTask): Promise<ReadingAnswer> {
  try {
    return { sheets: await readFile(bytes, limits) };
  } catch (error) {
    if (error instanceof UnreadableSheet) return { unreadable: error.message };
    throw error;
  }
}

parentPort?.postMessage(await answer(workerData as ReadingTask));
