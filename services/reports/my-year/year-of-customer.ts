import type { MyYear, YearMonth } from '#contracts/api/my-year.ts';
import { FEE_KINDS, REBATE_KINDS, type Bill, type LineKind } from '#contracts/billing/index.ts';
import { foldParcel, type ParcelState, type ParcelView } from '#contracts/lifecycle/index.ts';
import { daysOut } from '#contracts/lifecycle/memo-clock.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { grouped } from '#contracts/vocabulary/grouped.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import { dollars, type Cents } from '#contracts/vocabulary/money.ts';
import {
  addMonths,
  firstDayOf,
  lastDayOf,
  monthOf,
  monthsBetween,
  type Month,
} from '#contracts/vocabulary/months.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import { ON_MEMO } from '#contracts/vocabulary/statuses.ts';
import { parcelWords } from '#services/billing/index.ts';
import type { PriceList } from '#services/prices/index.ts';
import { parcelRows, type EndedRow, type HeldRow, type ParcelRows } from '../parcel-rows.ts';
import { weightBand } from '../weight-band.ts';

/** What a customer's year is made of: everything recorded of its parcels and bills, as of a day of the house. */
export type YearOf = {
  customerId: number;
  parcels: readonly ParcelState[];
  bills: readonly Bill[];
  day: HouseDay;
  zone: string;
  /** False: nothing in money is given (rule: Price modes). */
  priced: boolean;
  priceList: PriceList | undefined;
  shapeName: ShapeName;
};

const MONTHS = 12;
const MOST_SITTING = 10;
const MOST_SELLING = 15;

type Tally = { count: number; cents: Cents };
type OwnRows = ParcelRows & { view: ParcelView };

/** The twelve months up to a day of one customer (rule: My year). Pure. */
export function yearOfCustomer(of: YearOf): MyYear {
  const { customerId, day, zone } = of;
  const until = monthOf(day);
  const months = monthsBetween(addMonths(until, 1 - MONTHS), until);
  const period = { day, from: firstDayOf(months[0]!), to: day };
  const rows = of.parcels.map((parcel): OwnRows => {
    const view = ownView(foldParcel(parcel, zone), customerId);
    return { ...parcelRows(parcel, view, period, zone), view };
  });
  return {
    day,
    months: months.map((month) => monthOfYear(of, rows, month)),
    sells: sellsBest(of, rows),
    sits: sitsLongest(of, rows),
  };
}

/** Only what happened to the customer itself. */
function ownView(view: ParcelView, customerId: number): ParcelView {
  const own = <Row extends { customerId: number }>(rows: readonly Row[]): Row[] =>
    rows.filter((row) => row.customerId === customerId);
  return { ...view, spells: own(view.spells), entries: own(view.entries), anomalies: own(view.anomalies) };
}

function monthOfYear({ bills, day, priced }: YearOf, rows: readonly OwnRows[], month: Month): YearMonth {
  const end = lastDayOf(month) < day ? lastDayOf(month) : day;
  const figure = (amounts: readonly Cents[]) => {
    const { count, cents } = tallied(amounts);
    return { count, ...(priced && { value: dollars(cents) }) };
  };
  const moved = (type: 'MEMO' | 'RETURN_MEMO') =>
    figure(
      rows.flatMap(({ movements }) =>
        movements
          .filter((one) => one.type === type && monthOf(one.day) === month)
          .map((one) => one.priceCents ?? 0),
      ),
    );
  return {
    month,
    held: figure(rows.flatMap(({ view }) => heldAt(view, end))),
    taken: moved('MEMO'),
    returned: moved('RETURN_MEMO'),
    sold: figure(
      rows.flatMap(({ sales }) =>
        sales
          .filter(({ invoicedOn, creditedOn }) => creditedOn === null && monthOf(invoicedOn) === month)
          .map(({ priceCents }) => priceCents),
      ),
    ),
    ...(priced && { bill: billed(bills.findLast((bill) => bill.month === month)) }),
  };
}

const tallied = (amounts: readonly Cents[]): Tally => ({
  count: amounts.length,
  cents: amounts.reduce((sum, cents) => sum + cents, 0),
});

/** The prices of what is on memo at the end of a day (rule: Exposure, holding, fee base). */
const heldAt = ({ spells }: ParcelView, day: HouseDay): Cents[] =>
  spells.flatMap(({ days }) =>
    days
      .filter(({ from, to, status }) => from <= day && (to === null || day < to) && ON_MEMO.includes(status))
      .map(({ customerPriceCents }) => customerPriceCents),
  );

function billed(bill: Bill | undefined): YearMonth['bill'] {
  if (!bill) return null;
  const sumOf = (kinds: readonly LineKind[]): number =>
    dollars(
      bill.lines
        .filter(({ kind }) => kinds.includes(kind))
        .reduce((sum, { amountCents }) => sum + amountCents, 0),
    );
  return { fees: sumOf(FEE_KINDS), rebates: sumOf(REBATE_KINDS), total: dollars(bill.totalCents) };
}

function sellsBest({ priceList, shapeName }: YearOf, rows: readonly OwnRows[]): MyYear['sells'] {
  const keyOf = (ended: EndedRow): string => {
    const { shapeCode } = ended.attributes;
    const what =
      shapeCode === undefined || ended.line === 'jewellery'
        ? LINE_FACTS[ended.line].title
        : `${shapeName(shapeCode)}, ${weightBand(priceList, ended)}`;
    return `${ended.line}\n${what}`;
  };
  const endedRows = rows.flatMap((one) => one.ended);
  return [...grouped(endedRows, keyOf)]
    .map(([key, ended]) => {
      const sold = ended.filter((one) => one.sold);
      const saleDays = sold.reduce((sum, { daysToSale }) => sum + (daysToSale ?? 0), 0);
      return {
        line: ended[0]!.line,
        what: key.slice(key.indexOf('\n') + 1),
        ended: ended.length,
        sold: sold.length,
        daysToSale: sold.length === 0 ? null : saleDays / sold.length,
      };
    })
    .sort(
      (one, other) => other.sold - one.sold || one.ended - other.ended || compareText(one.what, other.what),
    )
    .slice(0, MOST_SELLING);
}

function sitsLongest({ day, priced, shapeName, parcels }: YearOf, rows: readonly OwnRows[]): MyYear['sits'] {
  const pieces = new Map(parcels.map(({ parcelName, piece }) => [parcelName, piece]));
  return rows
    .flatMap(({ held }) => (held && ON_MEMO.includes(held.status) ? [held] : []))
    .sort(
      (one, other) => compareText(one.since, other.since) || compareText(one.parcelName, other.parcelName),
    )
    .slice(0, MOST_SITTING)
    .map(({ parcelName, line, attributes, since, priceCents }: HeldRow) => ({
      parcelName,
      line,
      description: parcelWords({ attributes, piece: pieces.get(parcelName) }, shapeName),
      since,
      days: daysOut(since, day),
      ...(priced && { price: dollars(priceCents) }),
    }));
}
