import { hash } from 'node:crypto';
import type { Bill } from '#contracts/billing/index.ts';
import type { Opening } from '#contracts/customer/index.ts';
import type { CustomerTerms, VendorTerms } from '#contracts/events/index.ts';
import {
  foldParcel,
  limitSince,
  parcelKnownAt,
  termsAt,
  type ParcelState,
  type ParcelView,
  type TermsChange,
} from '#contracts/lifecycle/index.ts';
import { canonicalJson } from '#contracts/vocabulary/canonical-json.ts';
import { houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import {
  billableSpells,
  dayNumber,
  type BillableSpell,
  type DayNumber,
  type DocumentEntry,
} from './billable-spells.ts';
import { type Month, monthOf } from '#contracts/vocabulary/months.ts';

/** A change of terms with both of its dates and who made it. */
export type TermsFact<Terms> = TermsChange<Terms> & {
  readonly recordedAt: string;
  readonly position: number;
  readonly eventId: string;
  readonly by: string;
  readonly reason?: string | undefined;
};

/** A customer's change of terms; with an opening it says where billing begins, and changes none. */
export type CustomerTermsFact = TermsFact<CustomerTerms> & { readonly opening?: Opening };

/** Everything recorded that a customer's bills are made of, as read from a read model or from the log itself. */
export type BillingFacts = {
  readonly customerId: number;
  /** In the order recorded, the registration first. */
  readonly terms: readonly CustomerTermsFact[];
  /** Every parcel of which the customer ever had an entry, by name. */
  readonly parcels: readonly ParcelState[];
  readonly vendors: ReadonlyMap<number, readonly TermsFact<VendorTerms>[]>;
  /** Every version of every bill issued. */
  readonly bills: readonly Bill[];
};

/** What of a customer's facts as known at a cut is not of one parcel. */
export type Standing = {
  readonly customerId: number;
  readonly zone: string;
  readonly position: number;
  readonly terms: readonly CustomerTermsFact[];
  readonly vendors: ReadonlyMap<number, readonly TermsFact<VendorTerms>[]>;
  readonly registeredOn: HouseDay;
  /** Where billing begins, when the house has set it (rule: Billing begins on). */
  readonly opening: Opening | undefined;
  /** The first day whose terms have a minimum: the true-up is not active before. */
  readonly minimumSince: HouseDay;
  /** The newest version of each month's bill that was known. */
  readonly issued: ReadonlyMap<Month, Bill>;
};

/** A customer's facts as known at a cut, folded once; every month's bill is computed from them. */
export type Account = Standing & {
  /** Those of which the customer had an entry by then, by name. */
  readonly parcels: readonly FoldedParcel[];
  readonly spells: readonly BillableSpell[];
};

export type FoldedParcel = {
  readonly state: ParcelState;
  readonly view: ParcelView;
  readonly spells: readonly BillableSpell[];
  /** The customer's CREDITs that found no invoice to take back. */
  readonly strayCredits: readonly DocumentEntry[];
  /** The first and the last day on which it can have a line: a month outside of them is passed over. */
  readonly from: DayNumber;
  readonly to: DayNumber;
  readonly hash: () => string;
};

/** Parcels folded before, by the last position that concerns them: one change folds one parcel again. */
type FoldCache = Map<string, FoldedParcel>;

/** A customer's accounts at any log position; each is computed once and shared by everything that uses it. */
export type Accounts = {
  readonly facts: BillingFacts;
  /** The house's time zone. */
  readonly zone: string;
  /** Whether the customer was registered by then: there is no account before. */
  isKnownAt(position: number): boolean;
  /** The account as known at a log position. Throws Error when the customer was not registered by then. */
  at(position: number): Account;
  /** What is known beside the parcels, with every vendor. Throws Error when the customer was not registered by then. */
  standingAt(position: number): Standing;
  /** One parcel; undefined while the customer had no entry of it. */
  parcelAt(parcelName: string, position: number): FoldedParcel | undefined;
  /** The accounts if these facts took the place of the recorded ones. */
  supposing(changes: Partial<BillingFacts>): Accounts;
};

/** An explanation may go through thousands of positions. */
const MOST_KEPT = 16;

/** The accounts that a customer's facts give. */
export function accountsOf(facts: BillingFacts, zone: string): Accounts {
  return accountsWith(facts, zone, new Map());
}

function accountsWith(facts: BillingFacts, zone: string, folded: FoldCache): Accounts {
  const accounts = new Map<number, Account>();
  const states = new Map(facts.parcels.map((state) => [state.parcelName, state]));
  return {
    facts,
    zone,
    isKnownAt: (position) => facts.terms.some((row) => row.position <= position),
    at(position) {
      const kept = accounts.get(position);
      if (kept) return kept;
      const account = accountAt(facts, position, zone, folded);
      if (accounts.size >= MOST_KEPT) accounts.clear();
      accounts.set(position, account);
      return account;
    },
    standingAt: (position) => standingAt(facts, position, zone),
    parcelAt: (parcelName, position) =>
      parcelAt(states.get(parcelName)!, facts.customerId, position, zone, folded),
    supposing: (changes) => accountsWith({ ...facts, ...changes }, zone, folded),
  };
}

/** The newest version of a month's bill; undefined when none was issued. */
export const newestBillOf = ({ bills }: BillingFacts, month: Month): Bill | undefined =>
  bills.findLast((bill) => bill.month === month);

/** The first version of a month's bill, when it was issued by a log position. */
export const firstBillOf = ({ bills }: BillingFacts, month: Month, position: number): Bill | undefined =>
  bills.find((bill) => bill.month === month && Number(bill.position) <= position);

function standingAt(facts: BillingFacts, position: number, zone: string): Standing {
  const terms = facts.terms.filter((row) => row.position <= position);
  const first = terms[0];
  if (!first) throw new Error(`customer ${facts.customerId} was not registered at position ${position}`);
  const issued = new Map<Month, Bill>();
  for (const bill of facts.bills) {
    const known = issued.get(bill.month);
    if (Number(bill.position) <= position && (!known || known.version < bill.version))
      issued.set(bill.month, bill);
  }
  return {
    customerId: facts.customerId,
    zone,
    position,
    terms,
    issued,
    vendors: new Map(
      [...facts.vendors].map(([id, rows]) => [id, rows.filter((row) => row.position <= position)]),
    ),
    registeredOn: houseDayOf(first.effectiveAt, zone),
    opening: terms.findLast((row) => row.opening)?.opening,
    minimumSince: limitSince('minInventoryCents', terms, zone),
  };
}

/**
 * A customer's limits at the end of a house day, each from the first day on which terms name it.
 * @param terms in the order recorded, the registration first
 */
export function limitsOn(
  terms: readonly TermsChange<CustomerTerms>[],
  day: HouseDay,
  zone: string,
): Pick<CustomerTerms, 'minInventoryCents' | 'maxInventoryCents'> {
  const { minInventoryCents, maxInventoryCents } = termsAt(terms, day, zone);
  return {
    minInventoryCents: day < limitSince('minInventoryCents', terms, zone) ? 0 : minInventoryCents,
    maxInventoryCents: day < limitSince('maxInventoryCents', terms, zone) ? 0 : maxInventoryCents,
  };
}

/** The customer's facts as known at a log position (rule: Knowledge cut), with the vendors of its parcels only. */
function accountAt(facts: BillingFacts, position: number, zone: string, cache: FoldCache): Account {
  const standing = standingAt(facts, position, zone);
  const parcels = facts.parcels.flatMap(
    (state) => parcelAt(state, facts.customerId, position, zone, cache) ?? [],
  );
  const vendorIds = new Set(parcels.map(({ state }) => state.vendorId));
  return {
    ...standing,
    vendors: new Map([...standing.vendors].filter(([id]) => vendorIds.has(id))),
    parcels,
    spells: parcels.flatMap((parcel) => parcel.spells),
  };
}

function parcelAt(
  state: ParcelState,
  customerId: number,
  position: number,
  zone: string,
  cache: FoldCache,
): FoldedParcel | undefined {
  const isTheirs = state.entries.some(
    (entry) => entry.customerId === customerId && entry.position <= position,
  );
  if (!isTheirs) return undefined;
  // Most of the time all of it is known.
  const known = lastPosition(state) <= position ? state : parcelKnownAt(state, position);
  const key = `${state.parcelName} ${lastPosition(known)}`;
  const before = cache.get(key);
  if (before) return before;
  const view = foldParcel(known, zone);
  const credited = new Set(view.spells.flatMap((spell) => spell.invoices.map((row) => row.creditId)));
  const spells = billableSpells(known, view, customerId);
  let hashed: string | undefined;
  const folded: FoldedParcel = {
    state: known,
    view,
    spells,
    ...reachOf(view, spells, customerId),
    strayCredits: view.entries.filter(
      (entry): entry is DocumentEntry =>
        entry.type === 'CREDIT' && entry.customerId === customerId && !credited.has(entry.eventId),
    ),
    // As recorded, its keys in the order of the fold: sorting them would cost more than the bill.
    // Places in the log are left out: a log that is moved to another store keeps its bills' hashes.
    hash: () => (hashed ??= sha256Of(JSON.stringify(billingPart(known), withoutPositions))),
  };
  cache.set(key, folded);
  return folded;
}

function reachOf(
  view: ParcelView,
  spells: readonly BillableSpell[],
  customerId: number,
): Pick<FoldedParcel, 'from' | 'to'> {
  let from = Infinity;
  let to = -Infinity;
  for (const entry of view.entries) {
    if (entry.customerId !== customerId) continue;
    const day = dayNumber(entry.day);
    if (day < from) from = day;
    if (day > to) to = day;
  }
  // A spell goes on, or ends by another customer's entry.
  for (const { heldDays } of spells) for (const days of heldDays) if (days.to > to) to = days.to;
  return { from, to };
}

/** The place in the log of the last thing recorded of the parcel that a bill can depend on; 0 when there is none. */
function lastPosition(state: ParcelState): number {
  const { prices, entries, undone, dateChanges, formerAttributes } = state;
  let last = 0;
  for (const rows of [prices, entries, undone, dateChanges, formerAttributes])
    for (const row of rows) if (row.position > last) last = row.position;
  return last;
}

/** What of a parcel a bill can depend on. */
function billingPart(state: ParcelState): unknown {
  const { parcelName, line, vendorId, attributes, formerAttributes, prices, entries, undone, dateChanges } =
    state;
  return { parcelName, line, vendorId, attributes, formerAttributes, prices, entries, undone, dateChanges };
}

const withoutPositions = (key: string, value: unknown): unknown => (key === 'position' ? undefined : value);

/** SHA-256 of a value's canonical JSON (keys sorted), as hex. */
export function sha256(value: unknown): string {
  return sha256Of(canonicalJson(value));
}

const sha256Of = (text: string): string => hash('sha256', text);

/** What of an account says where billing begins. */
export type Beginnings = Pick<Standing, 'registeredOn' | 'minimumSince' | 'opening'> & {
  parcels: Iterable<Pick<FoldedParcel, 'spells' | 'strayCredits'>>;
};

/**
 * The first month of billing (rule: Months of billing): of the registration, of the first entry, or of the first day
 * on which terms name a minimum, whichever is first; where billing begins, when the house has set it (rule: Billing
 * begins on).
 */
export function firstMonthOf(account: Beginnings): Month {
  if (account.opening) return account.opening.month;
  const [minimum, activity] = [monthOf(account.minimumSince), firstActivityOf(account)];
  return minimum < activity ? minimum : activity;
}

/** The month of the registration or of an earlier entry. */
export function firstActivityOf({
  registeredOn,
  parcels,
}: Pick<Beginnings, 'registeredOn' | 'parcels'>): Month {
  let first = registeredOn;
  for (const { spells, strayCredits } of parcels) {
    for (const { firstDay } of spells) if (firstDay < first) first = firstDay;
    for (const { day } of strayCredits) if (day < first) first = day;
  }
  return monthOf(first);
}
