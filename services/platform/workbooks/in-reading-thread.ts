import type { TransferListItem } from 'node:worker_threads';
import { hasCode } from '../has-code.ts';
import { inThread, type ThreadProgram } from '../in-thread.ts';
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
  program: ThreadProgram,
  task: object,
  { memoryMb, timeMs }: Pick<SheetLimits, 'memoryMb' | 'timeMs'>,
  transferList: TransferListItem[] = [],
): Promise<Answer> {
  const options = { workerData: task, transferList, resourceLimits: { maxOldGenerationSizeMb: memoryMb } };
  return readers.take(async () => {
    const over = new AbortController();
    const tooLong = (): void => over.abort(new UnreadableSheet('Reading the file takes too long: split it.'));
    const timer = setTimeout(tooLong, timeMs);
    try {
      return await inThread(program, options, over.signal, (answer: Answer) => answer);
    } catch (error) {
      if (!hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY')) throw error;
      throw new UnreadableSheet('The file holds too much to be read in one go: split it.', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  });
}
