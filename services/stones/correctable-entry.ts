import type { LiveEntry, ParcelState, ParcelView } from '#contracts/lifecycle/index.ts';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import { INTENTS, type Intent } from '#contracts/vocabulary/statuses.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** An entry that may be corrected: a request, a return or a sale. */
export type Correctable = LiveEntry & { type: Intent };

/** How a correction names the entry that it is about. */
export type NamedEntry = {
  /** Must equal the latest live entry's type (rule: Action must match). */
  intent: Intent;
  /** The entry that was shown; undefined means the latest one of that type. */
  eventId?: string | undefined;
};

/**
 * The entry that may be undone or back-dated now; undefined when the last live entry is a document or there is none. A
 * repricing is no entry of the history: it is passed over.
 */
export function correctableEntry(view: ParcelView): Correctable | undefined {
  const last = view.entries.findLast(({ type }) => type !== 'REPRICING');
  return last && isIntent(last) ? last : undefined;
}

/**
 * The parcel's last live entry, which a correction must name by its type, and by its id where it gives one (rule:
 * Corrections; rule: Action must match). Throws Refusal 402.
 */
export function entryToCorrect(
  { listed, line }: ParcelState,
  view: ParcelView,
  { intent, eventId }: NamedEntry,
): Correctable {
  const { noun } = LINE_FACTS[line];
  if (!listed) throw new Refusal(402, `${noun} not found.`, { field: 'parcelName' });
  const last = correctableEntry(view);
  if (!last) {
    throw new Refusal(
      402,
      'Only the last history entry can be corrected, and only a request, a return or a sale.',
      { code: 'NOT_CORRECTABLE', field: 'parcelName' },
    );
  }
  if (last.type !== intent) {
    throw new Refusal(
      402,
      `The last history entry is a ${last.type}, not a ${intent}. Reload the ${noun.toLowerCase()}.`,
      {
        code: 'NOT_LATEST',
        field: 'action',
      },
    );
  }
  if (eventId !== undefined && last.eventId !== eventId) {
    throw new Refusal(
      402,
      `The last history entry is now another ${intent}. Reload the ${noun.toLowerCase()}.`,
      { code: 'NOT_LATEST', field: 'eventId' },
    );
  }
  return last;
}

function isIntent(entry: LiveEntry): entry is Correctable {
  return INTENTS.some((one) => one === entry.type);
}
