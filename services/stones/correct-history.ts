import { stoneStream, type Actor, type StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, parcelFold, type ParcelState, type ParcelView } from '#contracts/lifecycle/index.ts';
import { momentName } from '#contracts/vocabulary/house-time.ts';
import {
  carryOut,
  deriveId,
  hashBody,
  loadStream,
  type CommandContext,
  type Loaded,
} from '#services/platform/commands/index.ts';
import { notAsSeen } from '#services/platform/refusal.ts';
import { asIfRecorded } from './as-if-recorded.ts';
import { decideChangeEventDate, type ChangeEventDate } from './change-event-date.ts';
import { decideRepriceSpell, type RepriceSpell } from './reprice-spell.ts';
import { decideUndoEvent, type UndoEvent } from './undo-event.ts';

/**
 * An administrator's correction of a parcel's history: of its last live entry, with a new date, or undone (rule:
 * Corrections), or of what a spell froze (rule: Freezing).
 */
export type Correction = (UndoEvent & Partial<Pick<ChangeEventDate, 'newDate'>>) | RepriceSpell;

/** What a correction wrote, or would write, and what the parcel was and is then. */
export type Corrected = { before: ParcelView; after: ParcelView; position: bigint | null };

/**
 * Carries `UndoEvent`, `ChangeEventDate` or `RepriceSpell` out. Repeated under its key it changes nothing. Throws Refusal
 * 402 when there is no such entry or spell or the date does not fit, 409 for the key of another body and when the parcel
 * has changed since its effect was shown (rule: Preview).
 * @param seen the place in the log up to which the parcel was known when the effect was shown
 */
export async function correctHistory(
  context: CommandContext,
  actor: Actor,
  correction: Correction,
  { key, seen }: { key: string; seen?: string | undefined },
): Promise<Corrected> {
  const { parcelName } = correction;
  const bodyHash = hashBody(bodyOf(correction));
  const scoped = { commandId: deriveId('correct', actor.username, key), bodyHash };
  const { state, events, position } = await carryOut(
    context,
    { stream: stoneStream(parcelName), fold: parcelFold },
    { commandId: key, actor, bodyHash, key: scoped },
    (parcel) => decide(context, parcel, correction),
    {
      before: async (loaded) => refuseUnlessSeen(context, loaded, seen),
      eventId: (index) =>
        deriveId('correct', actor.username, parcelName, key, ...(index === 0 ? [] : [index])),
    },
  );
  return { ...effectOf(context, state, events), position };
}

/** The effect of a correction without carrying it out (rule: Preview). Throws what `correctHistory` would. */
export async function previewCorrection(
  context: CommandContext,
  correction: Correction,
): Promise<Omit<Corrected, 'position'> & { events: StoneEvent[]; seen: string }> {
  const loaded = await loadStream(context, stoneStream(correction.parcelName), parcelFold);
  const events = decide(context, loaded.state, correction);
  return { ...effectOf(context, loaded.state, events), events, seen: placeOf(loaded) };
}

/** The place in the log of the parcel's newest event; 0 when there is none. */
const placeOf = ({ recent }: Pick<Loaded<unknown>, 'recent'>): string => String(recent.at(-1)?.position ?? 0);

function refuseUnlessSeen(
  { zone }: CommandContext,
  loaded: Loaded<ParcelState>,
  seen: string | undefined,
): void {
  if (seen === undefined || seen === placeOf(loaded)) return;
  const last = foldParcel(loaded.state, zone).entries.at(-1);
  const now = last
    ? `its last entry is the ${last.type} of ${momentName(last.effectiveAt, zone)}`
    : 'it has no entry';
  throw notAsSeen(loaded.state.parcelName, now);
}

/** What a repeated correction is compared by. */
function bodyOf(correction: Correction): object {
  const reason = correction.reason || null;
  if (!('intent' in correction)) return { ...correction, reason };
  const { intent: action, ...rest } = correction;
  return { action, ...rest, reason };
}

function decide({ clock, zone }: CommandContext, parcel: ParcelState, asked: Correction): StoneEvent[] {
  const now = clock().toISOString();
  if (!('intent' in asked)) return [decideRepriceSpell(parcel, asked, now, zone)];
  const { newDate, ...correction } = asked;
  return newDate === undefined
    ? decideUndoEvent(parcel, correction, now, zone)
    : decideChangeEventDate(parcel, { ...correction, newDate }, now, zone);
}

function effectOf(
  { zone }: CommandContext,
  parcel: ParcelState,
  events: readonly StoneEvent[],
): Omit<Corrected, 'position'> {
  const after = events.reduce(asIfRecorded, parcel);
  return { before: foldParcel(parcel, zone), after: foldParcel(after, zone) };
}
