import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyParcel, foldParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import { CURRENT_STATUSES } from '#contracts/vocabulary/statuses.ts';
import { addDays } from '#contracts/vocabulary/house-time.ts';
import { figuresOfParcel } from '#projections/figures/figures-of-parcel.ts';
import { rowsKnown } from '#projections/figures/known-rows.ts';
import type { EndingRow, MovementRow, StatusRow } from '#projections/figures/tables.ts';
import { entriesUntil } from '#services/reports/cut/parcels-of-cut.ts';
import { parcelRows, yearBefore } from '#services/reports/parcel-rows.ts';
import { continued } from './real-fold.ts';
import { anyHistory, check } from './random-history.ts';

/** The figures' read model against what the combined report makes of the same cut (rule: Figures on screen). */

type Figures = { statuses: StatusRow[]; endings: EndingRow[]; movements: MovementRow[] };
const NONE: Figures = { statuses: [], endings: [], movements: [] };

function figuresAfter(before: Figures, parcel: ParcelState, zone: string, position: number): Figures {
  const facts = figuresOfParcel(parcel, foldParcel(parcel, zone));
  return {
    statuses: rowsKnown(before.statuses, facts.statuses, position),
    endings: rowsKnown(before.endings, facts.endings, position),
    movements: rowsKnown(before.movements, facts.movements, position),
  };
}

/** As the read model's questions narrow its rows. */
const knownAt = <Row extends { known_from: number; known_to: number | null }>(
  rows: readonly Row[],
  position: number,
): Row[] =>
  rows.filter((row) => row.known_from <= position && (row.known_to === null || row.known_to > position));
const soOn = <Row extends { from_day: string; to_day: string | null }>(
  rows: readonly Row[],
  on: string,
): Row[] => rows.filter((row) => row.from_day <= on && (row.to_day === null || row.to_day > on));

test('any cut of any history has the figures of the report of that cut', () => {
  let [held, ended] = [0, 0];
  check(
    fc.record({ history: anyHistory, cut: fc.nat(16), n: fc.integer({ min: -1, max: 12 }) }),
    ({ history: { place, events }, cut, n }) => {
      const { zone } = place;
      let figures = NONE;
      let parcel = emptyParcel('P-1');
      const states = events.map((event, index) => {
        parcel = continued(parcel, [event], index);
        figures = figuresAfter(figures, parcel, zone, index + 1);
        return parcel;
      });
      const position = Math.min(cut, states.length);
      const state = states[position - 1];
      if (!state) return;
      const first = foldParcel(parcel, zone).entries[0]?.day ?? '2026-03-01';
      const day = addDays(first, n);
      const until = entriesUntil(state, day, zone);
      const [from, to] = [addDays(day, -3), day];
      const report = parcelRows(until, foldParcel(until, zone), { day, from, to }, zone);

      const statuses = soOn(knownAt(figures.statuses, position), day).filter(({ status }) =>
        CURRENT_STATUSES.includes(status),
      );
      expect(
        statuses.map((row) => ({
          customerId: row.customer_id,
          status: row.status,
          priceCents: row.price_cents,
          since: row.memo_on !== null && row.memo_on <= day ? row.memo_on : row.begun_on,
        })),
      ).toEqual(
        report.held
          ? [
              {
                customerId: report.held.customerId,
                status: report.held.status,
                priceCents: report.held.priceCents,
                since: report.held.since,
              },
            ]
          : [],
      );
      const endings = soOn(knownAt(figures.endings, position), day).filter(
        ({ ended_on }) => ended_on > yearBefore(day) && ended_on <= day,
      );
      const sales = (rows: readonly { sold: boolean; daysToSale: number | null }[]): string[] =>
        rows.map(({ sold, daysToSale }) => `${sold} ${daysToSale}`).toSorted();
      expect(sales(endings.map((row) => ({ sold: row.sold, daysToSale: row.days_to_sale })))).toEqual(
        sales(report.ended),
      );
      // A movement of no spell has no price in the report, and counts for nothing in the figures.
      const moved = soOn(knownAt(figures.movements, position), day)
        .filter((row) => row.day >= from && row.day <= to)
        .map((row) => `${row.day} ${row.type} ${row.customer_id} ${row.price_cents}`);
      expect(moved.toSorted()).toEqual(
        report.movements
          .map((row) => `${row.day} ${row.type} ${row.customerId} ${row.priceCents ?? 0}`)
          .toSorted(),
      );
      held += statuses.length;
      ended += endings.length;
      // Of one moment, once: no row is known twice.
      for (const row of figures.statuses)
        expect(row.known_to === null || row.known_to > row.known_from).toBe(true);
    },
    1_000,
  );
  expect(held).toBeGreaterThan(50);
  expect(ended).toBeGreaterThan(20);
});
