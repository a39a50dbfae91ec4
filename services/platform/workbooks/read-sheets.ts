import { Worker } from 'node:worker_threads';
import { Refusal } from '../refusal.ts';
import { turns } from '../turns.ts';
import type { ReadingAnswer, ReadingTask } from './sheet-reading-program.ts';
import { SHEET_LIMITS, UnreadableSheet, type Sheet, type SheetLimits } from './sheet.ts';

/** Each file has a thread of its own, so that a slow one does not hold up the others. */
const READERS = 3;
/** Files in memory that wait for a thread. */
const MOST_WAITING = 12;

const readers = turns(
  READERS,
  MOST_WAITING,
  () =>
    new Refusal(503, 'Many files are being read at the moment: please try again in a minute.', {
      code: 'READERS_BUSY',
    }),
);

/**
 * The sheets of an .xlsx workbook or a CSV file, distinguished by their bytes, read off the main thread
 * within limits of size, memory and time (rule: Workbook limits), a few files side by side in a process.
 * Throws UnreadableSheet, with words that name the fix, when the file is neither, is damaged or passes a limit;
 * nothing of it is returned then. Throws Refusal 503 when too many files wait to be read.
 */
export async function readSheets(bytes: Uint8Array, limits: Partial<SheetLimits> = {}): Promise<Sheet[]> {
  const within = { ...SHEET_LIMITS, ...limits };
  if (bytes.byteLength === 0) throw new UnreadableSheet('The file is empty.');
  if (bytes.byteLength > within.bytes)
    throw new UnreadableSheet(
      `The file is larger than ${Math.floor(within.bytes / 1024 / 1024)} MB: split it.`,
    );
  return readers.take(() => inThread(new Uint8Array(bytes), within));
}

/** The built program is next to the bundle; from source, as in tests, another one starts it. */
function program(): URL {
  const file = import.meta.url.endsWith('.ts') ? './reading-from-source.mjs' : './sheet-reading.js';
  return new URL(file, import.meta.url);
}

async function inThread(bytes: Uint8Array<ArrayBuffer>, limits: SheetLimits): Promise<Sheet[]> {
  const worker = new Worker(program(), {
    workerData: { bytes, limits } satisfies ReadingTask,
    transferList: [bytes.buffer],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<ReadingAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the reading of a file ended without an answer')));
      timer = setTimeout(
        () => reject(new UnreadableSheet('Reading the file takes too long: split it.')),
        limits.timeMs,
      );
    });
    if ('unreadable' in answer) throw new UnreadableSheet(answer.unreadable);
    return answer.sheets;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw new UnreadableSheet('The file holds too much to be read in one go: split it.', { cause: error });
    }
    throw error;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
