import { compareText } from '#contracts/vocabulary/compare-text.ts';
import type { DocumentReceived, StoneEvent } from '../events/index.ts';
import type { Instant } from '../vocabulary/house-time.ts';
import type { Tier } from '../vocabulary/tiers.ts';
import type { Entry, ListPrice, ParcelState } from './parcel-types.ts';

/** What the fold needs of a recorded event of `stone-{parcelName}`. */
export type StoneFact = StoneEvent & { id: string; position: number; recordedAt: Instant; by: string };

/** A parcel of which nothing is recorded yet. */
export function emptyParcel(parcelName: string): ParcelState {
  return {
    parcelName,
    line: 'natural',
    vendorId: 0,
    listed: false,
    attributes: { weight: 1 },
    formerAttributes: [],
    vendorAvailability: '',
    withdrawn: false,
    prices: [],
    entries: [],
    declines: [],
    undone: [],
    dateChanges: [],
    lastRecordedAt: '0000-01-01T00:00:00.000Z',
  };
}

/**
 * Applies one more event of the parcel's stream, in the order recorded. Collects what was recorded and draws
 * no conclusion: `foldParcel` does, and does not depend on the order of arrival (rule: Order within a day).
 * Never throws.
 */
export function evolveParcel(state: ParcelState, event: StoneFact): ParcelState {
  const next = applied(state, event);
  return event.recordedAt > next.lastRecordedAt ? { ...next, lastRecordedAt: event.recordedAt } : next;
}

function applied(state: ParcelState, event: StoneFact): ParcelState {
  switch (event.type) {
    case 'StoneListed': {
      const { line, vendorId, attributes, piece, location, vendorAvailability, effectiveAt } = event.data;
      return withPrice(
        {
          ...state,
          listed: true,
          listedAt: effectiveAt,
          withdrawn: false,
          line,
          vendorId,
          attributes,
          piece,
          location,
          vendorAvailability,
        },
        event,
      );
    }
    case 'StoneDescribed':
      return {
        ...state,
        attributes: event.data.attributes,
        piece: event.data.piece,
        overrideTier: overrideAfter(state.overrideTier, event.data.overrideTier),
        formerAttributes: [
          ...state.formerAttributes,
          {
            position: event.position,
            eventId: event.id,
            by: event.by,
            recordedAt: event.recordedAt,
            until: event.data.effectiveAt,
            attributes: state.attributes,
          },
        ],
      };
    case 'StoneRepriced':
      return withPrice(state, event);
    case 'StoneWithdrawn':
      return { ...state, withdrawn: true };
    case 'StoneReinstated':
      return { ...state, withdrawn: false, listedAt: event.data.effectiveAt };
    case 'VendorAvailabilityChanged':
      return { ...state, vendorAvailability: event.data.vendorAvailability };
    case 'StoneRequested':
    case 'StoneReturned':
    case 'StoneSold':
    case 'DocumentReceived':
    case 'SpellRepriced':
      return state.entries.some((entry) => entry.eventId === event.id)
        ? state
        : { ...state, entries: [...state.entries, entryOf(event)] };
    case 'InstructionDeclined': {
      const { customerId, action, reason } = event.data;
      return {
        ...state,
        declines: [
          ...state.declines,
          { position: event.position, eventId: event.id, customerId, action, reason },
        ],
      };
    }
    case 'EventUndone': {
      const { eventId, effectiveAt: at, reason } = event.data;
      return {
        ...state,
        undone: [
          ...state.undone,
          {
            position: event.position,
            eventId,
            correctionId: event.id,
            at,
            recordedAt: event.recordedAt,
            reason,
            by: event.by,
          },
        ],
      };
    }
    case 'EventDateChanged': {
      const { eventId, newDate, reason } = event.data;
      const change = {
        position: event.position,
        eventId,
        correctionId: event.id,
        newDate,
        recordedAt: event.recordedAt,
        reason,
        by: event.by,
      };
      return { ...state, dateChanges: [...state.dateChanges, change] };
    }
  }
}

