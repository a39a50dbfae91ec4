import type { CustomerRecord } from '#contracts/customer/index.ts';
import type { CustomerAccess, CustomerTerms, Frozen, InstructionPlaced } from '#contracts/events/index.ts';
import { customerPrice, termsAt, type ParcelState } from '#contracts/lifecycle/index.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import { moneyWords, type Cents } from '#contracts/vocabulary/money.ts';
import { Refusal, refuseAny } from '#services/platform/refusal.ts';
import {
  decideInstruction,
  type Deciding,
  type Instructing,
  type InstructionState,
  type IntentRules,
  type OverParcels,
  type Parcel,
} from './decide-instruction.ts';

/** The customer wants parcels on memo, at the prices shown now, together with desires of its cart. */
export type RequestStones = OverParcels & {
  /** Carted desires that are requested with the parcels, which may then be none (product: Desire calls). */
  desireIds?: readonly string[];
};

/** What a request is decided on beside the customer and the parcels. */
export type RequestState = InstructionState & {
  /** Of each desire, why it cannot be requested. */
  desireRefusals: readonly (string | null)[];
  /** Pieces of models that are not open to this customer. */
  closed: ReadonlySet<string>;
};

export const requesting: IntentRules = {
  intent: 'REQUEST',
  accessRefusal,
  statusRefusal: ({ state, view }) =>
    view.status === 'AVAILABLE' ? null : `${state.parcelName} is no longer available.`,
  frozen: frozenNow,
  effect(common, frozen) {
    if (!frozen) throw new Error(`a parcel requested by ${common.instructionId} has no frozen prices`);
    return { type: 'StoneRequested', data: { ...common, frozen } };
  },
};

/**
 * Pure. Throws Refusal 402 naming each parcel and desire that cannot be requested, 402 also without `allowActions`. The
 * maximum is checked apart.
 */
export function decideRequestStones(
  state: RequestState,
  command: RequestStones,
  deciding: Deciding,
): InstructionPlaced {
  const { desireIds = [], parcelNames } = command;
  refuseAny(
    'PARCEL_REFUSED',
    (index) => `parcelNames.${index}`,
    parcelNames.map((name) =>
      state.closed.has(name) ? `${LINE_FACTS.jewellery.noun} not found: ${name}.` : null,
    ),
  );
  const desires = desireIds.map((desireId, index) => ({
    desireId,
    refusal: state.desireRefusals[index] ?? null,
  }));
  return decideInstruction(requesting, state, command, deciding, desires);
}

/**
 * Why the customer may not request from this line, or this stone; null when it may (rule: All or nothing).
 * Binds staff too.
 */
function accessRefusal({ state }: Parcel, access: CustomerAccess): string | null {
  const needs = LINE_FACTS[state.line].needs;
  if (needs && !access[needs]) return `${state.parcelName} is of a line that is not open to this account.`;
  if (state.attributes.lab === 'FM' && !access.fmAllowed)
    return `${state.parcelName} is certified by FM, which is not open to this account.`;
  return null;
}

/** What a request freezes: the prices and attributes shown now (rule: Freezing). Cents. */
function frozenNow(state: ParcelState, terms: CustomerTerms): Frozen {
  const price = state.prices.at(-1);
  if (!price) throw new Error(`${state.parcelName} has no price`);
  return {
    customerPriceCents: customerPrice(
      price.totalCents,
      terms.giaRoundDiscountPpm,
      state.line,
      state.attributes,
    ),
    listPriceCents: price.totalCents,
    costCents: price.costCents,
    giaRoundDiscountPpm: terms.giaRoundDiscountPpm,
    attributes: state.attributes,
  };
}

/** The customer's maximum inventory at the moment of a request, in cents; 0 when none is set (rule: Maximum inventory). */
export function maximumFor(record: CustomerRecord, { effectiveAt }: InstructionPlaced, zone: string): Cents {
  return termsAt(record.terms, houseDayOf(effectiveAt, zone), zone).maxInventoryCents;
}

/**
 * Refuses (402) a request that goes over the maximum inventory (rule: Maximum inventory). Pure.
 * @param exposure what the customer holds and has requested, in cents
 * @param maximum in cents; 0 means unset
 */
export function refuseOverMaximum(
  { parcels, remarks }: InstructionPlaced,
  who: Instructing,
  exposure: Cents,
  maximum: Cents,
): void {
  const request = parcels.reduce((sum, { frozen }) => sum + (frozen?.customerPriceCents ?? 0), 0);
  if (withinMaximum(exposure, request, maximum, who.staff && remarks !== undefined)) return;
  const figures = who.seesValues ? `: ${moneyWords(exposure + request)} of ${moneyWords(maximum)}` : '';
  const advice = who.staff
    ? 'Add a remark to go over it.'
    : 'Return something first, or ask your sales representative.';
  throw new Refusal(402, `This request goes over the maximum inventory${figures}. ${advice}`, {
    code: 'OVER_MAXIMUM',
    field: 'parcelNames',
  });
}

/**
 * True when `exposure` and the request together stay within `maxInventory`; 0 means unset (rule: Maximum
 * inventory). Staff may go over it with a remark.
 */
export function withinMaximum(
  exposure: Cents,
  request: Cents,
  maximum: Cents,
  staffRemark: boolean,
): boolean {
  return maximum === 0 || exposure + request <= maximum || staffRemark;
}
