import type { Frozen } from '#contracts/events/index.ts';
import type { LiveEntry, ParcelState, ParcelView, Spell } from '#contracts/lifecycle/index.ts';
import { DAY_MS, daysBetween, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { ON_MEMO } from '#contracts/vocabulary/statuses.ts';

/** Days as whole numbers, so that months are arithmetic: days since 1970-01-01. */
export type DayNumber = number;

/** A document of the trading system that counts. */
export type DocumentEntry = Extract<LiveEntry, { identity: string }>;

const EPOCH: HouseDay = '1970-01-01';
const numbers = new Map<HouseDay, DayNumber>();

/** The number of a house day. */
export function dayNumber(day: HouseDay): DayNumber {
  let number = numbers.get(day);
  if (number === undefined) {
    if (numbers.size > 20_000) numbers.clear();
    numbers.set(day, (number = daysBetween(EPOCH, day)));
  }
  return number;
}

/** The house day of a number. */
export const houseDay = (number: DayNumber): HouseDay => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** Day ends [from, to) at one price; `to` is Infinity while the spell goes on. */
export type PricedDays = { from: DayNumber; to: DayNumber; priceCents: number };

/** A customer's spell of a parcel, with what billing needs of it (rule: Days of a fee). */
export type BillableSpell = {
  readonly parcelName: string;
  readonly line: Line;
  readonly vendorId: number;
  readonly spell: Spell;
  /** Names its first entry: a document by its identity, which its versions share, an intent by its event id. */
  readonly entryKey: string;
  readonly frozen: Frozen;
  readonly haf: boolean;
  readonly freedom: boolean;
  /** Day ends in status CUSTOMER, and in CUSTOMER or PENDING_RETURN. */
  readonly customerDays: readonly PricedDays[];
  readonly heldDays: readonly PricedDays[];
  readonly firstDay: HouseDay;
  readonly firstMemoDay: HouseDay | null;
  /** The day of the RETURN_MEMO or CREDIT that closed it. */
  readonly closedOn: HouseDay | null;
  /** This customer's earlier closed spells of the parcel, newest first: the grace spent may come from one of them. */
  readonly earlier: readonly BillableSpell[];
  readonly memos: readonly DocumentEntry[];
  readonly invoices: readonly {
    invoice: DocumentEntry;
    credit: DocumentEntry | null;
    frozen: Frozen;
  }[];
  /** Live entries in fold order. */
  readonly entries: readonly { eventId: string; day: HouseDay }[];
};

/** One customer's spells of a folded parcel, in the order of their first entries. */
export function billableSpells(
  state: ParcelState,
  view: ParcelView,
  customerId: number,
): readonly BillableSpell[] {
  const entries = new Map(view.entries.map((entry) => [entry.eventId, entry]));
  const documentOf = (eventId: string): DocumentEntry => {
    const entry = entries.get(eventId);
    if (!entry || !('identity' in entry)) throw new Error(`${eventId} is no live document`);
    return entry;
  };
  const billable: BillableSpell[] = [];
  for (const spell of view.spells) {
    if (spell.customerId !== customerId) continue;
    const own = spell.entryIds.map((id) => entries.get(id)!);
    const documents = own.filter((entry): entry is DocumentEntry => 'identity' in entry);
    const memos = documents.filter((entry) => entry.type === 'MEMO');
    const first = own[0]!;
    const closing = { RETURNED: 'RETURN_MEMO', CREDITED: 'CREDIT' } as const;
    const closedBy = spell.end === 'RETURNED' || spell.end === 'CREDITED' ? closing[spell.end] : null;
    const { attributes } = spell.frozen;
    billable.push({
      parcelName: state.parcelName,
      line: state.line,
      vendorId: state.vendorId,
      spell,
      entryKey: 'identity' in first ? first.identity : first.eventId,
      frozen: spell.frozen,
      haf: isHaf(state.line, attributes),
      freedom: attributes.tier === 'Freedom',
      customerDays: daysIn(spell, ['CUSTOMER']),
      heldDays: daysIn(spell, ON_MEMO),
      firstDay: first.day,
      firstMemoDay: memos[0]?.day ?? null,
      closedOn: documents.findLast((entry) => entry.type === closedBy)?.day ?? null,
      earlier: billable.filter((other) => other.closedOn !== null).reverse(),
      memos,
      invoices: spell.invoices.map(({ eventId, creditId, frozen }) => ({
        invoice: documentOf(eventId),
        credit: creditId === null ? null : documentOf(creditId),
        frozen,
      })),
      entries: own,
    });
  }
  return billable;
}

/**
 * Fancy hearts-and-arrows: shapes XP, IDC, IDO, IDH, or a non-round with an H&A sleeve, of the natural line
 * (rule: HAF).
 */
function isHaf(line: Line, attributes: Frozen['attributes']): boolean {
  const { shapeCode, haSleeve } = attributes;
  if (line !== 'natural' || shapeCode === undefined) return false;
  return ['XP', 'IDC', 'IDO', 'IDH'].includes(shapeCode) || (shapeCode !== 'RD' && haSleeve === true);
}

function daysIn(spell: Spell, statuses: readonly Spell['status'][]): PricedDays[] {
  const days: PricedDays[] = [];
  for (const { from, to, status, customerPriceCents } of spell.days) {
    if (!statuses.includes(status)) continue;
    const next = { from: dayNumber(from), to: to === null ? Infinity : dayNumber(to) };
    const last = days.at(-1);
    if (last?.to === next.from && last.priceCents === customerPriceCents) last.to = next.to;
    else days.push({ ...next, priceCents: customerPriceCents });
  }
  return days;
}
