import { base64BodyLimit, bytesOfField } from '#services/platform/http/index.ts';
import type { Refusal } from '#services/platform/refusal.ts';
import { orUnreadable, readSentSheets, refusedRows, type Sheet } from '#services/platform/workbooks/index.ts';
import type { NamedStore } from './ideal/ideal-reading.ts';
import { readIdealInThread } from './ideal/read-ideal-in-thread.ts';

const MB = 1024 * 1024;
const FIELD = 'excelBody';
/** An ideal has thousands of bins at most, a jeweller's stock some ten thousand rows (rule: Workbook limits). */
const LIMITS = { bytes: 16 * MB, expandedBytes: 128 * MB, rows: 50_000, columns: 300, cells: 2_000_000 };

export const UPLOAD_BODY_LIMIT = base64BodyLimit(LIMITS.bytes);

export type Upload = { file: Uint8Array; sheets: Sheet[] };

/** The sheets of a file in base64, .xlsx or CSV. Throws Refusal 422 for what is neither or passes a limit. */
export async function readUpload(base64: string): Promise<Upload> {
  const file = bytesOfField(FIELD, base64, LIMITS.bytes);
  return { file, sheets: await readSentSheets(file, LIMITS, FIELD) };
}

/** The ideal inventory of an upload's sheets, or its faults. Throws Refusal 422 for one that passes a limit. */
export const readSentIdeal = (
  sheets: readonly Sheet[],
  stores: readonly NamedStore[],
): ReturnType<typeof readIdealInThread> => orUnreadable(readIdealInThread({ sheets, stores }), FIELD);

/** The refusal of a file with its faults, in `errors` by their places. */
export function refusedFile(
  what: string,
  code: string,
  faults: readonly { place: string; message: string }[],
): Refusal {
  const words = faults.map(({ place, message }) => `${place} ${message}`);
  const errors = faults.map(({ place, message }) => ({ field: place, message }));
  return refusedRows(words, { begins: `${what}: `, code, field: FIELD, errors });
}
