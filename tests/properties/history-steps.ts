import type { Frozen } from '#contracts/events/index.ts';
import type { DocType, Intent } from '#contracts/vocabulary/statuses.ts';
import { addDays, type Instant } from '#contracts/vocabulary/house-time.ts';
import type { ModelEvent } from './plain-life-cycle-model.ts';
import { vendorFacts } from './plain-life-cycle-steps.ts';

/** The event that a step of a random history records: one parcel, ten days around a change of the clocks. */

/** Zones and the day on which a history begins: each meets a change to or from summer time, where there is one. */
export const ZONES = [
  { zone: 'America/New_York', firstDay: '2026-03-04' },
  { zone: 'America/New_York', firstDay: '2026-10-28' },
  { zone: 'Asia/Kolkata', firstDay: '2026-01-29' },
  { zone: 'Pacific/Auckland', firstDay: '2026-04-01' },
] as const;
export type Place = (typeof ZONES)[number];

export const DAYS = 10;
export const MINUTE = 60_000;
const LIST_CENTS = 1_000_000;
const ATTRIBUTES = {
  weight: 1000,
  lab: 'GIA',
  shapeCode: 'RD',
  colour: 'F',
  clarity: 'VS1',
  certNo: '2141438171',
};
const FROZEN: Frozen = {
  customerPriceCents: 980_000,
  listPriceCents: LIST_CENTS,
  costCents: 900_000,
  giaRoundDiscountPpm: 20_000,
  attributes: ATTRIBUTES,
};

/** Minutes after the start of the first day (UTC); null: a bare date of that day. */
type When = { day: number; minute: number | null };

export type Step =
  | { kind: 'intent'; action: Intent; customerId: number; at: When }
  | {
      kind: 'document';
      docType: DocType;
      customerId: number;
      docNo: number;
      version: number;
      amountCents: number | null;
      at: When;
    }
  | { kind: 'undo'; which: number }
  | { kind: 'changeDate'; which: number; at: When }
  | { kind: 'priceList'; totalCents: number; at: When }
  | { kind: 'repricing'; customerId: number; priceCents: number; at: When }
  | { kind: 'describe'; colour: string; at: When }
  | { kind: 'withdraw' | 'reinstate'; at: When };
export type StepKind = Step['kind'];

/** An event's id that reveals nothing about when it came: ties must not follow arrival. */
export const idOf = (index: number): string =>
  `${((index * 7919 + 13) % 997).toString(36).padStart(2, '0')}-${index}`;

export const instantOf = (place: Place, at: { day: number; minute: number }): Instant =>
  new Date(
    Date.parse(`${place.firstDay}T00:00:00.000Z`) + (at.day * 1440 + at.minute) * MINUTE,
  ).toISOString();
const timeOf = (place: Place, at: When): string =>
  at.minute === null ? addDays(place.firstDay, at.day) : instantOf(place, { day: at.day, minute: at.minute });

/** Parcel `P-1` listed long before anything happens to it. */
export function listing(place: Place): ModelEvent {
  const effectiveAt = instantOf(place, { day: -30, minute: 0 });
  return {
    type: 'StoneListed',
    id: 'listing',
    recordedAt: effectiveAt,
    data: {
      parcelName: 'P-1',
      line: 'natural',
      vendorId: 1,
      attributes: ATTRIBUTES,
      costCents: 900_000,
      totalCents: LIST_CENTS,
      vendorAvailability: 'IN_STOCK',
      effectiveAt,
    },
  };
}

export function intentEvent(
  action: Intent,
  customerId: number,
  effectiveAt: Instant,
  id: string,
  recordedAt: Instant,
): ModelEvent {
  const data = { customerId, instructionId: `instruction-${id}`, effectiveAt };
  if (action === 'REQUEST')
    return { type: 'StoneRequested', id, recordedAt, data: { ...data, frozen: FROZEN } };
  return { type: action === 'SOLD' ? 'StoneSold' : 'StoneReturned', id, recordedAt, data };
}

