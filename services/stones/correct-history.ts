import { stoneStream, type Actor, type StoneEvent } from '#contracts/events/index.ts';
import {
  evolveParcel,
  foldParcel,
  parcelFold,
  type ParcelState,
  type ParcelView,
} from '#contracts/lifecycle/index.ts';
import {
  carryOut,
  deriveId,
  hashBody,
  loadStream,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import { decideChangeEventDate, type ChangeEventDate } from './change-event-date.ts';
import { decideUndoEvent, type UndoEvent } from './undo-event.ts';

/** An administrator's correction of the parcel's last live entry (rule: Corrections): with a new date, or undone. */
export type Correction = UndoEvent & Partial<Pick<ChangeEventDate, 'newDate'>>;

/** What a correction wrote, or would write, and what the parcel was and is then. */
export type Corrected = { before: ParcelView; after: ParcelView; position: bigint | null };

/**
 * Carries `UndoEvent` or `ChangeEventDate` out. Repeated under its key it changes nothing. Throws Refusal 402 when there
 * is no such entry or the date does not fit, 409 for the key of another body.
 */
export async function correctHistory(
  context: CommandContext,
  actor: Actor,
  correction: Correction,
  key: string,
): Promise<Corrected> {
  const { parcelName, intent: action, ...rest } = correction;
  const bodyHash = hashBody({ parcelName, action, ...rest, reason: correction.reason || null });
  const scoped = { commandId: deriveId('correct', actor.username, key), bodyHash };
  const { state, events, position } = await carryOut(
    context,
    { stream: stoneStream(parcelName), fold: parcelFold },
    { commandId: key, actor, bodyHash, key: scoped },
    (parcel) => [decide(context, parcel, correction)],
    { eventId: () => deriveId('correct', actor.username, parcelName, key) },
  );
  return { ...effectOf(context, state, events), position };
}

/** The effect of a correction without carrying it out (rule: Preview). Throws what `correctHistory` would. */
export async function previewCorrection(
  context: CommandContext,
  correction: Correction,
): Promise<Omit<Corrected, 'position'> & { event: StoneEvent }> {
  const { state } = await loadStream(context, stoneStream(correction.parcelName), parcelFold);
  const event = decide(context, state, correction);
  return { ...effectOf(context, state, [event]), event };
}

function decide(
  { clock, zone }: CommandContext,
  parcel: ParcelState,
  { newDate, ...correction }: Correction,
): StoneEvent {
  const now = clock().toISOString();
  return newDate === undefined
    ? decideUndoEvent(parcel, correction, now, zone)
    : decideChangeEventDate(parcel, { ...correction, newDate }, now, zone);
}

function effectOf(
  { zone }: CommandContext,
  parcel: ParcelState,
  events: readonly StoneEvent[],
): Omit<Corrected, 'position'> {
  const after = events.reduce((state, event) => {
    const { effectiveAt: recordedAt } = event.data;
    const place = { id: 'effect', position: Number.MAX_SAFE_INTEGER, recordedAt, by: '' };
    return evolveParcel(state, { ...event, ...place });
  }, parcel);
  return { before: foldParcel(parcel, zone), after: foldParcel(after, zone) };
}
