import { expect, test } from 'vitest';
import type { StoneFact } from '#contracts/lifecycle/index.ts';
import { emptyParcel, evolveParcel } from '#contracts/lifecycle/index.ts';
import { reportRows } from './report-rows.ts';

const ZONE = 'America/New_York';
const attributes = { weight: 1010 };
type Given = { type: string; data: object };
const listed: Given = {
  type: 'StoneListed',
  data: {
    parcelName: 'P1',
    line: 'natural',
    vendorId: 1,
    attributes,
    vendorAvailability: 'IN_STOCK',
    costCents: 500_000,
    totalCents: 540_000,
    effectiveAt: '2026-01-02T15:00:00.000Z',
  },
};
const repriced: Given = {
  type: 'StoneRepriced',
  data: { costCents: 600_000, totalCents: 648_000, effectiveAt: '2026-04-10T15:00:00.000Z' },
};
const document = (docType: string, day: string, customerId = 7): Given => ({
  type: 'DocumentReceived',
  data: {
    instance: 'VITRINE',
    docType,
    docNo: `${docType}-${day}`,
    line: 1,
    version: 1,
    customerId,
    accountCode: '07-01-0001',
    amountCents: 540_000,
    effectiveAt: day,
    giaRoundDiscountPpm: 0,
  },
});
const rowsAfter = (...events: readonly Given[]) =>
  reportRows(
    [listed, ...events].reduce(
      (state, event, position) =>
        evolveParcel(state, {
          ...event,
          id: `e${position}`,
          position,
          recordedAt: '2026-04-30T10:00:00.000Z',
          by: 'test',
        } as StoneFact),
      emptyParcel('P1'),
    ),
    { zone: ZONE, month: '2026-04' },
  );

test('a parcel that no customer holds is in stock since it was listed, at today’s prices', () => {
  expect(rowsAfter(repriced)).toEqual({
    stock: [
      {
        parcelName: 'P1',
        costCents: 600_000,
        listPriceCents: 648_000,
        status: 'AVAILABLE',
        since: '2026-01-02',
        listedOn: '2026-01-02',
      },
    ],
    memo: [],
    sold: [],
    returned: [],
  });
});

test('on memo it keeps the prices that its spell froze; since its first memo', () => {
  const { stock, memo } = rowsAfter(document('MEMO', '2026-04-03'), repriced);
  const froze = { parcelName: 'P1', costCents: 500_000, listPriceCents: 540_000 };
  expect(stock).toMatchObject([{ ...froze, status: 'CUSTOMER', since: '2026-04-03' }]);
  expect(memo).toEqual([{ ...froze, status: 'CUSTOMER', customerId: 7, since: '2026-04-03' }]);
});

test('back from a customer it is in stock since that day, and among the returns of the month', () => {
  const { stock, memo, returned } = rowsAfter(
    document('MEMO', '2026-03-20'),
    document('RETURN_MEMO', '2026-04-05'),
  );
  expect(stock).toMatchObject([{ status: 'AVAILABLE', since: '2026-04-05', listedOn: '2026-01-02' }]);
  expect(memo).toEqual([]);
  expect(returned).toMatchObject([{ customerId: 7, since: '2026-03-20', returnedOn: '2026-04-05' }]);
});

test('back from a customer it is in stock since that day, also when it was requested and withdrawn on one day later', () => {
  const intent = (type: string, hour: number): Given => ({
    type,
    data: {
      customerId: 7,
      instructionId: type,
      effectiveAt: `2026-04-20T${hour}:00:00.000Z`,
      frozen: {
        customerPriceCents: 540_000,
        listPriceCents: 540_000,
        costCents: 500_000,
        giaRoundDiscountPpm: 0,
        attributes,
      },
    },
  });
  const { stock } = rowsAfter(
    document('MEMO', '2026-03-20'),
    document('RETURN_MEMO', '2026-04-05'),
    intent('StoneRequested', 14),
    intent('StoneReturned', 15),
  );
  expect(stock).toMatchObject([{ status: 'AVAILABLE', since: '2026-04-05' }]);
});

