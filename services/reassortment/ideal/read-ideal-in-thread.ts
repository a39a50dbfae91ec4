import { inReadingThread, SHEET_LIMITS, type SheetLimits } from '#services/platform/workbooks/index.ts';
import type { IdealTask } from './ideal-program.ts';
import type { readIdeal } from './read-ideal.ts';

const PROGRAM = { source: new URL('./ideal-program.ts', import.meta.url), built: 'ideal-reading' };
const LIMITS = { memoryMb: SHEET_LIMITS.memoryMb, timeMs: 20_000 };

/**
 * `readIdeal` off the main thread (rule: Workbook limits). Throws UnreadableSheet when it takes too long or too much
 * memory, Refusal 503 when too many files wait to be read.
 */
export const readIdealInThread = (
  task: IdealTask,
  limits: Pick<SheetLimits, 'memoryMb' | 'timeMs'> = LIMITS,
): Promise<ReturnType<typeof readIdeal>> => inReadingThread(PROGRAM, task, limits);
