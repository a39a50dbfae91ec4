import { describe, expect, test } from 'vitest';
import type { CustomerAccess } from '#contracts/events/index.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import type { RequestableRow } from '#projections/parcels/index.ts';
import { CLOSE_BELOW, closenessTo, placesOf } from '../plan/closeness.ts';
import { aBin, aStone, BIN } from '../testing/reassorted-customer.ts';
import { additionsOf, reachOf } from './additions.ts';
import { changeBins, isChangedSinceSeen } from './change-bins.ts';
import { unitsOf, type OwnParcel } from './units.ts';

const parcel = (parcelName: string, status: Status, certNo?: string): OwnParcel => ({
  parcelName,
  status,
  end: null,
  priceCents: 250_000,
  attributes: { weight: 310, shapeCode: 'RD', clarity: 'VS1', ...(certNo !== undefined && { certNo }) },
});

describe('units (rule: Units and additions)', () => {
  test('are the pieces that the customer still has', () => {
    const rows = [
      aStone('A', '1', { quantity: 3 }),
      aStone('B', '1', { quantity: 0 }),
      aStone('C', '1', { soldDate: '2026-01-02' }),
      aStone('D', '1', { status: ' SOLD' }),
      aStone('E', '1', { status: 'Returned' }),
      aStone('F', '1', { status: 'On hand' }),
    ];
    const units = unitsOf(rows, [], ['F']);
    expect(units.map(({ customerStoneId, isLocked }) => [customerStoneId, isLocked])).toEqual([
      ['A', false],
      ['A', false],
      ['A', false],
      ['F', true],
    ]);
  });

  test('a requested stone counts at its bin, joined to its row by certificate number', () => {
    const rows = [aStone('J-1', '2', { certNo: '111' }), aStone('J-2', '2', { certNo: '222' })];
    const own = [
      parcel('P-1', 'REQUESTED', '111'),
      parcel('P-2', 'CUSTOMER', '222'),
      parcel('P-3', 'REQUESTED', '333'),
      parcel('P-4', 'CUSTOMER', '444'),
      { ...parcel('P-5', 'REQUESTED', '555'), end: 'RETURNED' as OwnParcel['end'] },
    ];
    expect(unitsOf(rows, own, [])).toMatchObject([
      { customerStoneId: 'J-1', storeId: '2', isRequested: true, heldParcel: 'P-1' },
      { customerStoneId: 'J-2', storeId: '2', isRequested: false, heldParcel: 'P-2' },
      { customerStoneId: 'P-3', storeId: null, isRequested: true, heldParcel: 'P-3', priceCents: 250_000 },
    ]);
  });

  test('one that the customer had sold and has requested again counts', () => {
    const rows = [aStone('J-1', '2', { certNo: '111', soldDate: '2026-01-02' })];
    expect(unitsOf(rows, [parcel('P-1', 'REQUESTED', '111')], [])).toMatchObject([
      { customerStoneId: 'P-1', isRequested: true },
    ]);
  });

  test('of two rows with one certificate the first is joined: a stone is held once', () => {
    const rows = [aStone('J-1', '1', { certNo: '111' }), aStone('J-2', '1', { certNo: '111' })];
    expect(unitsOf(rows, [parcel('P-1', 'CUSTOMER', '111')], []).map(({ heldParcel }) => heldParcel)).toEqual(
      ['P-1', null],
    );
  });

  test('a stone whose memo came after the file counts until a file has a row of it; older ones are gone', () => {
    const rows = [aStone('J-1', '2', { certNo: '111' })];
    const own = [
      parcel('P-1', 'CUSTOMER', '111'),
      parcel('P-2', 'CUSTOMER', '222'),
      parcel('P-3', 'PENDING_RETURN', '333'),
      parcel('P-4', 'CUSTOMER', '444'),
    ];
    expect(unitsOf(rows, own, [], new Set(['P-1', 'P-2', 'P-3']))).toMatchObject([
      { customerStoneId: 'J-1', storeId: '2', heldParcel: 'P-1' },
      { customerStoneId: 'P-2', storeId: null, isRequested: false, heldParcel: 'P-2' },
      { customerStoneId: 'P-3', storeId: null, heldParcel: 'P-3', isOnItsWayBack: true },
    ]);
  });

  test("certificates are joined without case, and those of FM by FM's id", () => {
    const rows = [aStone('J-1', '2', { certNo: '1234567' }), aStone('J-2', '2', { certNo: 'LG222' })];
    const fm = parcel('P-1', 'REQUESTED', '12345678901-1234567');
    const own = [
      { ...fm, attributes: { ...fm.attributes, lab: 'FM', shortCertNo: '1234567' } },
      parcel('P-2', 'CUSTOMER', 'lg222'),
    ];
    expect(unitsOf(rows, own, []).map((unit) => [unit.customerStoneId, unit.heldParcel])).toEqual([
      ['J-1', 'P-1'],
      ['J-2', 'P-2'],
    ]);
  });

  test('a stone on its way back is held until it is received, and a row of several pieces is joined once', () => {
    const units = unitsOf(
      [aStone('J-1', '1', { certNo: '111' }), aStone('J-2', '1', { certNo: '222', quantity: 2 })],
      [parcel('P-1', 'PENDING_RETURN', '111'), parcel('P-2', 'CUSTOMER', '222')],
      [],
    );
    expect(units.map(({ heldParcel, isOnItsWayBack }) => [heldParcel, isOnItsWayBack])).toEqual([
      ['P-1', true],
      ['P-2', undefined],
      [null, undefined],
    ]);
  });
});

