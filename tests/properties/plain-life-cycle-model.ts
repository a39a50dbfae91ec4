import {
  addDays,
  houseDayOf,
  isBareDay,
  startOfHouseDay,
  type EffectiveAt,
  type HouseDay,
  type Instant,
} from '#contracts/vocabulary/house-time.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import {
  emptyWorld,
  listHistoryOf,
  OTHER_AMOUNT,
  openSpellOf,
  spellStatus,
  step,
  vendorFacts,
  type Anomaly,
  type Entry,
  type ListHistory,
  type ModelEvent,
  type Spell,
  type World,
} from './plain-life-cycle-steps.ts';

/**
 * The life cycle of one parcel, written a second time from the rules alone (rule: Status; rule: Order within
 * a day; rule: Exposure, holding, fee base): slow, plain and without regard to size, so that a disagreement
 * with the real fold means that one of the two misread them.
 */

export type { ModelEvent } from './plain-life-cycle-steps.ts';

/** What stands at the end of one house day, and until the next one listed. */
type DayEnd = { day: HouseDay; holding: Holding | null };
export type Holding = { spellKey: string; customerId: number; status: Status; customerPriceCents: number };

export type PlainView = {
  status: Status;
  /** The customer of the open spell. */
  holder: number | null;
  spells: Spell[];
  dayEnds: DayEnd[];
  anomalies: Anomaly[];
  /** Ids of the live entries in fold order. */
  entryIds: string[];
  /**
   * The entry that undo and change date may touch, or null when the last live entry is no intent (rule:
   * Corrections).
   */
  correctable: string | null;
};

const RANK = ['REQUEST', 'MEMO', 'REPRICING', 'RETURN', 'SOLD', 'INVOICE', 'RETURN_MEMO', 'CREDIT'];

const newestOf = <T extends { recordedAt: string; id: string }>(events: readonly T[]): T | undefined =>
  [...events]
    .sort((a, b) =>
      a.recordedAt === b.recordedAt ? (a.id < b.id ? -1 : 1) : a.recordedAt < b.recordedAt ? -1 : 1,
    )
    .at(-1);

const identityOf = (data: { instance: string; docType: string; docNo: string; line: number }): string =>
  `${data.instance}/${data.docType}/${data.docNo}/${data.line}`;

/** Entries that count: not undone, at the date last given to them, of each document the highest version if it is not void. */
export function liveEntries(events: readonly ModelEvent[]): Entry[] {
  const undone = new Set(
    events.flatMap((event) => (event.type === 'EventUndone' ? [event.data.eventId] : [])),
  );
  const dateOf = (event: ModelEvent): string => {
    const changes = events.flatMap((other) =>
      other.type === 'EventDateChanged' && other.data.eventId === event.id ? [other] : [],
    );
    return newestOf(changes)?.data.newDate ?? event.data.effectiveAt;
  };
  return events.flatMap((event): Entry[] => {
    switch (event.type) {
      case 'StoneRequested':
      case 'StoneReturned':
      case 'StoneSold': {
        if (undone.has(event.id)) return [];
        const fields = { eventId: event.id, customerId: event.data.customerId, effectiveAt: dateOf(event) };
        if (event.type === 'StoneRequested')
          return [{ ...fields, type: 'REQUEST', frozen: event.data.frozen }];
        return [{ ...fields, type: event.type === 'StoneSold' ? 'SOLD' : 'RETURN' }];
      }
      case 'SpellRepriced':
        return [{ eventId: event.id, type: 'REPRICING', ...event.data }];
      case 'DocumentReceived': {
        const {
          docType: type,
          customerId,
          version,
          amountCents,
          giaRoundDiscountPpm,
          effectiveAt,
        } = event.data;
        const identity = identityOf(event.data);
        const replaced = events.some(
          (other) =>
            other.type === 'DocumentReceived' &&
            identityOf(other.data) === identity &&
            other.data.version > version,
        );
        return replaced || amountCents === null
          ? []
          : [
              {
                eventId: event.id,
                type,
                identity,
                customerId,
                amountCents,
                giaRoundDiscountPpm,
                effectiveAt,
              },
            ];
      }
      default:
        return [];
    }
  });
}

const tieKey = (entry: Entry): string =>
  `${RANK.indexOf(entry.type)} ${'identity' in entry ? entry.identity : entry.eventId}`;

