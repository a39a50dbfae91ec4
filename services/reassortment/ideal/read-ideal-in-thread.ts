import { inReadingThread, SHEET_LIMITS, type SheetLimits } from '#services/platform/workbooks/index.ts';
import type { IdealTask } from './ideal-program.ts';
import type { readIdeal } from './read-ideal.ts';

/** The built program is next to the bundle; from source, as in tests, another one starts it. */
function program(): URL {
  const file = import.meta.url.endsWith('.ts') ? './ideal-from-source.mjs' : './ideal-reading.js';
  return new URL(file, import.meta.url);
}

const LIMITS = { memoryMb: SHEET_LIMITS.memoryMb, timeMs: 20_000 };

/**
 * `readIdeal` off the main thread (rule: Workbook limits). Throws UnreadableSheet when it takes too long or too much
 * memory, Refusal 503 when too many files wait to be read.
 */
export const readIdealInThread = (
  task: IdealTask,
  limits: Pick<SheetLimits, 'memoryMb' | 'timeMs'> = LIMITS,
): Promise<ReturnType<typeof readIdeal>> => inReadingThread(program(), task, limits);
