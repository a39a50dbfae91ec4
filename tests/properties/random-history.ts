import fc from 'fast-check';
import { DOC_TYPES, INTENTS } from '#contracts/vocabulary/statuses.ts';
import { earliestInstant, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { liveEntries, plainView, type ModelEvent } from './plain-life-cycle-model.ts';
import {
  ZONES,
  type Place,
  DAYS,
  MINUTE,
  type Step,
  type StepKind,
  idOf,
  instantOf,
  inVendorsOrder,
  listing,
  intentEvent,
  documentEvent,
  recordUnchecked,
  vendorEvent,
  undoOf,
  dateChangeOf,
} from './history-steps.ts';

/** Random small worlds: one parcel, three customers, ten days around a change of the clocks. */

const placeArbitrary = fc.constantFrom(...ZONES);

/** Few times of day, so that entries meet; edges of days of every zone are among them. */
const minuteArbitrary = fc.oneof(
  fc.constantFrom(0, 1, 239, 240, 241, 299, 300, 301, 600, 720, 780, 1110, 1439),
  fc.integer({ min: 0, max: 1439 }),
);
const timed = fc.record({ day: fc.integer({ min: 0, max: DAYS - 1 }), minute: minuteArbitrary });
const bareOrTimed = fc.record({
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  minute: fc.option(minuteArbitrary, { freq: 2 }),
});
const customerArbitrary = fc.constantFrom(1, 1, 1, 2, 2, 3);
const amountArbitrary = fc.constantFrom<(number | null)[]>(
  980_000,
  980_000,
  980_000,
  980_000,
  980_000,
  970_000,
  null,
);

const stepArbitraries: Record<StepKind, fc.Arbitrary<Step>> = {
  intent: fc.record({
    kind: fc.constant('intent'),
    action: fc.constantFrom(...INTENTS),
    customerId: customerArbitrary,
    at: timed,
  }),
  document: fc.record({
    kind: fc.constant('document'),
    docType: fc.constantFrom(...DOC_TYPES),
    customerId: customerArbitrary,
    docNo: fc.integer({ min: 1, max: 3 }),
    version: fc.integer({ min: 1, max: 3 }),
    amountCents: amountArbitrary,
    at: bareOrTimed,
  }),
  undo: fc.record({ kind: fc.constant('undo'), which: fc.nat(20) }),
  changeDate: fc.record({ kind: fc.constant('changeDate'), which: fc.nat(20), at: timed }),
  priceList: fc.record({
    kind: fc.constant('priceList'),
    totalCents: fc.constantFrom(900_000, 1_000_000, 1_200_025),
    at: timed,
  }),
  repricing: fc.record({
    kind: fc.constant('repricing'),
    customerId: customerArbitrary,
    priceCents: fc.constantFrom(970_000, 950_000),
    at: timed,
  }),
  describe: fc.record({ kind: fc.constant('describe'), colour: fc.constantFrom('D', 'E', 'G'), at: timed }),
  withdraw: fc.record({ kind: fc.constant('withdraw'), at: timed }),
  reinstate: fc.record({ kind: fc.constant('reinstate'), at: timed }),
};

const weighted = (weights: Partial<Record<StepKind, number>>): fc.Arbitrary<Step> =>
  fc.oneof(
    ...Object.entries(weights).map(([kind, weight]) => ({
      weight,
      arbitrary: stepArbitraries[kind as StepKind],
    })),
  );

export type History = { place: Place; events: ModelEvent[] };

/** A history as one reads it, for the report of a counterexample. */
function printed(events: readonly ModelEvent[]): string {
  const line = (event: ModelEvent): string => {
    const { effectiveAt, ...data } = event.data;
    const words = Object.entries(data).map(([name, value]) =>
      name === 'frozen' || name === 'attributes' ? '' : ` ${name}=${String(value)}`,
    );
    return `${effectiveAt} ${event.type} ${event.id}${words.join('')}`;
  };
  return events
    .filter((event) => event.id !== 'listing')
    .map(line)
    .join('\n');
}

const history = (place: Place, events: ModelEvent[]): History =>
  Object.assign({ place, events }, { [fc.toStringMethod]: () => `${place.zone}\n${printed(events)}\n` });

/** At most this many bare documents a day: the plain model tries every order. */
function isSmall({ place, events }: History): boolean {
  const perDay = new Map<string, number>();
  for (const entry of liveEntries(events))
    perDay.set(
      houseDayOf(entry.effectiveAt, place.zone),
      (perDay.get(houseDayOf(entry.effectiveAt, place.zone)) ?? 0) +
        (entry.effectiveAt.length === 10 ? 1 : 0.5),
    );
  return Math.max(0, ...perDay.values()) <= 5;
}

/** Any events in any order: nothing of it has to make sense. */
export const garbageHistory: fc.Arbitrary<History> = fc
  .record({
    place: placeArbitrary,
    steps: fc.array(
      weighted({
        intent: 6,
        document: 8,
        undo: 1,
        changeDate: 1,
        priceList: 1,
        repricing: 1,
        describe: 1,
        withdraw: 1,
        reinstate: 1,
      }),
      { maxLength: 14 },
    ),
  })
  .map(({ place, steps }) => history(place, recordUnchecked(place, steps)))
  .filter(isSmall);

const onTwoDays = (step: Step): Step =>
  'at' in step ? { ...step, at: { ...step.at, day: step.at.day % 2 } } : step;

/** Only intents and documents, all within two days: much happens on one day, in any order. */
export const crowdedHistory: fc.Arbitrary<History> = fc
  .record({
    place: placeArbitrary,
    steps: fc.array(weighted({ intent: 4, document: 6, repricing: 1 }), { maxLength: 8 }),
  })
  .map(({ place, steps }) => history(place, recordUnchecked(place, steps.map(onTwoDays))))
  .filter(isSmall);

/** One move of a walk: time passes, then something is tried. */
const moveArbitrary = fc.record({
  hours: fc.constantFrom(0, 1, 3, 8, 20, 30),
  step: weighted({
    intent: 8,
    document: 8,
    undo: 2,
    changeDate: 2,
    priceList: 1,
    repricing: 1,
    withdraw: 1,
    reinstate: 1,
  }),
  lateDays: fc.constantFrom(0, 0, 0, 1, 2, 5),
  part: fc.integer({ min: 1, max: 100 }),
});

/** What the life of a parcel looks like: commands that the rules allow, at their own time; documents true to it, often late. */
export const walkedHistory: fc.Arbitrary<History> = fc
  .record({ place: placeArbitrary, moves: fc.array(moveArbitrary, { maxLength: 16 }) })
  .map(({ place, moves }) => {
    const events: ModelEvent[] = [listing(place)];
    let now = Date.parse(instantOf(place, { day: 0, minute: 0 }));
    moves.forEach(({ hours, step, lateDays, part }, index) => {
      now += hours * 60 * MINUTE + 1;
      const at = new Date(now).toISOString();
      const view = plainView(events, place.zone);
      const id = idOf(index);
      if (step.kind === 'intent') {
        const allowed =
          step.action === 'REQUEST'
            ? view.status === 'AVAILABLE'
            : view.holder === step.customerId && (view.status === 'REQUESTED' || view.status === 'CUSTOMER');
        if (allowed) events.push(intentEvent(step.action, step.customerId, at, id, at));
      } else if (step.kind === 'document') {
        const then = new Date(now - lateDays * 1440 * MINUTE).toISOString();
        const document = documentEvent(
          step,
          step.at.minute === null ? houseDayOf(then, place.zone) : then,
          at,
        );
        if (!events.some((event) => event.id === document.id)) events.push(document);
      } else if (view.correctable !== null && (step.kind === 'undo' || step.kind === 'changeDate')) {
        const others = liveEntries(events)
          .filter((entry) => entry.eventId !== view.correctable)
          .map((entry) => Date.parse(earliestInstant(entry.effectiveAt, place.zone)));
        const after = Math.max(now - 3 * 1440 * MINUTE, ...others);
        const newDate = new Date(now - Math.floor(((now - after) * (part - 1)) / 100)).toISOString();
        if (step.kind === 'undo') events.push(undoOf(view.correctable, id, at));
        else if (now > after) events.push(dateChangeOf(view.correctable, newDate, id, at));
      } else if (step.kind === 'repricing') {
        if (view.holder !== null)
          events.push({
            type: 'SpellRepriced',
            id,
            recordedAt: at,
            data: {
              customerId: view.holder,
              customerPriceCents: step.priceCents,
              listPriceCents: step.priceCents,
              costCents: 800_000,
              reason: 'agreed',
              effectiveAt: at,
            },
          });
      } else if (
        step.kind === 'priceList' ||
        step.kind === 'withdraw' ||
        step.kind === 'reinstate' ||
        step.kind === 'describe'
      ) {
        events.push(vendorEvent(step, at, id, at));
      }
    });
    return history(place, events);
  })
  .filter(isSmall);

/**
 * The same events in another order of arrival. The vendor's events of the stone arrive in the order in which they are
 * true: Vitrine itself records it, when it happens.
 */
export const shuffled = (events: readonly ModelEvent[]): fc.Arbitrary<ModelEvent[]> =>
  fc.shuffledSubarray([...events], { minLength: events.length }).map(inVendorsOrder);

/** Sensible, senseless, and crowded into two days. */
export const anyHistory = fc.oneof(walkedHistory, garbageHistory, crowdedHistory);

/** So it is in each of so many cases. */
export function check<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void, numRuns = 200): void {
  fc.assert(fc.property(arbitrary, holds), { numRuns });
}
