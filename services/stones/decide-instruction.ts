import type { CustomerState } from '#contracts/customer/index.ts';
import type {
  Actor,
  CustomerAccess,
  CustomerTerms,
  Frozen,
  InstructionPlaced,
  StoneEvent,
} from '#contracts/events/index.ts';
import { foldParcel, termsAt, type ParcelState, type ParcelView } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type Instant } from '#contracts/vocabulary/house-time.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { actionsOf, type Intent } from '#contracts/vocabulary/statuses.ts';
import { refuseAny, refuseUnlessActionsAllowed, unknownCustomer } from '#services/platform/refusal.ts';
import { asIfRecorded, LOOKED_AHEAD_TO } from './as-if-recorded.ts';

/**
 * The caller who instructs, and the customer. `seesValues`: limits and holdings may be named to the caller
 * (rule: Price modes).
 */
export type Instructing = { actor: Actor; staff: boolean; customerId: number; seesValues: boolean };

/** What every instruction has (rule: Instructions). */
export type OverParcels = {
  /** The line that every parcel is of; null for parcels of whatever lines. */
  line: Line | null;
  parcelNames: readonly string[];
  remarks?: string | null | undefined;
};

/** A parcel as the deciders take it: its record and what it comes to. */
export type Parcel = { state: ParcelState; view: ParcelView };

/** What an instruction is decided on, as it was loaded. */
export type InstructionState = {
  customer: CustomerState;
  /** In the order of the command's names. */
  parcels: readonly Parcel[];
};

export type Deciding = { who: Instructing; instructionId: string; now: Instant; zone: string };

/** What one kind of instruction means for a parcel: requested, returned or sold. */
export type IntentRules = {
  intent: Intent;
  /** Why the customer may never do it to this parcel; null when it may. */
  accessRefusal(parcel: Parcel, access: CustomerAccess): string | null;
  /** Why the parcel's status does not allow it now: all that finishing checks again (rule: Nothing half done). */
  statusRefusal(parcel: Parcel, customerId: number): string | null;
  /** What is recorded of the parcel with the instruction. */
  frozen(state: ParcelState, terms: CustomerTerms): Frozen | undefined;
  /** What it records on the parcel's stream. */
  effect(common: EffectFields, frozen: Frozen | undefined): StoneEvent;
};

type EffectFields = {
  customerId: number;
  instructionId: string;
  remarks: string | undefined;
  effectiveAt: Instant;
};

/**
 * What an instruction records, once it is checked whole on the customer and the parcels (rule: All or nothing). Pure. Throws
 * Refusal 402 naming each parcel and desire that does not allow it, 402 also without `allowActions`.
 * @param desires the carted desires that are requested with the parcels, each with why it cannot be
 */
export function decideInstruction(
  intentRules: IntentRules,
  { customer: { record }, parcels }: InstructionState,
  command: OverParcels,
  { who, instructionId, now, zone }: Deciding,
  desires: readonly { desireId: string; refusal: string | null }[] = [],
): InstructionPlaced {
  if (!record) throw unknownCustomer(who.customerId, 402);
  refuseUnlessActionsAllowed(who.staff, record.access);
  const refuseParcels = (refusalOf: (parcel: Parcel) => string | null): void =>
    refuseAny('PARCEL_REFUSED', (index) => `parcelNames.${index}`, parcels.map(refusalOf));
  refuseParcels((parcel) => parcelRefusal(intentRules, command.line, parcel, who.customerId, record.access));
  refuseAny(
    'PARCEL_REFUSED',
    (index) => `desires.${index}`,
    desires.map(({ refusal }) => refusal),
  );

  const effectiveAt = momentFor(parcels, now);
  const terms = termsAt(record.terms, houseDayOf(effectiveAt, zone), zone);
  const placed: InstructionPlaced = {
    instructionId,
    action: intentRules.intent,
    parcels: parcels.map(({ state }) => {
      const frozen = intentRules.frozen(state, terms);
      return { parcelName: state.parcelName, ...(frozen ? { frozen } : {}) };
    }),
    ...(desires.length > 0 ? { desires: desires.map(({ desireId }) => desireId) } : {}),
    remarks: command.remarks?.trim() || undefined,
    effectiveAt,
  };
  refuseParcels((parcel) =>
    foldRefusal(parcel, effectOf(intentRules, placed, parcel.state.parcelName, who.customerId), zone),
  );
  return placed;
}

