import { sql } from 'kysely';
import { expect } from 'vitest';
import { houseDayOf, addDays, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { availableParcels, holdingNow, parcelsNamed, parcelsOfCustomer } from '#projections/parcels/index.ts';
import { heldParcels, holdingOn } from '#projections/parcels/testing/held-on-a-day.ts';
import { holdingAt, liveEntries, plainView, type Holding, type PlainView } from './plain-life-cycle-model.ts';
import { spellStatus, type Spell } from './plain-life-cycle-steps.ts';
import { ZONE, type PlacedEvent, type Vitrine } from './walked-vitrine.ts';

/** The read models beside what the plain model makes of the same log. */

export type Parcels = ReadonlyMap<string, readonly PlacedEvent[]>;
export type Views = ReadonlyMap<string, PlainView>;

export const viewsOf = (parcels: Parcels): Views =>
  new Map([...parcels].map(([name, events]) => [name, plainView(events, ZONE)]));

/** The model's views of what was recorded up to a log position, inclusive. */
const viewsKnownAt = (parcels: Parcels, position: bigint): Views =>
  new Map(
    [...parcels].map(([name, events]) => [
      name,
      plainView(
        events.filter((event) => event.position <= position),
        ZONE,
      ),
    ]),
  );

/** A customer's spell that holds now, else its newest. */
function newestSpell(view: PlainView, customerId: number): Spell | undefined {
  const own = view.spells.filter((spell) => spell.customerId === customerId);
  return own.find((spell) => spell.end === null) ?? own.at(-1);
}

const sums = (holdings: readonly Holding[]) => {
  const of = (...statuses: string[]): number =>
    holdings
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { customerPriceCents }) => sum + customerPriceCents, 0);
  return {
    exposure: of('REQUESTED', 'CUSTOMER', 'PENDING_RETURN'),
    currentlyHolding: of('CUSTOMER', 'PENDING_RETURN'),
    feeBase: of('CUSTOMER'),
    pieces: holdings.filter(({ status }) => status === 'CUSTOMER' || status === 'PENDING_RETURN').length,
  };
};

const heldBy = (
  views: Views,
  customerId: number,
  day: HouseDay,
): { parcelName: string; holding: Holding }[] =>
  [...views].flatMap(([parcelName, view]) => {
    const holding = holdingAt(view, day);
    return holding?.customerId === customerId ? [{ parcelName, holding }] : [];
  });

/** What the customer has now, by the model: open spells. */
export function exposureNow(views: Views, customerId: number): number {
  return sums(openHoldings(views, customerId)).exposure;
}

const openHoldings = (views: Views, customerId: number): Holding[] =>
  [...views.values()].flatMap((view) =>
    view.spells
      .filter((spell) => spell.end === null && spell.customerId === customerId)
      .map((spell) => ({
        spellKey: spell.key,
        customerId,
        status: spellStatus(spell),
        customerPriceCents: spell.frozen.customerPriceCents,
      })),
  );

export async function compareStoneList({ db }: Vitrine, views: Views): Promise<void> {
  const names = [...views.keys()].sort();
  const rows = await parcelsNamed(db, 'natural', names);
  expect(Object.fromEntries(rows.map((row) => [row.parcelName, row.status]))).toEqual(
    Object.fromEntries([...views].map(([name, view]) => [name, view.status])),
  );
  const available = await availableParcels(db, 'natural', names);
  expect(available.map((row) => row.parcelName)).toEqual(
    names.filter((name) => views.get(name)!.status === 'AVAILABLE'),
  );
}

