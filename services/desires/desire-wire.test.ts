import { expect, test } from 'vitest';
import { desireRow, priceRange } from '#contracts/api/desire-words.ts';
import {
  desireSchema,
  desireStoneRequest,
  requestSimilarRequest,
  updateDesireRequest,
} from '#contracts/api/desires.ts';
import { desireWire, wantedFrom } from './desire-wire.ts';

const ZONE = 'America/New_York';
const nothing = { shape: [], colour: [], clarity: [], fluorescence: [], cut: [], polish: [], symmetry: [] };

test('what is left out or null asks for any stone; carats become thousandths', () => {
  expect(wantedFrom({})).toEqual({ weight: {}, ...nothing });
  expect(wantedFrom({ weight: null, shape: null })).toEqual({ weight: {}, ...nothing });
  expect(wantedFrom({ weight: { minimum: 0.9, maximum: 1.1 } }).weight).toEqual({
    minimum: 900,
    maximum: 1100,
  });
  expect(wantedFrom({ weight: { minimum: 1.005, maximum: null } }).weight).toEqual({ minimum: 1005 });
});

test('values stand once and in their order, so that the same request is the same text', () => {
  const one = wantedFrom({ colour: ['G', 'D', 'G'], cut: ['VG', 'EX'] });
  expect(one).toEqual(wantedFrom({ cut: ['EX', 'VG', 'EX'], colour: ['D', 'G'] }));
  expect([one.colour, one.cut]).toEqual([
    ['D', 'G'],
    ['EX', 'VG'],
  ]);
});

test('a change touches what it names: fields left out stay, null asks for any', () => {
  const before = wantedFrom({ weight: { minimum: 1 }, shape: ['RD'], colour: ['D'] });
  expect(wantedFrom({ shape: null, clarity: ['VS1'] }, before)).toEqual({
    ...before,
    shape: [],
    clarity: ['VS1'],
  });
});

test('on the wire a desire has carats, quantity 1 and the house day of its last action', () => {
  const desire = {
    customerId: 7,
    status: 'ACTIVE',
    spec: wantedFrom({ weight: { minimum: 0.9 }, shape: ['RD'] }),
    cartedAt: '2026-04-10T12:00:00.000Z',
    requestedAt: '2026-04-12T02:00:00.000Z',
    remarks: 'soon',
  } as const;
  const wire = desireWire('d-1', desire, ZONE);
  expect(wire).toEqual({
    ...nothing,
    desireId: 'd-1',
    status: 'ACTIVE',
    quantity: 1,
    weight: { minimum: 0.9 },
    shape: ['RD'],
    remarks: 'soon',
    lastAction: '2026-04-11',
  });
  expect(desireSchema.parse(wire)).toEqual(wire);
});

test("a display row says 'Similar Stones', 'All' where nothing is set, and ranges as a–b", () => {
  const row = desireRow({
    ...nothing,
    desireId: 'd-1',
    weight: { minimum: 0.9, maximum: 1.1 },
    shape: ['RD', 'OV', 'CU'],
    colour: ['F', 'D', 'E', 'J'],
    cut: ['EX', 'VG'],
  });
  expect(row).toEqual({
    desireId: 'd-1',
    certNo: 'Similar Stones',
    virtual: true,
    weight: '0.90–1.10',
    shape: 'RD, OV, CU',
    colour: 'D–F, J',
    clarity: 'All',
    fluorescence: 'All',
    cut: 'EX, VG',
    polish: 'All',
    symmetry: 'All',
  });
});

test.each([
  [{}, 'All'],
  [{ minimum: 1.5 }, '1.50+'],
  [{ maximum: 0.5 }, 'up to 0.50'],
  [{ minimum: 1, maximum: 1 }, '1.00'],
])('a weight of %j reads %s', (weight, text) => {
  expect(desireRow({ ...nothing, desireId: 'd', weight }).weight).toBe(text);
});

test('a price is a range, or one amount', () => {
  expect(priceRange({ minimum: 1000, maximum: 2500.5 })).toBe('$1,000.00–$2,500.50');
  expect(priceRange({ minimum: 1000, maximum: 1000 })).toBe('$1,000.00');
});

test.each([
  [{ weight: { minimum: 2, maximum: 1 } }, 'The minimum weight is above the maximum.'],
  [{ weight: { minimum: -1 } }, 'A weight is more than 0 carats.'],
  [{ weight: { maximum: 1.0001 } }, 'A weight has at most three decimals.'],
  [{ quantity: 2 }, 'A desire asks for one stone: send one desire for each.'],
  [{ shape: ['ROUND'] }, /shapeCode must be one of RD/],
  [{ polish: ['BL'] }, /polish must be one of ID, EX/],
  [{ symmetry: ['EX', 'BL'] }, /symmetry must be one of ID, EX/],
])('%j is refused with a message that names the fix', (desire, message) => {
  const { error } = desireStoneRequest.safeParse({ desire });
  expect(error?.issues[0]?.message).toMatch(message);
});

test('a call may name each desire once, and request_stones_similar needs a stone or a desire', () => {
  expect(updateDesireRequest.safeParse([{ desireId: 'a' }, { desireId: 'a' }]).success).toBe(false);
  expect(requestSimilarRequest.safeParse({ parcelNames: [], desires: [] }).success).toBe(false);
  expect(
    requestSimilarRequest.safeParse({ parcelNames: [], desires: [{ desireId: 'a', shape: [] }] }).success,
  ).toBe(true);
});
