import { houseInstant, addDays, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Frozen, StoneAttributes } from '#contracts/events/index.ts';
import type { DocType, Intent } from '#contracts/vocabulary/statuses.ts';
import type { ParcelView } from '#contracts/lifecycle/index.ts';
import type { ModelEvent } from './plain-life-cycle-model.ts';
import { heldAt, realView } from './real-fold.ts';

/**
 * Histories of one parcel in the order of their events: `given(request('A', at(1)), memo('A', day(2)))`. The parcel is
 * a GIA round of the natural line, listed at $10,000.00 (cost $9,000.00) the day before day 1; customers have 2 %
 * giaRoundDiscount.
 */

export const ZONE = 'America/New_York';
const FIRST = '2026-03-01';

/** House day n, as a bare date. */
export const day = (n: number): HouseDay => addDays(FIRST, n - 1);
/** A time of house day n as an instant; noon when none is given. */
export const at = (n: number, time = '12:00'): string =>
  houseInstant(day(n), (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000, ZONE);

const ATTRIBUTES: StoneAttributes = {
  weight: 1000,
  lab: 'GIA',
  shapeCode: 'RD',
  colour: 'F',
  clarity: 'VS1',
};
export const PRICE = 980_000;
export const SHOWN: Frozen = {
  customerPriceCents: PRICE,
  listPriceCents: 1_000_000,
  costCents: 900_000,
  giaRoundDiscountPpm: 20_000,
  attributes: ATTRIBUTES,
};

type Customer = 'A' | 'B';
const idOf = (customer: Customer): number => (customer === 'A' ? 1 : 2);
const nameOf = (customerId: number): string => (customerId === 1 ? 'A' : 'B');

/** Something recorded; `id` names it in expectations. Given a place in the sequence it becomes an event. */
export type Step = { id: string; event: (recordedAt: string) => ModelEvent };

const step = (id: string, event: (fields: { id: string; recordedAt: string }) => ModelEvent): Step => ({
  id,
  event: (recordedAt) => event({ id, recordedAt }),
});

export const listed = (at: string, totalCents = 1_000_000, attributes = ATTRIBUTES): Step =>
  step('listed', (fields) => ({
    ...fields,
    type: 'StoneListed',
    data: {
      parcelName: 'P-1',
      line: 'natural',
      vendorId: 1,
      attributes,
      costCents: totalCents - 100_000,
      totalCents,
      vendorAvailability: 'IN_STOCK',
      effectiveAt: at,
    },
  }));

const intent = (action: Intent, customer: Customer, effectiveAt: string, frozen: Frozen): Step =>
  step(`${action} ${customer} ${effectiveAt}`, (fields) => {
    const data = { customerId: idOf(customer), instructionId: fields.id, effectiveAt };
    if (action === 'REQUEST') return { ...fields, type: 'StoneRequested', data: { ...data, frozen } };
    return { ...fields, type: action === 'SOLD' ? 'StoneSold' : 'StoneReturned', data };
  });
export const request = (customer: Customer, effectiveAt: string, frozen = SHOWN): Step =>
  intent('REQUEST', customer, effectiveAt, frozen);
export const giveBack = (customer: Customer, effectiveAt: string): Step =>
  intent('RETURN', customer, effectiveAt, SHOWN);
export const sold = (customer: Customer, effectiveAt: string): Step =>
  intent('SOLD', customer, effectiveAt, SHOWN);

type Paper = { docNo?: string; version?: number; amount?: number | null };
const document =
  (docType: DocType) =>
  (
    customer: Customer,
    effectiveAt: string,
    { docNo = `${customer} ${effectiveAt}`, version = 1, amount = PRICE }: Paper = {},
  ): Step =>
    step(`${docType} ${docNo} v${version}`, (fields) => ({
      ...fields,
      type: 'DocumentReceived',
      data: {
        instance: 'VITRINE',
        docType,
        docNo,
        line: 1,
        version,
        customerId: idOf(customer),
        accountCode: `0${idOf(customer)}-01-0001`,
        amountCents: amount,
        giaRoundDiscountPpm: 20_000,
        effectiveAt,
      },
    }));
export const memo = document('MEMO');
export const returnMemo = document('RETURN_MEMO');
export const invoice = document('INVOICE');
export const credit = document('CREDIT');

export const listPrice = (totalCents: number, effectiveAt: string): Step =>
  step(`list price ${totalCents}`, (fields) => ({
    ...fields,
    type: 'StoneRepriced',
    data: { costCents: totalCents - 100_000, totalCents, effectiveAt },
  }));
export const described = (attributes: StoneAttributes, effectiveAt: string): Step =>
  step(`described ${effectiveAt}`, (fields) => ({
    ...fields,
    type: 'StoneDescribed',
    data: { attributes, effectiveAt },
  }));
export const repriced = (customer: Customer, customerPriceCents: number, effectiveAt: string): Step =>
  step(`repriced ${customer} ${effectiveAt}`, (fields) => ({
    ...fields,
    type: 'SpellRepriced',
    data: {
      customerId: idOf(customer),
      customerPriceCents,
      listPriceCents: customerPriceCents,
      costCents: 800_000,
      reason: 'agreed',
      effectiveAt,
    },
  }));
export const withdrawn = (effectiveAt: string): Step =>
  step(`withdrawn ${effectiveAt}`, (fields) => ({
    ...fields,
    type: 'StoneWithdrawn',
    data: { reason: 'sold elsewhere', effectiveAt },
  }));
export const reinstated = (effectiveAt: string): Step =>
  step(`reinstated ${effectiveAt}`, (fields) => ({
    ...fields,
    type: 'StoneReinstated',
    data: { effectiveAt },
  }));
export const undo = (target: Step): Step =>
  step(`undo ${target.id}`, (fields) => ({
    ...fields,
    type: 'EventUndone',
    data: { eventId: target.id, reason: 'a mistake', effectiveAt: fields.recordedAt },
  }));
export const changeDate = (target: Step, newDate: string): Step =>
  step(`date of ${target.id} to ${newDate}`, (fields) => ({
    ...fields,
    type: 'EventDateChanged',
    data: { eventId: target.id, newDate, effectiveAt: fields.recordedAt },
  }));
export const declined = (customer: Customer, action: Intent, effectiveAt: string): Step =>
  step(`declined ${action} ${customer}`, (fields) => ({
    ...fields,
    type: 'InstructionDeclined',
    data: {
      customerId: idOf(customer),
      instructionId: fields.id,
      action,
      reason: 'someone else was faster',
      effectiveAt,
    },
  }));

/** What a history comes to, in the words of the rules. */
export type Outcome = {
  status: string;
  holder: string | null;
  /** 'A CUSTOMER' while open, 'A PENDING_RETURN, RETURNED' when ended: the last status, then the end. */
  spells: string[];
  /** Customer prices that the spells froze, in dollars. */
  prices: number[];
  /** Ids of what should not have happened. */
  anomalies: string[];
  /** 'A CUSTOMER' at the end of house day n, or 'no one'. */
  endOf: (n: number) => string;
  /** Ids of the live entries in the order in which they count. */
  order: string[];
  view: ParcelView;
};

function outcome(events: readonly ModelEvent[]): Outcome {
  const view = realView(events, ZONE);
  return {
    status: view.status,
    holder: view.customerId === null ? null : nameOf(view.customerId),
    spells: view.spells.map(
      (spell) => `${nameOf(spell.customerId)} ${spell.status}${spell.end === null ? '' : `, ${spell.end}`}`,
    ),
    prices: view.spells.map((spell) => spell.frozen.customerPriceCents / 100),
    anomalies: [...new Set(view.anomalies.map((anomaly) => anomaly.eventId))],
    endOf: (n) =>
      heldAt(view, day(n))
        .map((held) => `${nameOf(held.customerId)} ${held.status}`)
        .join(' and ') || 'no one',
    order: view.entries.map((entry) => entry.eventId),
    view,
  };
}

const recorded = (history: readonly Step[]): ModelEvent[] =>
  history.map((one, index) => one.event(new Date(Date.parse(at(60)) + index * 1000).toISOString()));

/** The parcel listed before day 1, then this, recorded in this order. */
export function given(...history: Step[]): Outcome {
  return outcome(recorded([listed(at(0)), ...history]));
}

/** Exactly this, with a listing of its own or none. */
export function givenOnly(...history: Step[]): Outcome {
  return outcome(recorded(history));
}
