import { Worker, type TransferListItem } from 'node:worker_threads';
import { Refusal } from '../refusal.ts';
import { turns } from '../turns.ts';
import { UnreadableSheet, type SheetLimits } from './sheet.ts';

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
 * What a program answers that reads a file or its sheets, off the main thread and within limits of memory and time, a
 * few side by side in a process (rule: Workbook limits). Throws UnreadableSheet when it passes a limit, Refusal 503 when
 * too many wait.
 */
export async function inReadingThread<Answer>(
  program: URL,
  task: object,
  limits: Pick<SheetLimits, 'memoryMb' | 'timeMs'>,
  transferList: TransferListItem[] = [],
): Promise<Answer> {
  return readers.take(() => answerOf<Answer>(program, task, limits, transferList));
}

async function answerOf<Answer>(
  program: URL,
  task: object,
  { memoryMb, timeMs }: Pick<SheetLimits, 'memoryMb' | 'timeMs'>,
  transferList: TransferListItem[],
): Promise<Answer> {
  const worker = new Worker(program, {
    workerData: task,
    transferList,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the reading of a file ended without an answer')));
      timer = setTimeout(
        () => reject(new UnreadableSheet('Reading the file takes too long: split it.')),
        timeMs,
      );
    });
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
