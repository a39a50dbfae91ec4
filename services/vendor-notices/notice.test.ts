import { expect, test } from 'vitest';
import type { StoneFact } from '#contracts/lifecycle/index.ts';
import { emptyParcel, evolveParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import { shapeNames, SHAPES } from '#contracts/vocabulary/shapes.ts';
import { wantsNotice, noticesOf, noticeText } from './notice.ts';

const ZONE = 'America/New_York';
const shapeName = shapeNames(SHAPES);
const at = '2026-03-03T02:30:00.000Z'; // still the 2nd at the house
const attributes = {
  weight: 1010,
  lab: 'GIA',
  certNo: '2100000001',
  shapeCode: 'RD',
  colour: 'F',
  clarity: 'VS1',
};
const frozen = {
  customerPriceCents: 980_000,
  listPriceCents: 1_000_000,
  costCents: 900_000,
  giaRoundDiscountPpm: 0,
  attributes,
};
const recorded = { position: 1, recordedAt: at, by: 'anna' };

function parcel(
  parcelName: string,
  vendorId: number,
  ...events: Omit<StoneFact, 'position' | 'recordedAt' | 'by'>[]
): ParcelState {
  const listed = {
    parcelName,
    line: 'natural',
    vendorId,
    attributes,
    costCents: 900_000,
    totalCents: 1_000_000,
    vendorAvailability: 'IN_STOCK',
    effectiveAt: at,
  } as const;
  return [{ type: 'StoneListed', id: `${parcelName}-listed`, data: listed } as const, ...events].reduce(
    (state, event) => evolveParcel(state, { ...event, ...recorded } as StoneFact),
    emptyParcel(parcelName),
  );
}
const requested = (id: string, instructionId = 'i-1') =>
  ({
    type: 'StoneRequested',
    id,
    data: { customerId: 7, instructionId, remarks: 'for Mrs Alder', effectiveAt: at, frozen },
  }) as const;
const undone = (eventId: string) =>
  ({ type: 'EventUndone', id: `${eventId}-undone`, data: { eventId, effectiveAt: at } }) as const;

test('one notice a vendor, with its parcels in the order of the instruction', () => {
  const parcels = [
    parcel('B-2', 2, requested('b2')),
    parcel('A-1', 1, requested('a1')),
    parcel('B-1', 2, requested('b1')),
  ];
  expect(
    noticesOf('i-1', parcels).map(({ vendorId, parcels: own, ...notice }) => ({
      vendorId,
      names: own.map((one) => one.parcelName),
      ...notice,
    })),
  ).toEqual([
    {
      vendorId: 2,
      names: ['B-2', 'B-1'],
      instructionId: 'i-1',
      customerId: 7,
      intent: 'REQUEST',
      instructedAt: at,
    },
    { vendorId: 1, names: ['A-1'], instructionId: 'i-1', customerId: 7, intent: 'REQUEST', instructedAt: at },
  ]);
});

test('what was undone, declined, or is of another instruction is left out', () => {
  const parcels = [
    parcel('A-1', 1, requested('a1'), undone('a1')),
    parcel('A-2', 1),
    parcel('A-3', 1, requested('a3', 'i-2')),
  ];
  expect(noticesOf('i-1', parcels)).toEqual([]);
});

test.each([
  ['REQUEST', 'sendRequests'],
  ['RETURN', 'sendReturns'],
  ['SOLD', 'sendSales'],
] as const)('a notice of %s goes out where %s is set', (intent, flag) => {
  const none = { sendRequests: false, sendReturns: false, sendSales: false };
  expect(wantsNotice({ ...none, [flag]: true }, intent)).toBe(true);
  expect(wantsNotice({ sendRequests: true, sendReturns: true, sendSales: true, [flag]: false }, intent)).toBe(
    false,
  );
});

test('the mail has parcel, certificate, action and day, and nothing of the customer', () => {
  const piece = { model: 'ER-12', modelDescription: 'Halo ring', components: [] };
  const bare = { ...parcel('AR-2', 1, requested('a2')), attributes: { weight: 500 } };
  const parcels = [parcel('AR-1', 1, requested('a1')), bare, { ...bare, parcelName: 'AR-300', piece }];
  const [notice] = noticesOf('i-1', parcels);
  expect(noticeText(notice!, 'Antwerp Rounds', ZONE, shapeName)).toEqual({
    subject: 'Request of 3 parcels, 2026-03-02',
    text: `Antwerp Rounds

These parcels were requested on memo on 2026-03-02:

  AR-1    GIA 2100000001  1.01 ct Round F VS1
  AR-2    no certificate  0.50 ct
  AR-300  no certificate  Halo ring

Vitrine, reference i-1
`,
  });
  const [one] = noticesOf('i-1', parcels.slice(0, 1));
  expect(noticeText(one!, 'Antwerp Rounds', ZONE, shapeName).subject).toBe('Request of AR-1, 2026-03-02');
});