/** Every order of one day's entries in which the timed ones keep their time; the first of them by rank comes first. */
function ordersOfDay(entries: readonly Entry[]): Entry[][] {
  const sorted = [...entries].sort((a, b) => (tieKey(a) < tieKey(b) ? -1 : 1));
  const times = sorted
    .filter((entry) => !isBareDay(entry.effectiveAt))
    .map((entry) => entry.effectiveAt)
    .sort();
  const next = sorted.filter(
    (entry) =>
      isBareDay(entry.effectiveAt) || entry === sorted.find((timed) => timed.effectiveAt === times[0]),
  );
  if (next.length === 0) return [[]];
  return next.flatMap((entry) =>
    ordersOfDay(sorted.filter((other) => other !== entry)).map((rest) => [entry, ...rest]),
  );
}

/**
 * Of all orders of a day the one with the fewest anomalies beside those of amounts, then of amounts; among those the first
 * by rank (rule: Order within a day).
 */
function foldDay(
  world: World,
  entries: readonly Entry[],
  history: ListHistory,
): { world: World; order: Entry[] } {
  const tries = ordersOfDay(entries).map((order) => ({
    order,
    world: order.reduce((before, entry) => step(before, entry, history), world),
  }));
  const fewest = <T>(all: readonly T[], weightOf: (one: T) => number): T[] =>
    all.filter((one) => weightOf(one) === Math.min(...all.map(weightOf)));
  const amounts = ({ world: { anomalies } }: { world: World }): number =>
    anomalies.filter(({ reason }) => reason === OTHER_AMOUNT).length;
  const inPlace = fewest(tries, (attempt) => attempt.world.anomalies.length - amounts(attempt));
  return fewest(inPlace, amounts)[0]!;
}

/** The vendor has it withdrawn, by the latest word about it. */
function isWithdrawn(events: readonly ModelEvent[]): boolean {
  return (
    vendorFacts(events)
      .filter((event) => event.type !== 'StoneDescribed' && event.type !== 'StoneRepriced')
      .at(-1)?.type === 'StoneWithdrawn'
  );
}

/** An instant itself; of a bare day the last millisecond. */
function lastMomentOf(at: EffectiveAt, zone: string): Instant {
  return isBareDay(at) ? new Date(Date.parse(startOfHouseDay(addDays(at, 1), zone)) - 1).toISOString() : at;
}

/** What everything recorded of one parcel comes to, in whatever order it is given. */
export function plainView(events: readonly ModelEvent[], zone: string): PlainView {
  const history = listHistoryOf(events, (at) => lastMomentOf(at, zone));
  const live = liveEntries(events);
  const days = [...new Set(live.map((entry) => houseDayOf(entry.effectiveAt, zone)))].sort();
  let world = emptyWorld;
  const entryIds: string[] = [];
  const dayEnds: DayEnd[] = [];
  for (const day of days) {
    const folded = foldDay(
      world,
      live.filter((entry) => houseDayOf(entry.effectiveAt, zone) === day),
      history,
    );
    world = folded.world;
    entryIds.push(...folded.order.map((entry) => entry.eventId));
    const spell = openSpellOf(world);
    dayEnds.push({
      day,
      holding: spell
        ? {
            spellKey: spell.key,
            customerId: spell.customerId,
            status: spellStatus(spell),
            customerPriceCents: spell.frozen.customerPriceCents,
          }
        : null,
    });
  }
  const open = openSpellOf(world);
  const last = live.find((entry) => entry.eventId === entryIds.at(-1));
  const isIntent = last?.type === 'REQUEST' || last?.type === 'RETURN' || last?.type === 'SOLD';
  return {
    status: open ? spellStatus(open) : isWithdrawn(events) ? 'NOT_AVAILABLE' : 'AVAILABLE',
    holder: open?.customerId ?? null,
    spells: [...world.spells],
    dayEnds,
    anomalies: [...world.anomalies],
    entryIds,
    correctable: last && isIntent ? last.eventId : null,
  };
}

/**
 * Who holds the parcel, and in which status, at the end of a house day (rule: Exposure, holding, fee base);
 * null when no customer does.
 */
export function holdingAt(view: PlainView, day: HouseDay): Holding | null {
  return view.dayEnds.filter((end) => end.day <= day).at(-1)?.holding ?? null;
}
