import { bytesOf } from '#services/invoices/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { readSheets, UnreadableSheet, type Sheet } from '#services/platform/workbooks/index.ts';

const MB = 1024 * 1024;
const FIELD = 'excelBody';
/** An ideal has thousands of bins at most, a jeweller's stock some ten thousand rows (rule: Workbook limits). */
const LIMITS = { bytes: 16 * MB, expandedBytes: 128 * MB, rows: 50_000, columns: 300, cells: 2_000_000 };

/** A body with a file of that size in base64. */
export const UPLOAD_BODY_LIMIT = Math.ceil((LIMITS.bytes * 4) / 3) + 64 * 1024;

export type Upload = { file: Uint8Array; sheets: Sheet[] };

/** The sheets of a file in base64, .xlsx or CSV. Throws Refusal 422 for what is neither or passes a limit. */
export async function readUpload(base64: string): Promise<Upload> {
  const file = bytesOf(FIELD, base64, LIMITS.bytes);
  try {
    return { file, sheets: await readSheets(file, LIMITS) };
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error;
    throw new Refusal(422, error.message, { code: 'UNREADABLE_FILE', field: FIELD });
  }
}

const MOST_SHOWN = 5;
/** A file of another kind has a fault in most of its cells, so only this many are listed. */
const MOST_LISTED = 1_000;

/** The refusal of a file with its faults: the first few in the message, all of them in `errors`. */
export function refusedFile(
  what: string,
  code: string,
  faults: readonly { place: string; message: string }[],
): Refusal {
  const words = faults.map(({ place, message }) => `${place} ${message}`);
  const left = words.length - MOST_SHOWN;
  const more = left > 0 ? `; and ${left} more` : '';
  return new Refusal(422, `${what}: ${words.slice(0, MOST_SHOWN).join('; ')}${more}.`, {
    code,
    field: FIELD,
    errors: faults.slice(0, MOST_LISTED).map(({ place, message }) => ({ field: place, message })),
  });
}
