import type { CorrectionPreview } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';

type OfParcel = { line: Line; parcelName: string };

/** A correction of a parcel's last entry: an undo or, with a date, a change of date (rule: Corrections). */
export type EntryCorrection = OfParcel & {
  action: Intent;
  /** Another entry than the one that was shown is not corrected, also one of the same type. */
  eventId: string;
  /** A wall-clock time of the house, YYYY-MM-DDTHH:mm, sent as it was typed (rule: Units on the wire). */
  newDate?: string;
};

/** New values of what a customer's spell freezes, in dollars (rule: Freezing). */
type Repricing = OfParcel & {
  customerId: number;
  customerPrice: number;
  listPrice: number;
  cost: number;
  /** From when on, as `newDate`; now where it is left out. */
  effectiveAt?: string;
};

export type Correction = EntryCorrection | Repricing;

/**
 * The codes that refuse a correction of what has changed since its effect was shown: another place in the log, another
 * last entry, or none that can be corrected (rule: Preview; rule: Action must match).
 */
export const CHANGED_CODES: readonly string[] = ['CHANGED_MEANWHILE', 'NOT_LATEST', 'NOT_CORRECTABLE'];

/** How an application makes the two calls; each fails with an error whose message can be shown. */
export type CorrectionCalls = {
  preview: (correction: Correction) => Promise<CorrectionPreview>;
  /** `seen` is that of the effect that was shown. */
  correct: (correction: Correction, how: { reason: string; seen: string | undefined }) => Promise<void>;
  /** True of the failure to correct what has changed since its effect was shown. */
  hasChanged: (failure: unknown) => boolean;
};

/** Where a correction is posted, and what: it is carried out for a reason, which may be empty, or only previewed. */
export function correctionCall(
  { line, ...correction }: Correction,
  how: { preview: true } | { reason: string; seen: string | undefined },
): { path: string; body: object } {
  const call =
    'customerPrice' in correction ? 'reprice' : correction.newDate === undefined ? 'undo' : 'change_date';
  const remarks = 'reason' in how && how.reason !== '' ? { remarks: how.reason } : {};
  const shown = 'preview' in how ? { preview: true } : { seen: how.seen };
  return { path: `${LINE_FACTS[line].prefix}/${call}`, body: { ...correction, ...remarks, ...shown } };
}