test('invoiced it is no stock any more; a credit of its invoice is named beside the sale', () => {
  const sale = [document('MEMO', '2026-04-03'), document('INVOICE', '2026-04-20')];
  expect(rowsAfter(...sale)).toMatchObject({
    stock: [],
    sold: [{ customerId: 7, invoicedOn: '2026-04-20', creditedOn: null, costCents: 500_000 }],
  });
  expect(rowsAfter(...sale, document('CREDIT', '2026-05-02'))).toMatchObject({
    stock: [{ status: 'AVAILABLE', since: '2026-05-02' }],
    sold: [{ invoicedOn: '2026-04-20', creditedOn: '2026-05-02' }],
  });
  expect(rowsAfter(document('INVOICE', '2026-03-31')).sold).toEqual([]);
});

test('a credit of the month is among its returns, at the prices of its sale, whenever that was', () => {
  const sale = [document('MEMO', '2026-03-03'), document('INVOICE', '2026-03-20')];
  const { sold, returned } = rowsAfter(...sale, repriced, document('CREDIT', '2026-04-12'));
  expect(sold).toEqual([]);
  const froze = { parcelName: 'P1', costCents: 500_000, listPriceCents: 540_000 };
  expect(returned).toEqual([{ ...froze, customerId: 7, returnedOn: '2026-04-12', since: '2026-03-03' }]);
  expect(rowsAfter(...sale, document('CREDIT', '2026-05-02')).returned).toEqual([]);
  const within = rowsAfter(document('INVOICE', '2026-04-03'), document('CREDIT', '2026-04-12'));
  expect(within).toMatchObject({
    sold: [{ invoicedOn: '2026-04-03', creditedOn: '2026-04-12' }],
    returned: [{ returnedOn: '2026-04-12', since: null }],
  });
});

test.each([
  [
    'a RETURN_MEMO of an invoiced stone and the credit that follows it are one return',
    ['MEMO 03', 'INVOICE 10', 'RETURN_MEMO 20', 'CREDIT 21'],
    ['21'],
  ],
  ['of two invoices one credited is none', ['MEMO 03', 'INVOICE 10', 'INVOICE 11', 'CREDIT 21'], []],
  ['both credited are one', ['MEMO 03', 'INVOICE 10', 'INVOICE 11', 'CREDIT 21', 'CREDIT 22'], ['22']],
  ['an invoice after it leaves it a return', ['MEMO 03', 'RETURN_MEMO 20', 'INVOICE 21'], ['20']],
  [
    'a credit of that invoice is another',
    ['MEMO 03', 'RETURN_MEMO 20', 'INVOICE 21', 'CREDIT 22'],
    ['20', '22'],
  ],
])('of returns, %s', (_, documents, days) => {
  const { returned } = rowsAfter(
    ...documents.map((one) => {
      const [type, day] = one.split(' ') as [string, string];
      return document(type, `2026-04-${day}`);
    }),
  );
  expect(returned.map(({ returnedOn }) => returnedOn)).toEqual(days.map((day) => `2026-04-${day}`));
});

test('what its vendor has withdrawn is no stock; listed again, it is listed since that day', () => {
  const withdrawn: Given = { type: 'StoneWithdrawn', data: { effectiveAt: '2026-04-10T15:00:00.000Z' } };
  const again: Given = { type: 'StoneReinstated', data: { effectiveAt: '2026-04-20T15:00:00.000Z' } };
  expect(rowsAfter(withdrawn).stock).toEqual([]);
  expect(rowsAfter(withdrawn, again).stock).toMatchObject([
    { status: 'AVAILABLE', since: '2026-04-20', listedOn: '2026-04-20' },
  ]);
  const heldBefore = [document('MEMO', '2026-03-20'), document('RETURN_MEMO', '2026-04-05')];
  expect(rowsAfter(...heldBefore, withdrawn, again).stock).toMatchObject([
    { status: 'AVAILABLE', since: '2026-04-20' },
  ]);
});
