import type { FigureStones, FigureStonesQuery } from '#contracts/api/figures.ts';
import { lastDayOf } from '#contracts/vocabulary/months.ts';
import { dollars, type Cents } from '#contracts/vocabulary/money.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { billOfMonth } from '#projections/billing/index.ts';
import { billsKnown, spellsEnded, stonesHeld, stonesMoved } from '#projections/figures/index.ts';
import type { BillingContext } from '#services/billing/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { priceListOn } from '#services/prices/index.ts';
import { yearBefore } from '../parcel-rows.ts';
import type { AskedFigures } from './figures-asked.ts';
import { cellOf } from './figures.ts';

const MOST_STONES = 500;

type StoneRow = {
  parcelName: string | null;
  customerId: number;
  line: Line | null;
  what: string;
  day: string;
  days: number | null;
  cents: Cents;
  houseCents?: Cents;
};

/**
 * The stones that a figure is made of (rule: Figures on screen): their number and sum are the figure. Throws Refusal 400
 * where the query names no figure, and the stores' errors.
 */
export async function figureStones(
  context: Pick<BillingContext, 'db'>,
  asked: AskedFigures,
  query: FigureStonesQuery,
  { margin }: { margin: boolean },
): Promise<FigureStones> {
  const { cut, customers } = asked;
  const rows = await rowsOf(context, asked, query, margin);
  const names = new Map(customers.map(({ customerId, identity }) => [customerId, identity.name]));
  const sum = (of: (row: StoneRow) => Cents): number =>
    dollars(rows.reduce((total, row) => total + of(row), 0));
  return {
    day: cut.day,
    position: String(cut.position),
    recordedAt: cut.recordedAt,
    count: rows.length,
    total: sum(({ cents }) => cents),
    ...(margin && query.of === 'BILLED' && { house: sum(({ houseCents }) => houseCents ?? 0) }),
    stones: rows.slice(0, MOST_STONES).map(({ cents, houseCents, ...row }) => ({
      ...row,
      customerName: names.get(row.customerId) ?? `Customer ${row.customerId}`,
      value: dollars(cents),
      ...(houseCents !== undefined && { house: dollars(houseCents) }),
    })),
  };
}

async function rowsOf(
  { db }: Pick<BillingContext, 'db'>,
  asked: AskedFigures,
  query: FigureStonesQuery,
  margin: boolean,
): Promise<StoneRow[]> {
  const { day } = asked.cut;
  switch (query.of) {
    case 'HELD': {
      const { minAge, maxAge } = query;
      const byAge = minAge !== undefined || maxAge !== undefined;
      return (await stonesHeld(db, asked, day)).filter(
        ({ what, days }) =>
          !byAge ||
          (what !== 'REQUESTED' && (days ?? 0) >= (minAge ?? 0) && (days ?? 0) <= (maxAge ?? Infinity)),
      );
    }
    case 'MOVED': {
      const from = named(query.from, 'from');
      const to = named(query.to, 'to');
      const last = to < day ? to : day;
      return (await stonesMoved(db, asked, { from, to: last, pricedOn: day })).filter(
        ({ what }) => query.type === undefined || what === query.type,
      );
    }
    case 'ENDED': {
      const priceList = await priceListOn(db, day);
      const { line, shape, band } = query;
      return (await spellsEnded(db, asked, { after: yearBefore(day), day }))
        .filter((spell) => {
          const cell = cellOf(spell, priceList);
          return (
            (line === undefined || line === spell.line) &&
            (shape === undefined || shape === cell.shape) &&
            (band === undefined || band === cell.band)
          );
        })
        .map(({ parcelName, customerId, line: ofLine, day: on, days, sold, cents }) => ({
          parcelName,
          customerId,
          line: ofLine,
          day: on,
          days,
          cents,
          what: sold ? 'SOLD' : 'NOT_SOLD',
        }));
    }
    case 'BILLED':
      return billedLines(db, asked, named(query.month, 'month'), margin);
  }
}

/** The lines of the bills of a month: for who sees no margin, those with an amount. */
async function billedLines(
  db: BillingContext['db'],
  asked: AskedFigures,
  month: string,
  margin: boolean,
): Promise<StoneRow[]> {
  const rows: StoneRow[] = [];
  for (const { customerId, version } of await billsKnown(db, asked, month)) {
    const bill = await billOfMonth(db, customerId, month, version);
    for (const { parcelName, line, kind, amountCents, houseCents } of bill?.lines ?? []) {
      if (amountCents === 0 && !(margin && houseCents !== 0)) continue;
      const row = { parcelName, customerId, line, what: kind, day: lastDayOf(month), days: null };
      rows.push({ ...row, cents: amountCents, ...(margin && { houseCents }) });
    }
  }
  return rows;
}

function named<Value>(value: Value | undefined, field: string): Value {
  if (value === undefined) throw new Refusal(400, `Name ${field}: the figure is of one.`, { field });
  return value;
}
