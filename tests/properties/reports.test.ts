import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldParcel } from '#contracts/lifecycle/index.ts';
import { mulDivRound, PPM } from '#contracts/vocabulary/money.ts';
import { addDays } from '#contracts/vocabulary/house-time.ts';
import { addMonths, lastDayOf, monthOf, monthsBetween } from '#contracts/vocabulary/months.ts';
import { linesAt } from '#services/billing/calculation/calculate-bill.ts';
import { parcelAmounts } from '#services/billing/calculation/parcel-amounts.ts';
import { seriesOf } from '#services/billing/holdings.ts';
import { CUSTOMER, ZONE } from '#services/billing/testing/billing-world.ts';
import { entriesUntil } from '#services/reports/cut/parcels-of-cut.ts';
import { gatherParcel } from '#services/reports/gather.ts';
import { inventorySheet } from '#services/reports/sheets/inventory-sheet.ts';
import { parcelRows } from '#services/reports/parcel-rows.ts';
import { gatheredOf } from '#services/reports/testing/gathered.ts';
import { billingHistory, recordHistory } from './billing-histories.ts';
import { billingWorld, day, recorded, type World } from './billing-lives.ts';

/** What a report takes of single parcels against what bills and holdings take of all of them. */

const someDay = fc.integer({ min: 0, max: 95 });

const amountsOf = (world: World, on: string, position: number, knownOn = on) =>
  parcelAmounts(world.accounts().facts, { position, day: on, knownOn, zone: ZONE });

test('the fees so far are the bill’s, segment by segment, for the days that have ended', () => {
  fc.assert(
    fc.property(billingWorld, someDay, fc.integer({ min: -40, max: 2 }), (one, n, later) => {
      const world = recorded(one);
      const position = Number(world.cut().position);
      const [today, month, knownOn] = [day(n), monthOf(day(n)), day(n + later)];
      const expected = linesAt(world.accounts(), position, { month }).flatMap((line) => {
        if (line.kind !== 'FEE') return [];
        const { segments, daysInMonth } = line.working;
        let exact = 0n;
        for (const { from, to, priceCents, ratePpm } of segments)
          for (let at = from; at <= to; at = addDays(at, 1))
            if (at <= today && at < knownOn) exact += BigInt(priceCents) * BigInt(ratePpm);
        return [mulDivRound(exact, 1, BigInt(daysInMonth) * BigInt(PPM))];
      });
      const amounts = amountsOf(world, today, position, knownOn);
      const fees = world
        .accounts()
        .facts.parcels.flatMap((parcel) => amounts.feesSoFar(parcel, foldParcel(parcel, ZONE)));
      const nonZero = (cents: readonly number[]) =>
        cents.filter((fee) => fee !== 0).toSorted((a, b) => a - b);
      expect(nonZero(fees.map(({ cents }) => cents))).toEqual(nonZero(expected));
    }),
    { numRuns: 200 },
  );
});

test('what the report lists of a day is the holding of that day', () => {
  fc.assert(
    fc.property(billingHistory, someDay, (history, n) => {
      const world = recordHistory(history);
      const account = world.accounts().at(Number(world.cut().position));
      const on = day(n);
      const sum = { exposureCents: 0, currentlyHoldingCents: 0, feeBaseCents: 0 };
      for (const { state } of account.parcels) {
        const known = entriesUntil(state, on, ZONE);
        const { held } = parcelRows(known, foldParcel(known, ZONE), { day: on, from: on, to: on }, ZONE);
        if (held?.customerId !== CUSTOMER) continue;
        sum.exposureCents += held.priceCents;
        if (held.status !== 'REQUESTED') sum.currentlyHoldingCents += held.priceCents;
        if (held.status === 'CUSTOMER') sum.feeBaseCents += held.priceCents;
      }
      expect(seriesOf(account, on, on)).toMatchObject([sum]);
    }),
    { numRuns: 200 },
  );
});

test('a sale brings the house what its parcel’s bill lines post to it', () => {
  let compared = 0;
  fc.assert(
    fc.property(billingWorld, (one) => {
      const world = recorded(one);
      const position = Number(world.cut().position);
      const last = addMonths(monthOf(day(0)), 4);
      const amounts = amountsOf(world, lastDayOf(last), position);
      for (const { state, view, strayCredits } of world.accounts().at(position).parcels) {
        const sales = amounts.sales(state, view);
        if (view.spells.length !== 1 || strayCredits.length > 0 || sales.length === 0) continue;
        const own = monthsBetween(addMonths(last, -8), last)
          .flatMap((month) => linesAt(world.accounts(), position, { month }))
          .filter((line) => line.parcelName === state.parcelName && line.kind !== 'ADJUSTMENT');
        expect(sales[0]!.houseCents).toBe(own.reduce((sum, line) => sum + line.houseCents, 0));
        compared += 1;
      }
    }),
    { numRuns: 60 },
  );
  expect(compared).toBeGreaterThan(10);
});

test('the totals of the sheets are the holding of the day and the fees of the bill', () => {
  fc.assert(
    fc.property(billingHistory, someDay, (history, n) => {
      const world = recordHistory(history);
      const position = Number(world.cut().position);
      const account = world.accounts().at(position);
      const on = day(n);
      const amounts = amountsOf(world, on, position);
      const cut = { position, recordedAt: `${on}T12:00:00.000Z`, day: on, from: on, to: on };
      const gathered = gatheredOf({ cut: { ...cut, asOfDay: true, isNewest: true } });
      const parcels = account.parcels.map(({ state }) => entriesUntil(state, on, ZONE));
      for (const parcel of parcels) gatherParcel(gathered, new Map(), parcel, new Map([[CUSTOMER, amounts]]));
      // Stones may go on to others.
      gathered.held = gathered.held.filter(({ customerId }) => customerId === CUSTOMER);
      const totals = Object.fromEntries(
        inventorySheet(gathered, { withCost: false }).columns.map(({ name, total }) => [name, total]),
      );
      const [held] = seriesOf(account, on, on);
      expect(totals).toMatchObject({
        Pcs: gathered.held.length,
        Exposure: held!.exposureCents,
        Holding: held!.currentlyHoldingCents,
        'Fee base': held!.feeBaseCents,
      });
      const fees = parcels
        .flatMap((parcel) => amounts.feesSoFar(parcel, foldParcel(parcel, ZONE)))
        .reduce((sum, { cents }) => sum + cents, 0);
      expect((totals['Fee so far'] ?? 0) + gathered.feesOfOthersCents).toBe(fees);
    }),
    { numRuns: 200 },
  );
});
