import type { Wanted } from '#contracts/events/index.ts';
import { customerPrice, termsAt } from '#contracts/lifecycle/index.ts';
import { carats } from '#contracts/vocabulary/carats.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { comparableOf, searchFor } from '#services/matching/index.ts';
import { day, money, tableSheet, words, type TableSheet } from '#services/platform/workbooks/table-sheet.ts';
import type { Gathered } from '../gather.ts';
import type { AvailableRow } from '../parcel-rows.ts';
import { customerColumn } from './columns.ts';

type Row = {
  customerId: number;
  kind: 'In the cart' | 'Desire in the cart' | 'Desire requested';
  what: string;
  since: HouseDay;
  /** Of a parcel that can be requested. */
  priceCents: Cents | null;
  /** Of a desire: the customer's prices of what matches it. */
  lowestCents: Cents | null;
  highestCents: Cents | null;
};

/** What customers have in their carts, and their desires: a desire's value is a range, and in no total. */
export function cartsSheet(gathered: Gathered): TableSheet {
  const { records, zone, cut } = gathered;
  const available = new Map(gathered.available.map((row) => [row.parcelName, row]));
  const priceFor = (customerId: number): ((row: AvailableRow) => Cents) => {
    const customer = records.customers.get(customerId);
    const discount = customer ? termsAt(customer.terms, cut.day, zone).giaRoundDiscountPpm : 0;
    return ({ priceCents, line, attributes }) => customerPrice(priceCents, discount, line, attributes);
  };
  const rows: Row[] = [];
  for (const [customerId, cart] of records.carts) {
    const price = priceFor(customerId);
    for (const { parcelName, since } of cart) {
      const stone = available.get(parcelName);
      rows.push({
        customerId,
        kind: 'In the cart',
        what: parcelName,
        since: houseDayOf(since, zone),
        priceCents: stone ? price(stone) : null,
        lowestCents: null,
        highestCents: null,
      });
    }
  }
  for (const { customerId, status, spec, cartedAt, requestedAt } of records.desires.values()) {
    if (status !== 'CART' && status !== 'ACTIVE') continue;
    const fmAllowed = records.customers.get(customerId)?.access.fmAllowed ?? false;
    const span = spanOf(gathered.available, spec, { price: priceFor(customerId), fmAllowed });
    rows.push({
      customerId,
      kind: status === 'CART' ? 'Desire in the cart' : 'Desire requested',
      what: wantedWords(spec),
      since: houseDayOf(requestedAt ?? cartedAt, zone),
      priceCents: null,
      ...span,
    });
  }
  rows.sort(
    (one, other) =>
      one.customerId - other.customerId ||
      compareText(one.kind, other.kind) ||
      compareText(one.what, other.what) ||
      compareText(one.since, other.since),
  );
  return tableSheet<Row>(
    'Carts and desires',
    [
      customerColumn(gathered),
      words('Where', 20, ({ kind }) => kind),
      words('Parcel or desire', 44, ({ what }) => what),
      day('Since', ({ since }) => since),
      money('Price', ({ priceCents }) => priceCents),
      { ...money('Lowest match', ({ lowestCents }) => lowestCents), total: false },
      { ...money('Highest match', ({ highestCents }) => highestCents), total: false },
    ],
    rows,
    "At the customers' prices today; no price: it is not available, or nothing matches.",
  );
}

/** The prices of what matches a desire and can be requested for it: those that the customer itself is shown. */
function spanOf(
  available: readonly AvailableRow[],
  wanted: Wanted,
  { price, fmAllowed }: { price(row: AvailableRow): Cents; fmAllowed: boolean },
): Pick<Row, 'lowestCents' | 'highestCents'> {
  const { shapes, lightest, heaviest, matches } = searchFor(wanted);
  let [lowestCents, highestCents] = [Infinity, -Infinity];
  for (const row of available) {
    const { line, attributes, parcelName, priceCents } = row;
    const { weight, shapeCode = '', lab } = attributes;
    const fm = lab === 'FM';
    if (line !== 'natural' || weight < lightest || weight > heaviest || (fm && !fmAllowed)) continue;
    if (shapes !== null && !shapes.includes(shapeCode)) continue;
    const comparable = comparableOf(parcelName, line, attributes);
    if (!matches({ ...comparable, listCents: priceCents, fm })) continue;
    lowestCents = Math.min(lowestCents, price(row));
    highestCents = Math.max(highestCents, price(row));
  }
  return lowestCents === Infinity ? { lowestCents: null, highestCents: null } : { lowestCents, highestCents };
}

/** An open range is written as the portal's filters write one. */
function sizeWords({ minimum, maximum }: Wanted['weight']): string[] {
  if (minimum !== undefined && maximum !== undefined) return [`${carats(minimum)}-${carats(maximum)} ct`];
  if (minimum !== undefined) return [`≥ ${carats(minimum)} ct`];
  return maximum === undefined ? [] : [`≤ ${carats(maximum)} ct`];
}

function wantedWords({ weight, ...lists }: Wanted): string {
  const size = sizeWords(weight);
  const { shape, colour, clarity, fluorescence, cut, polish, symmetry } = lists;
  const parts = [shape, colour, clarity, cut, polish, symmetry, fluorescence];
  return (
    [...size, ...parts.filter((list) => list.length > 0).map((list) => list.join(', '))].join('; ') || 'All'
  );
}
