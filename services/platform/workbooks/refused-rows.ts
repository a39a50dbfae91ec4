import { capitalised } from '#contracts/vocabulary/words.ts';
import { Refusal } from '../refusal.ts';

const MOST_SHOWN = 5;
/** A file of another kind has a fault in most of its rows, so only this many are listed. */
const MOST_LISTED = 1_000;

type FieldError = { field: string; message: string };
type RefusedRows = {
  /** What the message begins with, before the faults. */
  begins?: string;
  code: string;
  field: string;
  /** The faults by their fields; without them all at `field`, in the same words. */
  errors?: FieldError[];
  /** How many are not in the message: '3 more'. */
  leftInWords?: (left: number) => string;
};

/** The refusal (422) of a file with its faults in words: the first few in the message, up to 1,000 in `errors`. */
export function refusedRows(
  words: readonly string[],
  { begins = '', code, field, errors, leftInWords = (left) => `${left} more` }: RefusedRows,
): Refusal {
  const left = words.length - MOST_SHOWN;
  const faults = [...words.slice(0, MOST_SHOWN), ...(left > 0 ? [`and ${leftInWords(left)}`] : [])].join(
    '; ',
  );
  return new Refusal(422, `${capitalised(begins + faults)}.`, {
    code,
    field,
    errors: (errors ?? words.map((message) => ({ field, message }))).slice(0, MOST_LISTED),
  });
}