describe('additions (rule: Units and additions)', () => {
  const access = { allowLogin: true, allowActions: true, fmAllowed: false, lgAllowed: true, fcAllowed: true };
  const row = (parcelName: string, more: Partial<RequestableRow> = {}): RequestableRow => ({
    parcelName,
    changedPosition: 1,
    totalCents: 100_000,
    fm: false,
    vendorId: 1,
    vendorAvailability: 'IN_STOCK',
    attributes: { weight: 310, lab: 'GIA', shapeCode: 'RD' },
    ...more,
  });

  test('are what the customer may request now and surely gets', () => {
    const rows = [
      row('N-1'),
      row('N-2', { fm: true }),
      row('N-3', { attributes: { weight: 310, tier: 'Exceptional' } }),
      row('N-4', { vendorAvailability: 'ON_HOLD' }),
      row('N-5', { vendorId: 2 }),
    ];
    const requesting = {
      access: access as CustomerAccess,
      giaRoundDiscountPpm: 20_000,
      staleVendors: new Set([2]),
    };
    expect(additionsOf(rows, requesting)).toMatchObject([{ parcelName: 'N-1', totalCents: 98_000 }]);
  });

  test('are looked for as far as a bin can reach, and no stone beyond is close', () => {
    const bin = aBin('1', [900, 990], [0, 1, 1]);
    const reach = reachOf([bin]);
    expect(reach.shapes).toEqual(['RD']);
    const scoreOf = (weight: number) =>
      closenessTo(bin.spec)(placesOf({ shape: 'RD', weight, clarity: 'VS1' }));
    expect(scoreOf(reach.lightest - 1)).toBeGreaterThanOrEqual(CLOSE_BELOW);
    expect(scoreOf(reach.heaviest + 1)).toBeGreaterThanOrEqual(CLOSE_BELOW);
    expect(scoreOf(reach.lightest + 1)).toBeLessThan(CLOSE_BELOW);
    expect(scoreOf(reach.heaviest - 1)).toBeLessThan(CLOSE_BELOW);
    expect(reachOf([bin, { ...bin, spec: {} }])).toEqual({
      shapes: null,
      lightest: 0,
      heaviest: 2_147_483_647,
    });
  });
});

test('bins change by their store and print, and only to quantities that can be', () => {
  const template = '{shape} | {weight} | {clarity}';
  const bins = [aBin('1', [300, 390], [0, 1, 1]), aBin('2', [300, 390], [1, 1, 2])];
  const change = { storeId: '2', binSpec: BIN };
  const names = (storeId: string): string => (storeId === '2' ? 'Harbour' : storeId);
  expect(changeBins(template, bins, names, [{ ...change, targetQty: 2, targetCents: 90_000 }])).toEqual([
    bins[0],
    { ...bins[1], targetQty: 2, targetCents: 90_000 },
  ]);
  const refused = (more: object) => () => changeBins(template, bins, names, [{ ...change, ...more }]);
  expect(refused({ storeId: '3' })).toThrow('of 3: there is no such bin');
  expect(refused({ minQty: 2 })).toThrow(`${BIN} of Harbour: the minimum 2 is above the target 1`);
  expect(refused({ maxQty: 0 })).toThrow('the maximum 0 is below the target 1');
});

test('a quantity has changed since it was seen unless it is as it was, or what it is to be', () => {
  const template = '{shape} | {weight} | {clarity}';
  const bins = [aBin('1', [300, 390], [0, 3, 4])];
  const isChanged = (seen: number, targetQty: number) =>
    isChangedSinceSeen(template, bins, [
      { storeId: '1', binSpec: BIN, targetQty, seen: { targetQty: seen } },
    ]);
  expect([isChanged(3, 2), isChanged(1, 3), isChanged(1, 2)]).toEqual([false, false, true]);
});