/** What an instruction writes on one parcel's stream. */
export function effectOf(
  intentRules: IntentRules,
  { instructionId, remarks, effectiveAt, parcels }: InstructionPlaced,
  parcelName: string,
  customerId: number,
): StoneEvent {
  const frozen = parcels.find((row) => row.parcelName === parcelName)?.frozen;
  return intentRules.effect({ customerId, instructionId, remarks, effectiveAt }, frozen);
}

/** Why an action on a named parcel is refused before anything is written; null when it may go on. */
function parcelRefusal(
  intentRules: IntentRules,
  line: Line | null,
  parcel: Parcel,
  customerId: number,
  access: CustomerAccess,
): string | null {
  const expected = line ?? parcel.state.line;
  if (!parcel.state.listed || parcel.state.line !== expected)
    return `${LINE_FACTS[expected].noun} not found: ${parcel.state.parcelName}.`;
  return intentRules.accessRefusal(parcel, access) ?? intentRules.statusRefusal(parcel, customerId);
}

/**
 * Why a parcel cannot be returned or sold by this customer now; null when it can (product: Actions by status; rule:
 * Status).
 * @param done what it then is: 'returned', 'marked as sold'
 */
export function holdingRefusal(
  intent: 'RETURN' | 'SOLD',
  done: string,
  { state: { parcelName }, view }: Parcel,
  customerId: number,
): string | null {
  // Another customer's holding is not mentioned: a customer may not learn of it (rule: What one may not see).
  if (view.customerId !== customerId) return `${parcelName} is not in your inventory.`;
  if (actionsOf(view.status).includes(intent)) return null;
  const now = view.status === 'PENDING_RETURN' ? 'already on its way back' : view.status.toLowerCase();
  return `${parcelName} cannot be ${done} now: it is ${now}.`;
}

/**
 * Why an effect that the status allows would still not count where it is meant; null when it does. Status is everything
 * recorded, the fold goes by date (rule: Two axes), and a bare-dated document goes where it raises no anomaly (rule: Order
 * within a day). So an accepted request could vanish before an entry of a later date (another process' faster clock), and
 * a return be of a memo that a renewal of the same day has replaced, with fees for ever on the new one.
 */
export function foldRefusal({ state, view }: Parcel, effect: StoneEvent, zone: string): string | null {
  const after = foldParcel(asIfRecorded(state, effect), zone);
  const meant = view.spells.find(({ end }) => end === null);
  const has = after.spells.find(({ entryIds }) => entryIds.includes(LOOKED_AHEAD_TO));
  // Nothing is open before a request: it must open a spell that stays open, or be of one that does.
  const isWhereMeant = has && (meant ? has.key === meant.key : has.end === null);
  const today = houseDayOf(effect.data.effectiveAt, zone);
  if (after.anomalies.length > view.anomalies.length || (!isWhereMeant && after.entries.at(-1)!.day > today))
    return `${state.parcelName} has an entry of a later date. Please try again later.`;
  return isWhereMeant
    ? null
    : `${state.parcelName} has documents of today that come after this. Please try again tomorrow.`;
}

/** The moment of an instruction: now, or just after its parcels' newest intent when a clock elsewhere is ahead of ours. */
function momentFor(parcels: readonly Parcel[], now: Instant): Instant {
  const intents = parcels.flatMap(({ view }) =>
    view.entries.filter((entry) => 'instructionId' in entry).map((entry) => entry.effectiveAt),
  );
  const newest = intents.reduce((latest, at) => (at > latest ? at : latest), '');
  return newest < now ? now : new Date(Date.parse(newest) + 1).toISOString();
}
