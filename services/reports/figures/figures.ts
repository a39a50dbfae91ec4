import type { Figures } from '#contracts/api/figures.ts';
import { FEE_KINDS, REBATE_KINDS, type LineKind } from '#contracts/billing/index.ts';
import { addDays, houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { dollars, type Cents } from '#contracts/vocabulary/money.ts';
import { addMonths, monthOf, monthsBetween } from '#contracts/vocabulary/months.ts';
import type { HistoryType } from '#contracts/vocabulary/statuses.ts';
import type { CustomerRecord } from '#projections/customers/index.ts';
import {
  billedByKind,
  customersActiveBy,
  heldByAge,
  heldOnDays,
  movementsByDay,
  spellsEnded,
  type BilledKind,
  type EndedSpell,
  type HeldOnDay,
} from '#projections/figures/index.ts';
import { limitsOn, type BillingContext } from '#services/billing/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { priceListOn, type PriceList } from '#services/prices/index.ts';
import { yearBefore } from '../parcel-rows.ts';
import { NONE, weightBand } from '../weight-band.ts';
import type { AskedFigures } from './figures-asked.ts';

const WEEK = 7;
const WEEKS_HELD = 52;
const WEEKS_MOVED = 13;
const MONTHS = 12;
/** The first day out of each group of the ageing. */
const AGES = [0, 31, 61, 91, 181] as const;

/** The figures of reports in one glance, from their read models (rule: Figures on screen). Throws the stores' errors. */
export async function figuresOf(
  { db, zone }: Pick<BillingContext, 'db' | 'zone'>,
  asked: AskedFigures,
  { margin }: { margin: boolean },
): Promise<Figures> {
  const { cut, customers } = asked;
  const { day } = cut;
  const weeks = (count: number): HouseDay[] =>
    Array.from({ length: count }, (_, index) => addDays(day, -WEEK * (count - 1 - index)));
  const months = { from: addMonths(monthOf(day), 1 - MONTHS), to: monthOf(day) };
  const [counted, held, moved, ages, ended, billed, priceList] = await Promise.all([
    customersOfReport(db, asked, zone),
    heldOnDays(db, asked, weeks(WEEKS_HELD + 1)),
    movementsByDay(db, asked, { from: addDays(day, 1 - WEEK * WEEKS_MOVED), to: day, pricedOn: day }),
    heldByAge(db, asked, day),
    spellsEnded(db, asked, { after: yearBefore(day), day }),
    billedByKind(db, asked, months),
    priceListOn(db, day),
  ]);
  return {
    day,
    position: String(cut.position),
    recordedAt: cut.recordedAt,
    customers: counted,
    holding: held.map((one) => ({
      ...heldWire(one),
      ...limitsTogether(customers, one.day, { zone, knownAt: cut.position }),
    })),
    movements: weeks(WEEKS_MOVED).map((to) => {
      const from = addDays(to, 1 - WEEK);
      const own = moved.filter((one) => one.day >= from && one.day <= to);
      const of = (type: HistoryType) => summed(own.filter((one) => one.type === type));
      return {
        from,
        to,
        of: {
          REQUEST: of('REQUEST'),
          RETURN: of('RETURN'),
          SOLD: of('SOLD'),
          MEMO: of('MEMO'),
          RETURN_MEMO: of('RETURN_MEMO'),
          INVOICE: of('INVOICE'),
          CREDIT: of('CREDIT'),
        },
      };
    }),
    ageing: AGES.map((from, index) => {
      const next = AGES[index + 1];
      const to = next === undefined ? null : next - 1;
      return { from, to, ...summed(ages.filter(({ age }) => age >= from && (to === null || age <= to))) };
    }),
    sellThrough: sellThrough(ended, priceList),
    months: monthsBetween(months.from, months.to).map((month) =>
      billedMonth(
        month,
        billed.filter((row) => row.month === month),
        margin,
      ),
    ),
  };
}

/** How many of the customers the combined report of the cut lists: known, and of its day (rule: Figures on screen). */
async function customersOfReport(
  db: Db,
  { customers, cut: { position, day } }: AskedFigures,
  zone: string,
): Promise<number> {
  const known = customers.filter(({ terms }) => terms.some((row) => row.position <= position));
  const later = known.filter(({ registeredAt }) => houseDayOf(registeredAt, zone) > day);
  if (later.length === 0) return known.length;
  // A day before the registration may have what was back-dated to it.
  const customerIds = later.map(({ customerId }) => customerId);
  const active = await customersActiveBy(db, { customerIds, knownAt: position }, day);
  return known.length - later.length + active.length;
}

const summed = (rows: readonly { pieces: number; cents: Cents }[]) => ({
  count: rows.reduce((sum, { pieces }) => sum + pieces, 0),
  total: dollars(rows.reduce((sum, { cents }) => sum + cents, 0)),
});

const heldWire = ({ day, pieces, holding, exposed, exposure, feeBase }: HeldOnDay) => ({
  day,
  holding: { count: pieces, total: dollars(holding) },
  exposure: { count: exposed, total: dollars(exposure) },
  feeBase: dollars(feeBase),
});

/** The limits of these customers together, under the terms known of the day. */
function limitsTogether(
  customers: readonly CustomerRecord[],
  day: HouseDay,
  { zone, knownAt }: { zone: string; knownAt: number },
): { minimum: number; maximum: number } {
  const limits = customers
    .map(({ terms }) => terms.filter(({ position }) => position <= knownAt))
    .filter((known) => known.length > 0)
    .map((known) => limitsOn(known, day, zone));
  return {
    minimum: dollars(limits.reduce((sum, { minInventoryCents }) => sum + minInventoryCents, 0)),
    maximum: dollars(limits.reduce((sum, { maxInventoryCents }) => sum + maxInventoryCents, 0)),
  };
}

/** The shape and the weight band that a spell is counted under. */
export const cellOf = (
  { line, shapeCode, weight }: EndedSpell,
  priceList: PriceList | undefined,
): { shape: string; band: string } => ({
  shape: shapeCode ?? NONE,
  band: weightBand(priceList, {
    line,
    attributes: { weight, ...(shapeCode !== null && { shapeCode }) },
  }),
});

function sellThrough(ended: readonly EndedSpell[], priceList: PriceList | undefined): Figures['sellThrough'] {
  const cells = new Map<string, Omit<Figures['sellThrough'][number], 'daysToSale'> & { saleDays: number }>();
  for (const spell of ended) {
    const { line, sold, days } = spell;
    const { shape, band } = cellOf(spell, priceList);
    const key = [line, shape, band].join('\n');
    const known = cells.get(key) ?? { line, shape, band, ended: 0, sold: 0, saleDays: 0 };
    cells.set(key, {
      ...known,
      ended: known.ended + 1,
      sold: known.sold + (sold ? 1 : 0),
      saleDays: known.saleDays + (days ?? 0),
    });
  }
  return [...cells.values()].map(({ saleDays, ...cell }) => ({
    ...cell,
    daysToSale: cell.sold === 0 ? null : saleDays / cell.sold,
  }));
}

function billedMonth(month: string, rows: readonly BilledKind[], margin: boolean): Figures['months'][number] {
  const sumOf = (of: (row: BilledKind) => Cents, kinds?: readonly LineKind[]): Cents =>
    rows.filter(({ kind }) => kinds?.includes(kind) ?? true).reduce((sum, row) => sum + of(row), 0);
  const amount = ({ amountCents }: BilledKind): Cents => amountCents;
  const [fees, rebates, total] = [sumOf(amount, FEE_KINDS), sumOf(amount, REBATE_KINDS), sumOf(amount)];
  return {
    month,
    fees: dollars(fees),
    rebates: dollars(rebates),
    other: dollars(total - fees - rebates),
    total: dollars(total),
    ...(margin && {
      margin: {
        house: dollars(sumOf(({ houseCents }) => houseCents)),
        of: dollars(total + sumOf(({ tradingSystemCents }) => tradingSystemCents)),
      },
    }),
  };
}
