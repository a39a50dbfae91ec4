import type { Intent } from '#contracts/vocabulary/statuses.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { DocType } from '#contracts/vocabulary/statuses.ts';
import type { Frozen, StoneAttributes, StoneEvent } from '#contracts/events/index.ts';
import { emptyParcel, evolveParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import { givenFrom } from '#services/platform/testing/given.ts';

/** The history of parcel V-1, as deciders of requests, returns, sales and corrections see it. */
export const given = givenFrom<ParcelState, StoneEvent>(emptyParcel('V-1'), (state, event, index) =>
  evolveParcel(state, {
    ...event,
    id: `e${index}`,
    position: index,
    recordedAt: `2026-03-0${index + 1}T12:00:00.000Z`,
    by: 'test',
  }),
);

export const ZONE = 'America/New_York';
export const A = 1;
export const B = 2;

const GIA_ROUND = { lab: 'GIA', shapeCode: 'RD' };

/** Listed on 1 March 2026 at $10,000.00 (cost $9,000.00), one carat. */
export const listed = (
  line: Line = 'natural',
  attributes: Partial<StoneAttributes> = GIA_ROUND,
): StoneEvent => ({
  type: 'StoneListed',
  data: {
    parcelName: 'V-1',
    line,
    vendorId: 1,
    attributes: { weight: 1000, ...attributes },
    costCents: 900_000,
    totalCents: 1_000_000,
    vendorAvailability: 'IN_STOCK',
    effectiveAt: '2026-03-01T12:00:00.000Z',
  },
});

/** What a request of the listed GIA round freezes for a customer with a discount of 2 %. */
export const FROZEN: Frozen = {
  customerPriceCents: 980_000,
  listPriceCents: 1_000_000,
  costCents: 900_000,
  giaRoundDiscountPpm: 20_000,
  attributes: { weight: 1000, ...GIA_ROUND },
};

/** An intent of a customer, unless given otherwise a request of 2 March, a return or a sale of 4 March. */
export function intent(
  type: Intent,
  customerId: number,
  effectiveAt = `2026-03-0${type === 'REQUEST' ? 2 : 4}T12:00:00.000Z`,
): StoneEvent {
  const data = { customerId, instructionId: type, effectiveAt };
  switch (type) {
    case 'REQUEST':
      return { type: 'StoneRequested', data: { ...data, frozen: FROZEN } };
    case 'RETURN':
      return { type: 'StoneReturned', data };
    case 'SOLD':
      return { type: 'StoneSold', data };
  }
}

/** A document of the trading system at a bare day, or at an instant; the only one of its type unless it has a number. */
export const document = (
  docType: DocType,
  customerId: number,
  effectiveAt: string,
  docNo: string = docType,
): StoneEvent => ({
  type: 'DocumentReceived',
  data: {
    instance: 'VITRINE',
    docType,
    docNo,
    line: 1,
    version: 1,
    customerId,
    accountCode: '01-01-0001',
    amountCents: 980_000,
    giaRoundDiscountPpm: 20_000,
    effectiveAt,
  },
});
