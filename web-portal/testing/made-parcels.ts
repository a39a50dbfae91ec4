import type { CustomerState } from '#contracts/customer/index.ts';
import { newCustomer } from '#contracts/customer/customer.ts';
import { OPEN_ACCESS, PLAIN_TERMS } from '#contracts/customer/testing/plain-customer.ts';
import type { Actor, DocumentReceived, StoneEvent } from '#contracts/events/index.ts';
import {
  emptyParcel,
  evolveParcel,
  foldParcel,
  type ParcelState,
  type ParcelView,
} from '#contracts/lifecycle/index.ts';
import { thousandthsOf } from '#contracts/vocabulary/carats.ts';
import { houseDayOf, type EffectiveAt, type Instant } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { CURRENT_STATUSES, type Intent } from '#contracts/vocabulary/statuses.ts';
import { decideInstruction, effectOf } from '#services/stones/decide-instruction.ts';
import { decideChangeEventDate, readNewDate } from '#services/stones/change-event-date.ts';
import { INTENT_RULES } from '#services/stones/intent-rules.ts';
import { decideUndoEvent } from '#services/stones/undo-event.ts';
import type { MadeParcel } from './made-lines.ts';
import { MADE_CUSTOMER } from './made-people.ts';

export const MADE_ZONE = 'America/New_York';
const SYNC: Actor = { username: 'sync', role: 'system' };
const LISTED_AT = '2024-01-02T15:00:00.000Z';
const { customerId } = MADE_CUSTOMER;

/** The made customer as deciders take it: every line is open to it. */
const CUSTOMER: CustomerState = {
  ...newCustomer(customerId),
  record: {
    customerId,
    registeredAt: LISTED_AT,
    identity: {
      name: MADE_CUSTOMER.name,
      legalName: MADE_CUSTOMER.legalName,
      email: MADE_CUSTOMER.email,
      salesRepEmail: MADE_CUSTOMER.salesRepEmail,
      bigName: MADE_CUSTOMER.bigName,
    },
    access: OPEN_ACCESS,
    terms: [
      {
        effectiveAt: LISTED_AT,
        changes: PLAIN_TERMS,
        recordedAt: LISTED_AT,
        position: 0,
        eventId: 'registered',
        by: SYNC.username,
      },
    ],
    accounts: [],
    accountPeriods: [],
    retailMarkups: [],
  },
};

type Correction = { intent: Intent; newDate?: string | undefined; reason?: string | null | undefined };

/**
 * The fake server's parcels as the events that are recorded of them, in memory: what is allowed, and what it comes
 * to, is decided by the server's own rules.
 */
export function openMadeParcels(made: ReadonlyMap<string, { line: Line; parcel: MadeParcel }>) {
  const records = new Map<string, ParcelState>();
  const views = new Map<string, ParcelView>();
  let position = 0;

  const recordOf = (name: string): ParcelState => {
    const known = records.get(name);
    if (known) return known;
    const named = made.get(name);
    if (!named) return emptyParcel(name);
    const { line, parcel } = named;
    const totalCents = Math.round((parcel.total ?? 0) * 100);
    return evolved(
      emptyParcel(name),
      {
        type: 'StoneListed',
        data: {
          parcelName: name,
          line,
          vendorId: 1,
          attributes: {
            weight: thousandthsOf(parcel.weight),
            ...(parcel.lab !== undefined && { lab: parcel.lab }),
          },
          costCents: totalCents,
          totalCents,
          vendorAvailability: 'IN_STOCK',
          effectiveAt: LISTED_AT,
        },
      },
      LISTED_AT,
      SYNC.username,
    );
  };
  const evolved = (state: ParcelState, event: StoneEvent, recordedAt: Instant, by: string): ParcelState => {
    position += 1;
    return evolveParcel(state, { ...event, id: `event-${position}`, position, recordedAt, by });
  };
  const keep = (state: ParcelState): void => {
    records.set(state.parcelName, state);
    views.delete(state.parcelName);
  };
  const viewOf = (name: string): ParcelView => {
    const known = views.get(name);
    if (known) return known;
    const view = foldParcel(recordOf(name), MADE_ZONE);
    views.set(name, view);
    return view;
  };

  const corrected = (name: string, { intent, newDate, reason }: Correction, by: string): ParcelState => {
    const state = recordOf(name);
    const now = new Date().toISOString();
    const command = { parcelName: name, intent, reason };
    const events =
      newDate === undefined
        ? decideUndoEvent(state, command, now, MADE_ZONE)
        : decideChangeEventDate(
            state,
            { ...command, newDate: readNewDate(newDate, MADE_ZONE) },
            now,
            MADE_ZONE,
          );
    return events.reduce((parcel, event) => evolved(parcel, event, now, by), state);
  };

  return {
    recordOf,
    viewOf,
    isFree: (name: string): boolean => viewOf(name).status === 'AVAILABLE',
    isCurrent: (name: string): boolean => CURRENT_STATUSES.includes(viewOf(name).status),
    /** Parcels of which the customer has or had one. */
    touched: (): string[] => [...records.keys()].filter((name) => viewOf(name).spells.length > 0),
    /** The day of the last entry. */
    lastAction: (name: string): string => {
      const last = viewOf(name).entries.at(-1);
      return last ? houseDayOf(last.effectiveAt, MADE_ZONE) : '';
    },
    /** An instruction, whole or not at all. Throws Refusal. */
    instruct(
      intent: Intent,
      line: Line | null,
      parcelNames: readonly string[],
      { by, remarks, at }: { by: string; remarks?: string | null; at?: Instant },
    ): string {
      const now = at ?? new Date().toISOString();
      const instructionId = `instruction-${position + 1}`;
      const parcels = parcelNames.map((name) => ({ state: recordOf(name), view: viewOf(name) }));
      const actor: Actor = { username: by, role: 'customer' };
      const placed = decideInstruction(
        INTENT_RULES[intent],
        { customer: CUSTOMER, parcels },
        { line, parcelNames, remarks },
        {
          who: { actor, staff: false, customerId, seesValues: false },
          instructionId,
          now,
          zone: MADE_ZONE,
        },
      );
      for (const { state } of parcels)
        keep(
          evolved(
            state,
            effectOf(INTENT_RULES[intent], placed, state.parcelName, customerId),
            placed.effectiveAt,
            by,
          ),
        );
      return instructionId;
    },
    /** A document of the trading system arrives. */
    document(
      name: string,
      docType: DocumentReceived['docType'],
      effectiveAt: EffectiveAt = houseDayOf(new Date().toISOString(), MADE_ZONE),
    ): void {
      const state = recordOf(name);
      const event: StoneEvent = {
        type: 'DocumentReceived',
        data: {
          instance: 'made',
          docType,
          docNo: `${docType}-${state.entries.length}`,
          line: 1,
          version: 1,
          customerId,
          accountCode: '01-01-0001',
          amountCents: 0,
          giaRoundDiscountPpm: 0,
          effectiveAt,
        },
      };
      keep(
        evolved(
          state,
          event,
          effectiveAt.length > 10 ? effectiveAt : `${effectiveAt}T22:00:00.000Z`,
          SYNC.username,
        ),
      );
    },
    /** What a correction comes to, without making it. Throws Refusal. */
    preview: (name: string, correction: Correction, by: string): ParcelView =>
      foldParcel(corrected(name, correction, by), MADE_ZONE),
    /** Throws Refusal. */
    correct: (name: string, correction: Correction, by: string): void =>
      keep(corrected(name, correction, by)),
  };
}