type DocumentStep = Extract<Step, { kind: 'document' }>;
/** One version of a document has one content and one id, however often it comes. */
export function documentEvent(step: DocumentStep, effectiveAt: string, recordedAt: Instant): ModelEvent {
  const { docType, customerId, docNo, version, amountCents } = step;
  return {
    type: 'DocumentReceived',
    id: `${docType}-${docNo}-v${version}`,
    recordedAt,
    data: {
      instance: 'VITRINE',
      docType,
      docNo: String(docNo),
      line: 1,
      version,
      customerId,
      accountCode: '01-01-0001',
      amountCents,
      giaRoundDiscountPpm: 20_000,
      effectiveAt,
    },
  };
}

const isIntentEvent = (event: ModelEvent): boolean =>
  event.type === 'StoneRequested' || event.type === 'StoneReturned' || event.type === 'StoneSold';

export function inVendorsOrder(events: readonly ModelEvent[]): ModelEvent[] {
  const facts = vendorFacts(events);
  const places = new Set(facts.map((fact) => events.indexOf(fact)));
  return events.map((event, index) => (places.has(index) ? facts.shift()! : event));
}

/** The events of all steps, recorded one after another whether they make sense or not. */
export function recordUnchecked(place: Place, steps: readonly Step[]): ModelEvent[] {
  const events: ModelEvent[] = [listing(place)];
  steps.forEach((step, index) => {
    const id = idOf(index);
    const recordedAt = instantOf(place, { day: DAYS + 5, minute: index });
    const intents = events.filter(isIntentEvent);
    const target = 'which' in step ? intents[step.which % Math.max(1, intents.length)] : undefined;
    const at = 'at' in step ? timeOf(place, step.at) : recordedAt;
    switch (step.kind) {
      case 'intent':
        events.push(intentEvent(step.action, step.customerId, at, id, recordedAt));
        break;
      case 'document': {
        const document = documentEvent(step, at, recordedAt);
        if (!events.some((event) => event.id === document.id)) events.push(document);
        break;
      }
      case 'undo':
        if (target) events.push(undoOf(target.id, id, recordedAt));
        break;
      case 'changeDate':
        if (target) events.push(dateChangeOf(target.id, at, id, recordedAt));
        break;
      case 'repricing':
        events.push({
          type: 'SpellRepriced',
          id,
          recordedAt,
          data: {
            customerId: step.customerId,
            customerPriceCents: step.priceCents,
            listPriceCents: step.priceCents,
            costCents: 800_000,
            reason: 'agreed',
            effectiveAt: at,
          },
        });
        break;
      default:
        events.push(vendorEvent(step, at, id, recordedAt));
    }
  });
  return inVendorsOrder(events);
}

export function vendorEvent(
  step: Extract<Step, { kind: 'priceList' | 'describe' | 'withdraw' | 'reinstate' }>,
  effectiveAt: Instant,
  id: string,
  recordedAt: Instant,
): ModelEvent {
  switch (step.kind) {
    case 'priceList':
      return {
        type: 'StoneRepriced',
        id,
        recordedAt,
        data: { costCents: step.totalCents - 100_000, totalCents: step.totalCents, effectiveAt },
      };
    case 'describe':
      return {
        type: 'StoneDescribed',
        id,
        recordedAt,
        data: { attributes: { ...ATTRIBUTES, colour: step.colour }, effectiveAt },
      };
    case 'withdraw':
      return { type: 'StoneWithdrawn', id, recordedAt, data: { reason: 'sold elsewhere', effectiveAt } };
    case 'reinstate':
      return { type: 'StoneReinstated', id, recordedAt, data: { effectiveAt } };
  }
}

export function undoOf(eventId: string, id: string, recordedAt: Instant): ModelEvent {
  return {
    type: 'EventUndone',
    id,
    recordedAt,
    data: { eventId, reason: 'a mistake', effectiveAt: recordedAt },
  };
}

export function dateChangeOf(eventId: string, newDate: Instant, id: string, recordedAt: Instant): ModelEvent {
  return {
    type: 'EventDateChanged',
    id,
    recordedAt,
    data: { eventId, newDate, reason: 'earlier', effectiveAt: recordedAt },
  };
}
