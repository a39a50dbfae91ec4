import type { CustomerAccess, CustomerTerms, Frozen } from '#contracts/events/index.ts';
import type { StoneEvent } from '#contracts/events/index.ts';
import {
  customerPrice,
  evolveParcel,
  foldParcel,
  type ParcelState,
  type ParcelView,
} from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { actionsOf, type Intent } from '#contracts/vocabulary/statuses.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';

/** A parcel as the deciders take it: its record and what it comes to. */
export type Parcel = { state: ParcelState; view: ParcelView };

/**
 * Why the parcel's status does not allow the action now; null when it does (product: Actions by status; rule:
 * Status). This is all that finishing an instruction checks again (rule: Nothing half done).
 */
export function statusRefusal(action: Intent, { state, view }: Parcel, customerId: number): string | null {
  const name = state.parcelName;
  if (action === 'REQUEST') return view.status === 'AVAILABLE' ? null : `${name} is no longer available.`;
  // Another customer's holding is not mentioned: a customer may not learn of it (rule: What one may not see).
  if (view.customerId !== customerId) return `${name} is not in your inventory.`;
  if (actionsOf(view.status).includes(action)) return null;
  const word = action === 'RETURN' ? 'returned' : 'marked as sold';
  return `${name} cannot be ${word} now: it is ${statusWords(view)}.`;
}

function statusWords(view: ParcelView): string {
  return view.status === 'PENDING_RETURN' ? 'already on its way back' : view.status.toLowerCase();
}

/**
 * Why an effect that the status allows would still not count: an entry dated later stands in its way (a
 * document of tomorrow's date, another process' faster clock). Status is everything recorded, the fold goes
 * by date (rule: Two axes); without this an accepted request could vanish in it. Null when it counts.
 */
export function foldRefusal({ state, view }: Parcel, effect: StoneEvent, zone: string): string | null {
  const fact = {
    ...effect,
    id: 'effect',
    position: Number.MAX_SAFE_INTEGER,
    recordedAt: state.lastRecordedAt,
    by: '',
  };
  const after = foldParcel(evolveParcel(state, fact), zone);
  return after.anomalies.length > view.anomalies.length
    ? `${state.parcelName} has an entry of a later date. Please try again later.`
    : null;
}

/** The moment of an instruction: now, or just after its parcels' newest intent when a clock elsewhere is ahead of ours. */
export function momentFor(parcels: readonly Parcel[], now: Instant): Instant {
  const intents = parcels.flatMap(({ view }) =>
    view.entries.filter((entry) => 'instructionId' in entry).map((entry) => entry.effectiveAt),
  );
  const newest = intents.reduce((latest, at) => (at > latest ? at : latest), '');
  return newest < now ? now : new Date(Date.parse(newest) + 1).toISOString();
}

/**
 * Why the customer may not request from this line, or this stone; null when it may (rule: All or nothing).
 * Binds staff too.
 */
export function accessRefusal({ state }: Parcel, access: CustomerAccess): string | null {
  const needs = LINE_FACTS[state.line].needs;
  if (needs && !access[needs]) return `${state.parcelName} is of a line that is not open to you.`;
  if (state.attributes.lab === 'FM' && !access.fmAllowed)
    return `${state.parcelName} is certified by FM, which is not open to you.`;
  return null;
}

/** What a request freezes: the prices and attributes shown now (rule: Freezing). Cents. */
export function frozenNow(state: ParcelState, terms: CustomerTerms): Frozen {
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

/** Why an action on a named parcel is refused before anything is written; null when it may go on. */
export function parcelRefusal(
  action: Intent,
  line: Line,
  parcel: Parcel,
  customerId: number,
  access: CustomerAccess,
): string | null {
  if (!parcel.state.listed || parcel.state.line !== line)
    return `${LINE_FACTS[line].noun} not found: ${parcel.state.parcelName}.`;
  return (
    (action === 'REQUEST' ? accessRefusal(parcel, access) : null) ?? statusRefusal(action, parcel, customerId)
  );
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
