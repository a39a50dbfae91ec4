import type { Frozen } from '../events/stone-events.ts';
import type { HouseDay } from '../vocabulary/house-time.ts';
import { AMOUNT_DIFFERS, noCustody, spellStatus, step, type Custody, type Listing } from './custody.ts';
import { compareTied, entriesByDay, liveEntries } from './live-entries.ts';
import type { LiveEntry, ParcelState, ParcelView, Spell } from './parcel-types.ts';

type Days = Map<number, Spell['days']>;
type Prices = Map<number, Spell['prices']>;
/** What was frozen at the end of an invoice's day, by the invoice's event id. */
type Invoiced = Map<string, Frozen>;

/**
 * Derives everything that follows from a parcel's records (rule: Two tracks; rule: Two axes): spells with
 * their status at each house day's end, current status, live entries in order, anomalies. The same events in
 * any order of arrival give the same answer. `zone` is the house's time zone. Never throws.
 */
export function foldParcel(state: ParcelState, zone: string): ParcelView {
  let custody = noCustody;
  const entries: LiveEntry[] = [];
  const days: Days = new Map();
  const prices: Prices = new Map();
  const invoiced: Invoiced = new Map();
  const listing: Listing = { ...state, zone };
  for (const { day, timed, bare } of entriesByDay(liveEntries(state, zone))) {
    const ordered = bare.length === 0 ? timed : orderOfDay(custody, timed, bare, listing);
    for (const entry of ordered) custody = step(custody, entry, listing);
    entries.push(...ordered);
    sampleDayEnd(days, custody, day);
    samplePrices(prices, custody, day);
    sampleInvoices(invoiced, custody);
  }

  const spell = custody.spells[custody.current];
  return {
    status: spell ? spellStatus(spell) : state.withdrawn || !state.listed ? 'NOT_AVAILABLE' : 'AVAILABLE',
    customerId: spell?.customerId ?? null,
    entries,
    anomalies: [...custody.anomalies],
    spells: custody.spells.map((spell, index) => ({
      key: spell.key,
      customerId: spell.customerId,
      frozen: spell.frozen,
      status: spellStatus(spell),
      end: spell.end,
      invoiced: spell.invoices.some((row) => row.creditId === null),
      invoices: spell.invoices.map((row) => ({ ...row, frozen: invoiced.get(row.eventId) ?? spell.frozen })),
      entryIds: spell.entryIds,
      days: days.get(index) ?? [],
      prices: prices.get(index) ?? [],
    })),
  };
}

/** Notes who holds the parcel, in which status and at which price, at the day's end. */
function sampleDayEnd(days: Days, custody: Custody, day: HouseDay): void {
  const spell = custody.spells[custody.current];
  const now = spell && { status: spellStatus(spell), customerPriceCents: spell.frozen.customerPriceCents };
  for (const [index, intervals] of days) {
    const last = intervals.at(-1);
    const goesOn =
      index === custody.current &&
      last?.status === now?.status &&
      last?.customerPriceCents === now?.customerPriceCents;
    if (last?.to === null && !goesOn) last.to = day;
  }
  if (!now) return;
  const intervals = days.get(custody.current) ?? [];
  days.set(custody.current, intervals);
  if (intervals.at(-1)?.to !== null) intervals.push({ from: day, to: null, ...now });
}

/** Notes the prices that the spells have from this day on. */
function samplePrices(prices: Prices, custody: Custody, day: HouseDay): void {
  for (const [index, { frozen }] of custody.spells.entries()) {
    const { customerPriceCents } = frozen;
    const known = prices.get(index);
    if (!known) prices.set(index, [{ from: day, customerPriceCents }]);
    else if (known.at(-1)?.customerPriceCents !== customerPriceCents)
      known.push({ from: day, customerPriceCents });
  }
}

/**
 * Records the prices at which the day's invoices found their spells: those of the day's end (rule: Rebate).
 */
function sampleInvoices(invoiced: Invoiced, custody: Custody): void {
  for (const spell of custody.spells)
    for (const { eventId } of spell.invoices) if (!invoiced.has(eventId)) invoiced.set(eventId, spell.frozen);
}

/** More interleavings of one day than this are not tried: the best order found until then holds, else the tied one. */
const MAX_STEPS = 20_000;

/**
 * Within a day timed entries go by time and a bare-dated document goes where it raises no anomaly (rule:
 * Order within a day): the order with the fewest anomalies beside those of amounts, of these with the fewest amounts that
 * differ, and of these the first by the order of ties. Searched depth first with growing allowances, so the usual day
 * (one document that fits) costs one walk.
 */
function orderOfDay(
  before: Custody,
  timed: readonly LiveEntry[],
  bare: readonly LiveEntry[],
  listing: Listing,
): LiveEntry[] {
  let steps = 0;

  const walk = (
    custody: Custody,
    nextTimed: number,
    left: readonly LiveEntry[],
    allowed: Raised,
  ): { order: LiveEntry[]; raised: Raised } | null => {
    const timedEntry = timed[nextTimed];
    if (!timedEntry && left.length === 0) return { order: [], raised: raisedSince(before, custody) };
    const candidates = timedEntry ? [...left, timedEntry].sort(compareTied) : left;
    for (const entry of candidates) {
      if (++steps > MAX_STEPS) return null;
      const after = step(custody, entry, listing);
      const raised = raisedSince(before, after);
      if (raised.others > allowed.others || raised.amounts > allowed.amounts) continue;
      const isTimed = entry === timedEntry;
      const rest = walk(
        after,
        nextTimed + (isTimed ? 1 : 0),
        isTimed ? left : left.filter((other) => other !== entry),
        allowed,
      );
      if (rest) return { ...rest, order: [entry, ...rest.order] };
    }
    return null;
  };

  for (let others = 0; steps <= MAX_STEPS; others++) {
    const found = walk(before, 0, bare, { others, amounts: Infinity });
    if (!found) continue;
    for (let amounts = 0; amounts < found.raised.amounts; amounts++) {
      const better = walk(before, 0, bare, { others, amounts });
      if (better) return better.order;
    }
    return found.order;
  }
  return inTiedOrder(timed, bare);
}

/** How many anomalies a day raises: amounts that differ, which depend on prices, and others, which depend on the order. */
type Raised = { amounts: number; others: number };

function raisedSince(before: Custody, { anomalies }: Custody): Raised {
  let amounts = 0;
  for (let at = before.anomalies.length; at < anomalies.length; at++)
    if (anomalies[at]!.reason === AMOUNT_DIFFERS) amounts += 1;
  return { amounts, others: anomalies.length - before.anomalies.length - amounts };
}

function inTiedOrder(timed: readonly LiveEntry[], bare: readonly LiveEntry[]): LiveEntry[] {
  const ordered: LiveEntry[] = [];
  const left = [...bare];
  for (const entry of timed) {
    while (left[0] && compareTied(left[0], entry) < 0) ordered.push(left.shift()!);
    ordered.push(entry);
  }
  return [...ordered, ...left];
}
