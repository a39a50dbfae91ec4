import { expect, test } from 'vitest';
import type { StoneEvent } from '#contracts/events/index.ts';
import { emptyParcel, evolveParcel, foldParcel } from '#contracts/lifecycle/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { foldRefusal, momentFor, parcelRefusal, type Parcel } from './decide-instruction.ts';
import { INTENT_RULES } from './intent-rules.ts';
import { frozenNow, withinMaximum } from './request-stones.ts';

const statusRefusal = (intent: Intent, one: Parcel, customerId: number): string | null =>
  INTENT_RULES[intent].statusRefusal(one, customerId);

const ZONE = 'America/New_York';
const A = 1;
const B = 2;
const ALL = {
  allowLogin: true,
  allowActions: true,
  fmAllowed: true,
  lgAllowed: true,
  fcAllowed: true,
  legend: false,
};
const TERMS = {
  minInventoryCents: 0,
  maxInventoryCents: 0,
  giaRoundDiscountPpm: 20_000,
  gracePeriodDays: 0,
  paymentDays: 30,
  normalRebatePpm: 0,
  hafRebatePpm: 0,
  lgRebatePpm: 0,
  fcRebatePpm: 0,
  feeRatePpm: 0,
  lgFeeRatePpm: 0,
  fcFeeRatePpm: 0,
  hafPct1Ppm: 0,
  hafPct2Ppm: 0,
};

function parcel(line: Line, attributes: object, ...events: StoneEvent[]): Parcel {
  const listed: StoneEvent = {
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
  };
  const state = [listed, ...events].reduce(
    (folded, event, index) =>
      evolveParcel(folded, {
        ...event,
        id: `e${index}`,
        position: index,
        recordedAt: `2026-03-0${index + 1}T12:00:00.000Z`,
        by: 'test',
      }),
    emptyParcel('V-1'),
  );
  return { state, view: foldParcel(state, ZONE) };
}

const gia = { lab: 'GIA', shapeCode: 'RD' };
const intent = { instructionId: 'i', effectiveAt: '2026-03-02T12:00:00.000Z' };
const requested = (customerId: number): StoneEvent => ({
  type: 'StoneRequested',
  data: { ...intent, customerId, frozen: frozenNow(parcel('natural', gia).state, TERMS) },
});
const returned = (customerId: number): StoneEvent => ({
  type: 'StoneReturned',
  data: { ...intent, customerId, effectiveAt: '2026-03-04T12:00:00.000Z' },
});
const memo = (customerId: number): StoneEvent => ({
  type: 'DocumentReceived',
  data: {
    instance: 'VITRINE',
    docType: 'MEMO',
    docNo: 'M1',
    line: 1,
    version: 1,
    customerId,
    accountCode: '01-01-0001',
    amountCents: 980_000,
    giaRoundDiscountPpm: 20_000,
    effectiveAt: '2026-03-03',
  },
});

test('an available stone may be requested, by whoever is first', () => {
  expect(statusRefusal('REQUEST', parcel('natural', gia), A)).toBeNull();
  expect(statusRefusal('REQUEST', parcel('natural', gia, requested(B)), A)).toBe(
    'V-1 is no longer available.',
  );
  expect(statusRefusal('REQUEST', parcel('natural', gia, requested(A)), A)).toBe(
    'V-1 is no longer available.',
  );
});

test('a requested or held stone may be returned and sold by its holder only, and nobody learns who holds it', () => {
  for (const held of [parcel('natural', gia, requested(A)), parcel('natural', gia, requested(A), memo(A))]) {
    for (const action of ['RETURN', 'SOLD'] as const) {
      expect(statusRefusal(action, held, A)).toBeNull();
      expect(statusRefusal(action, held, B)).toBe('V-1 is not in your inventory.');
    }
  }
  expect(statusRefusal('RETURN', parcel('natural', gia), A)).toBe('V-1 is not in your inventory.');
});

test('a stone on its way back offers no action', () => {
  const pending = parcel('natural', gia, requested(A), memo(A), returned(A));
  expect(pending.view.status).toBe('PENDING_RETURN');
  expect(statusRefusal('RETURN', pending, A)).toBe(
    'V-1 cannot be returned now: it is already on its way back.',
  );
  expect(statusRefusal('SOLD', pending, A)).toBe(
    'V-1 cannot be marked as sold now: it is already on its way back.',
  );
});