/** My and Past: the customer's newest spell of each parcel, its outcome, its frozen price. */
export async function compareCustomerLists(
  { db }: Vitrine,
  parcels: Parcels,
  views: Views,
  customerId: number,
): Promise<void> {
  const rows = await parcelsOfCustomer(db, customerId, 'natural', [...views.keys()]);
  const shown = rows.map(({ parcelName, status, end, priceCents, attributes, lastAction }) => ({
    parcelName,
    status,
    end,
    priceCents,
    attributes,
    lastAction,
  }));
  const expected = [...views].flatMap(([parcelName, view]) => {
    const spell = newestSpell(view, customerId);
    if (!spell) return [];
    const dates = new Map(
      liveEntries(parcels.get(parcelName)!).map((entry) => [
        entry.eventId,
        houseDayOf(entry.effectiveAt, ZONE),
      ]),
    );
    const { customerPriceCents, attributes } = spell.frozen;
    return [
      {
        parcelName,
        status: spellStatus(spell),
        end: spell.end,
        priceCents: customerPriceCents,
        attributes,
        lastAction: dates.get(spell.entryIds.at(-1)!),
      },
    ];
  });
  expect(shown).toEqual(expected.sort((a, b) => (a.parcelName < b.parcelName ? -1 : 1)));
}

type HistoryRow = { eventId: string; live: boolean; effectiveAt: string; day: string };

export async function compareHistory({ db }: Vitrine, parcels: Parcels): Promise<void> {
  for (const [parcelName, events] of parcels) {
    const { rows } = await sql<HistoryRow>`
      select event_id as "eventId", live, effective_at as "effectiveAt", house_day as day from read.history_entry where parcel_name = ${parcelName} and live`.execute(
      db,
    );
    const expected = liveEntries(events).map(({ eventId, effectiveAt }) => ({
      eventId,
      live: true,
      effectiveAt,
      day: houseDayOf(effectiveAt, ZONE),
    }));
    const byId = (a: HistoryRow, b: HistoryRow): number => (a.eventId < b.eventId ? -1 : 1);
    expect(rows.sort(byId)).toEqual(expected.sort(byId));
  }
}

export async function compareAnomalies({ db }: Vitrine, views: Views): Promise<void> {
  const { rows } = await sql<{ eventId: string }>`
    select distinct event_id as "eventId" from read.anomaly where parcel_name = any(${[...views.keys()]})`.execute(
    db,
  );
  const expected = new Set(
    [...views.values()].flatMap((view) => view.anomalies.map((anomaly) => anomaly.eventId)),
  );
  expect(rows.map((row) => row.eventId).sort()).toEqual([...expected].sort());
}

/** What the customer has now, and had at the end of each day, as known now. */
export async function compareHoldings(
  { db }: Vitrine,
  views: Views,
  customerId: number,
  days: readonly HouseDay[],
): Promise<void> {
  const now = await holdingNow(db, customerId);
  expect(now).toEqual(sums(openHoldings(views, customerId)));
  for (const day of days) {
    const value = await holdingOn(db, customerId, day);
    expect({ day, ...value }).toEqual({
      day,
      ...sums(heldBy(views, customerId, day).map(({ holding }) => holding)),
    });
    expect(value.exposure).toBeGreaterThanOrEqual(value.currentlyHolding);
    expect(value.currentlyHolding).toBeGreaterThanOrEqual(value.feeBase);
  }
}

/** Both axes together: what the customer held on a day, as it was known at a place in the log. */
export async function compareHoldingsKnownAt(
  { db }: Vitrine,
  parcels: Parcels,
  customerId: number,
  days: readonly HouseDay[],
  position: bigint,
): Promise<void> {
  const views = viewsKnownAt(parcels, position);
  for (const day of days) {
    const held = await heldParcels(db, customerId, day, Number(position), ZONE);
    const shown = held.map(({ parcelName, spellKey, status, priceCents }) => ({
      parcelName,
      spellKey,
      status,
      priceCents,
    }));
    const expected = heldBy(views, customerId, day).map(({ parcelName, holding }) => ({
      parcelName,
      spellKey: holding.spellKey,
      status: holding.status,
      priceCents: holding.customerPriceCents,
    }));
    expect({ day, shown }).toEqual({
      day,
      shown: expected.sort((a, b) => (a.parcelName < b.parcelName ? -1 : 1)),
    });
  }
}

/** From the day before the first to the day after the last on which anything counts. */
export function daysTouched(views: Views): HouseDay[] {
  const touched = [...views.values()].flatMap((view) => view.dayEnds.map((end) => end.day)).sort();
  if (touched.length === 0) return [];
  const days = [addDays(touched[0]!, -1)];
  while (days.at(-1)! <= touched.at(-1)!) days.push(addDays(days.at(-1)!, 1));
  return days;
}
