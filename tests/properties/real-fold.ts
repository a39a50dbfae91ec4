import {
  emptyParcel,
  evolveParcel,
  foldParcel,
  type ParcelState,
  type ParcelView,
} from '#contracts/lifecycle/index.ts';
import { addDays, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { holdingAt, type ModelEvent, type PlainView } from './plain-life-cycle-model.ts';

/** The real fold, and both folds in words that can be compared. */

export function realState(events: readonly ModelEvent[]): ParcelState {
  return continued(emptyParcel('P-1'), events, 0);
}

/** The state after more events, the first of them at log position `after + 1`. */
export function continued(state: ParcelState, events: readonly ModelEvent[], after: number): ParcelState {
  return events.reduce(
    (before, event, index) =>
      evolveParcel(before, { ...event, position: after + index + 1, by: 'demo-admin' }),
    state,
  );
}

export function realView(events: readonly ModelEvent[], zone: string): ParcelView {
  return foldParcel(realState(events), zone);
}

/** The spells of which this customer's holding at the end of the day consists: key, status and price. */
export type HeldSpell = { key: string; customerId: number; status: Status; customerPriceCents: number };

/** Every spell that has a status at the end of the day, by the real fold's intervals. */
export function heldAt(view: ParcelView, day: HouseDay): HeldSpell[] {
  return view.spells.flatMap((spell) =>
    spell.days
      .filter((interval) => interval.from <= day && (interval.to === null || day < interval.to))
      .map((interval) => ({
        key: spell.key,
        customerId: spell.customerId,
        status: interval.status,
        customerPriceCents: interval.customerPriceCents,
      })),
  );
}

/** From the day before the first to the day after the last that anything happened on. */
export function daysOf(view: PlainView): HouseDay[] {
  const first = view.dayEnds[0]?.day;
  const last = view.dayEnds.at(-1)?.day;
  if (first === undefined || last === undefined) return [];
  const days = [addDays(first, -1)];
  while (days.at(-1)! <= last) days.push(addDays(days.at(-1)!, 1));
  return days;
}

/** What the two must agree on, of the real fold. */
export function summaryOfReal(view: ParcelView, days: readonly HouseDay[]) {
  return {
    status: view.status,
    holder: view.customerId,
    entries: view.entries.map((entry) => entry.eventId),
    spells: view.spells.map(({ key, customerId, frozen, status, end, entryIds }) => ({
      key,
      customerId,
      frozen,
      status,
      end,
      entryIds,
    })),
    days: days.map((day) => [day, heldAt(view, day)[0] ?? null]),
    anomalies: [...new Set(view.anomalies.map((anomaly) => anomaly.eventId))].sort(),
  };
}

/** The same of the plain model. */
export function summaryOfPlain(view: PlainView, statusOf: (spell: PlainView['spells'][number]) => Status) {
  return {
    status: view.status,
    holder: view.holder,
    entries: view.entryIds,
    spells: view.spells.map((spell) => ({
      key: spell.key,
      customerId: spell.customerId,
      frozen: spell.frozen,
      status: statusOf(spell),
      end: spell.end,
      entryIds: [...spell.entryIds],
    })),
    days: daysOf(view).map((day) => {
      const holding = holdingAt(view, day);
      return [
        day,
        holding && {
          key: holding.spellKey,
          customerId: holding.customerId,
          status: holding.status,
          customerPriceCents: holding.customerPriceCents,
        },
      ];
    }),
    anomalies: [...new Set(view.anomalies.map((anomaly) => anomaly.eventId))].sort(),
  };
}

/** What does not depend on the events' own ids of corrections or on what arrived, only on what counts. */
export const essence = (view: ParcelView) => ({
  ...view,
  anomalies: [...new Set(view.anomalies.map((anomaly) => anomaly.eventId))].sort(),
});
export const withoutPlaces = (view: ParcelView) => ({
  ...essence(view),
  entries: view.entries.map((entry) => entry.eventId),
});
