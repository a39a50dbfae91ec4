import type { Actor } from '#contracts/events/index.ts';
import { stoneStream, type StoneEvent } from '#contracts/events/index.ts';
import {
  evolveParcel,
  foldParcel,
  type LiveEntry,
  type ParcelState,
  type ParcelView,
} from '#contracts/lifecycle/index.ts';
import {
  earliestInstant,
  instantSchema,
  houseInstant,
  type Instant,
} from '#contracts/vocabulary/house-time.ts';
import { INTENTS, type Intent } from '#contracts/vocabulary/statuses.ts';
import {
  appendEvents,
  deriveId,
  hashBody,
  loadStream,
  onFreshStream,
  underItsKey,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { parcelFold } from './parcel-fold.ts';

/** An administrator's correction of the parcel's last live entry (rule: Corrections). */
export type Correction = {
  parcelName: string;
  /** Must equal the latest live entry's type (rule: Action must match). */
  action: Intent;
  reason?: string | null | undefined;
  /** Change date to this; undo when left out. */
  newDate?: Instant;
};

/** What a correction wrote, or would write, and what the parcel was and is then. */
export type Corrected = { before: ParcelView; after: ParcelView; position: bigint | null };

/**
 * Undo (`EventUndone`) or change date (`EventDateChanged`) of the parcel's last live entry, which must be an intent.
 * Repeated under its key it changes nothing. Throws Refusal 402 when there is no such entry or the date does not fit,
 * 409 for the key of another body.
 */
export async function correctHistory(
  context: CommandContext,
  actor: Actor,
  correction: Correction,
  key: string,
): Promise<Corrected> {
  const commandId = deriveId('correct', actor.username, key);
  const bodyHash = hashBody({ ...correction, reason: correction.reason || null });
  return underItsKey(context, { commandId, bodyHash }, () =>
    correctOnce(context, actor, correction, key, bodyHash),
  );
}

async function correctOnce(
  context: CommandContext,
  actor: Actor,
  correction: Correction,
  key: string,
  bodyHash: string,
): Promise<Corrected> {
  const id = deriveId('correct', actor.username, correction.parcelName, key);
  return onFreshStream(context, stoneStream(correction.parcelName), parcelFold, async (loaded) => {
    const before = foldParcel(loaded.state, context.zone);
    const written = loaded.recent.find((event) => event.id === id);
    if (written) {
      const known = await bodyHashOf(context, loaded.stream, id);
      if (known !== bodyHash)
        throw new Refusal(409, 'This idempotency key was used for another correction: use a new key.', {
          code: 'KEY_REUSED',
          field: 'idempotency-key',
        });
      return { before, after: before, position: BigInt(written.position) };
    }
    const event = {
      ...decideCorrection(loaded.state, before, correction, context.clock().toISOString(), context.zone),
      id,
    };
    const position = await appendEvents(context, loaded, [event], { commandId: key, actor, bodyHash });
    return { before, after: afterwards(loaded.state, event, context.zone), position };
  });
}

/** The effect of a correction without carrying it out (rule: Preview). Throws what `correctHistory` would. */
export async function previewCorrection(
  context: CommandContext,
  correction: Correction,
): Promise<Omit<Corrected, 'position'> & { event: StoneEvent }> {
  const { state } = await loadStream(context, stoneStream(correction.parcelName), parcelFold);
  const before = foldParcel(state, context.zone);
  const event = {
    ...decideCorrection(state, before, correction, context.clock().toISOString(), context.zone),
    id: 'preview',
  };
  return { before, after: afterwards(state, event, context.zone), event };
}

/** Pure: the correcting event. `now` is an instant; refusals as above. */
export function decideCorrection(
  state: ParcelState,
  view: ParcelView,
  correction: Correction,
  now: Instant,
  zone: string,
): Extract<StoneEvent, { type: 'EventUndone' | 'EventDateChanged' }> {
  if (!state.listed) throw new Refusal(402, 'Stone not found.', { field: 'parcelName' });
  const last = view.entries.at(-1);
  if (!last || !isIntent(last)) {
    throw new Refusal(
      402,
      'Only the last history entry can be corrected, and only a request, a return or a sale.',
      { code: 'NOT_CORRECTABLE', field: 'parcelName' },
    );
  }
  if (last.type !== correction.action) {
    throw new Refusal(
      402,
      `The last history entry is a ${last.type}, not a ${correction.action}. Reload the stone.`,
      { code: 'NOT_LATEST', field: 'action' },
    );
  }
  const common = { eventId: last.eventId, reason: correction.reason?.trim() || undefined, effectiveAt: now };
  if (correction.newDate === undefined) return { type: 'EventUndone', data: common };
  if (correction.newDate > now)
    throw new Refusal(402, 'The new date lies in the future.', { code: 'DATE_IN_FUTURE', field: 'newDate' });
  const earlier = view.entries
    .slice(0, -1)
    .find((entry) => earliestInstant(entry.effectiveAt, zone) >= correction.newDate!);
  if (earlier)
    throw new Refusal(
      402,
      `The new date must be later than the ${earlier.type} of ${earlier.effectiveAt.slice(0, 10)}.`,
      { code: 'DATE_BEFORE_EARLIER_ENTRY', field: 'newDate' },
    );
  return { type: 'EventDateChanged', data: { ...common, newDate: correction.newDate } };
}

/** The entry that may be undone or back-dated now; undefined when the last live entry is none of ours. */
export function correctableEntry(view: ParcelView): (LiveEntry & { type: Intent }) | undefined {
  const last = view.entries.at(-1);
  return last && isIntent(last) ? last : undefined;
}

/**
 * A date-time as people and programs write it, as an instant; without an offset it is in the house's time
 * zone (rule: Units on the wire). Throws Refusal 402 'Not a valid date.'
 */
export function readNewDate(text: string, zone: string): Instant {
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))?(Z|[+-]\d{2}:?\d{2})?$/.exec(
      text.trim(),
    );
  const [, day, time, offset] = match ?? [];
  const wall = day === undefined ? NaN : Date.parse(`${day}T${time ?? '00:00'}${offset ?? 'Z'}`);
  const dayIsReal = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (Number.isNaN(wall) || !dayIsReal)
    throw new Refusal(402, 'Not a valid date.', { field: 'newDate', code: 'NOT_A_DATE' });
  const instant =
    offset === undefined
      ? houseInstant(day, wall - Date.parse(`${day}T00:00:00Z`), zone)
      : new Date(wall).toISOString();
  return instantSchema.parse(instant);
}

function isIntent(entry: LiveEntry): entry is LiveEntry & { type: Intent } {
  return INTENTS.some((intent) => intent === entry.type);
}

function afterwards(state: ParcelState, event: StoneEvent & { id: string }, zone: string): ParcelView {
  const fact = { ...event, position: Number.MAX_SAFE_INTEGER, recordedAt: event.data.effectiveAt, by: '' };
  return foldParcel(evolveParcel(state, fact), zone);
}

async function bodyHashOf(context: CommandContext, stream: string, id: string): Promise<unknown> {
  for await (const recorded of context.events.readStream(stream, { direction: 'backwards', maxCount: 200 })) {
    if (recorded.id === id) return recorded.metadata['bodyHash'];
  }
  return undefined;
}