/** The tier that the house has set, after a description: set again, removed (null), or unchanged (undefined). */
export function overrideAfter(known: Tier | undefined, described: Tier | null | undefined): Tier | undefined {
  return described === undefined ? known : (described ?? undefined);
}

/** When a feed listed the parcel last; a record stored before that was kept has the first price's time until it is rebuilt. */
export const listedAtOf = ({ listedAt, prices }: ParcelState): Instant | undefined =>
  listedAt ?? prices[0]?.effectiveAt;

/**
 * The parcel as it was known at a log position (rule: Knowledge cut): what was recorded later is left out.
 * The vendor's data (description, availability, withdrawal) stays today's, except for earlier descriptions.
 */
export function parcelKnownAt(state: ParcelState, position: number): ParcelState {
  const known = <Row extends { position: number }>(rows: readonly Row[]): Row[] =>
    rows.filter((row) => row.position <= position);
  return {
    ...state,
    prices: known(state.prices),
    entries: known(state.entries),
    declines: known(state.declines),
    undone: known(state.undone),
    dateChanges: known(state.dateChanges),
    attributes: state.formerAttributes.find((row) => row.position > position)?.attributes ?? state.attributes,
    formerAttributes: known(state.formerAttributes),
  };
}

function withPrice(
  state: ParcelState,
  event: Extract<StoneFact, { type: 'StoneListed' | 'StoneRepriced' }>,
): ParcelState {
  const { effectiveAt, costCents, totalCents } = event.data;
  const price: ListPrice = {
    position: event.position,
    effectiveAt,
    recordedAt: event.recordedAt,
    eventId: event.id,
    by: event.by,
    costCents,
    totalCents,
  };
  return { ...state, prices: [...state.prices, price].sort(byTime) };
}

function byTime(a: ListPrice, b: ListPrice): number {
  return (
    compareText(a.effectiveAt, b.effectiveAt) ||
    compareText(a.recordedAt, b.recordedAt) ||
    a.position - b.position
  );
}

/** What the versions of one document share: instance, type, number and line (rule: Versions of a document). */
export const documentIdentity = ({
  instance,
  docType,
  docNo,
  line,
}: Pick<DocumentReceived, 'instance' | 'docType' | 'docNo' | 'line'>): string =>
  `${instance}/${docType}/${docNo}/${line}`;

type EntryFact = Extract<
  StoneFact,
  { type: 'StoneRequested' | 'StoneReturned' | 'StoneSold' | 'DocumentReceived' | 'SpellRepriced' }
>;

function entryOf(event: EntryFact): Entry {
  const { customerId, effectiveAt } = event.data;
  const common = {
    position: event.position,
    eventId: event.id,
    customerId,
    recordedAt: event.recordedAt,
    by: event.by,
  };
  switch (event.type) {
    case 'StoneRequested': {
      const { instructionId, remarks, frozen } = event.data;
      return { ...common, type: 'REQUEST', effectiveAt, instructionId, remarks, frozen };
    }
    case 'StoneReturned':
    case 'StoneSold': {
      const { instructionId, remarks } = event.data;
      return {
        ...common,
        type: event.type === 'StoneSold' ? 'SOLD' : 'RETURN',
        effectiveAt,
        instructionId,
        remarks,
      };
    }
    case 'DocumentReceived': {
      const { docType, version, amountCents, giaRoundDiscountPpm } = event.data;
      const identity = documentIdentity(event.data);
      return { ...common, type: docType, effectiveAt, identity, version, amountCents, giaRoundDiscountPpm };
    }
    case 'SpellRepriced': {
      const { customerPriceCents, listPriceCents, costCents, reason } = event.data;
      return {
        ...common,
        type: 'REPRICING',
        effectiveAt,
        customerPriceCents,
        listPriceCents,
        costCents,
        reason,
      };
    }
  }
}