test.each([
  ['labGrown', {}, { lgAllowed: false }],
  ['fancyColour', {}, { fcAllowed: false }],
  ['natural', { lab: 'FM' }, { fmAllowed: false }],
] as const)(
  'a %s stone %o is refused to a customer with %o, and open to one with every flag',
  (line, attributes, flags) => {
    expect(
      parcelRefusal(INTENT_RULES.REQUEST, line, parcel(line, attributes), A, { ...ALL, ...flags }),
    ).toMatch(/not open to you/);
    expect(parcelRefusal(INTENT_RULES.REQUEST, line, parcel(line, attributes), A, ALL)).toBeNull();
  },
);

test('access flags gate requesting, never giving back what one holds', () => {
  const held = parcel('labGrown', {}, requested(A), memo(A));
  expect(parcelRefusal(INTENT_RULES.RETURN, 'labGrown', held, A, { ...ALL, lgAllowed: false })).toBeNull();
});

test('a parcel of another line, and one that was never listed, is not found', () => {
  expect(parcelRefusal(INTENT_RULES.REQUEST, 'labGrown', parcel('natural', gia), A, ALL)).toBe(
    'Stone not found: V-1.',
  );
  const state = emptyParcel('V-9');
  expect(
    parcelRefusal(INTENT_RULES.REQUEST, 'natural', { state, view: foldParcel(state, ZONE) }, A, ALL),
  ).toBe('Stone not found: V-9.');
});

test('a request freezes the prices then shown: natural GIA rounds less the discount, others at list', () => {
  expect(frozenNow(parcel('natural', gia).state, TERMS)).toMatchObject({
    customerPriceCents: 980_000,
    listPriceCents: 1_000_000,
    costCents: 900_000,
    giaRoundDiscountPpm: 20_000,
  });
  expect(frozenNow(parcel('natural', { ...gia, shapeCode: 'OV' }).state, TERMS).customerPriceCents).toBe(
    1_000_000,
  );
  expect(frozenNow(parcel('labGrown', gia).state, TERMS).customerPriceCents).toBe(1_000_000);
});

test('exposure and request together stay within the maximum; 0 is unset; staff may go over it with a remark', () => {
  expect(withinMaximum(60, 40, 100, false)).toBe(true);
  expect(withinMaximum(60, 41, 100, false)).toBe(false);
  expect(withinMaximum(60, 41, 0, false)).toBe(true);
  expect(withinMaximum(60, 41, 100, true)).toBe(true);
});

test('an instruction that a later-dated entry would swallow is refused: a return memo of tomorrow stands in the way of a request', () => {
  const returnMemo: StoneEvent = {
    type: 'DocumentReceived',
    data: {
      instance: 'MUMBAI',
      docType: 'RETURN_MEMO',
      docNo: 'R1',
      line: 1,
      version: 1,
      customerId: A,
      accountCode: '01-01-0001',
      amountCents: 980_000,
      giaRoundDiscountPpm: 20_000,
      effectiveAt: '2026-03-06',
    },
  };
  const available = parcel('natural', gia, requested(A), memo(A), returned(A), returnMemo);
  expect(available.view.status).toBe('AVAILABLE');
  const requestOn = (effectiveAt: string): StoneEvent => ({
    type: 'StoneRequested',
    data: { ...intent, customerId: B, effectiveAt, frozen: frozenNow(available.state, TERMS) },
  });
  expect(foldRefusal(available, requestOn('2026-03-05T20:00:00.000Z'), ZONE)).toBe(
    'V-1 has an entry of a later date. Please try again later.',
  );
  expect(foldRefusal(available, requestOn('2026-03-07T20:00:00.000Z'), ZONE)).toBeNull();
});

test('the moment of an instruction is now, or just after the newest intent when another clock is ahead', () => {
  const held = parcel('natural', gia, requested(A), memo(A), returned(A));
  expect(momentFor([held], '2026-03-05T00:00:00.000Z')).toBe('2026-03-05T00:00:00.000Z');
  expect(momentFor([held], '2026-03-04T11:59:59.900Z')).toBe('2026-03-04T12:00:00.001Z');
  expect(momentFor([], '2026-03-05T00:00:00.000Z')).toBe('2026-03-05T00:00:00.000Z');
});
