import { inReadingThread } from './in-reading-thread.ts';
import type { ReadingAnswer, ReadingTask } from './sheet-reading-program.ts';
import { SHEET_LIMITS, UnreadableSheet, type Sheet, type SheetLimits } from './sheet.ts';

const PROGRAM = { source: new URL('./sheet-reading-program.ts', import.meta.url), built: 'sheet-reading' };

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
  const own = new Uint8Array(bytes);
  const task: ReadingTask = { bytes: own, limits: within };
  const answer = await inReadingThread<ReadingAnswer>(PROGRAM, task, within, [own.buffer]);
  if ('unreadable' in answer) throw new UnreadableSheet(answer.unreadable);
  return answer.sheets;
}
