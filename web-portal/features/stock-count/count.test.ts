import { describe, expect, it } from 'vitest';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import type { ListKind } from '../../lists/list-kinds.ts';
import { nameOf, type Entry } from '../../lists/lookup/entry.ts';
import { readNumbers } from '../../lists/lookup/numbers.ts';
import { madeStones } from '../../testing/made-stones.ts';
import { countStock } from './count.ts';

const [made] = madeStones(1);
const entry = (
  parcelName: string,
  kind: ListKind,
  status: Status,
  numbers: Partial<Entry['row']> = {},
): Entry => ({
  line: 'natural',
  kind,
  row: { ...made!, certNo: undefined, shortCertNo: undefined, ...numbers, parcelName, status },
});

const certified = entry('VTR-10', 'customer', 'CUSTOMER', { lab: 'GIA', certNo: '2141438167' });
const ofHouse = entry('VTR-20', 'customer', 'CUSTOMER', {
  lab: 'FM',
  certNo: 'FM-40012345',
  shortCertNo: '40012345',
});
const piece: Entry = { ...entry('J-30', 'customer', 'CUSTOMER'), line: 'jewellery' };
const requested = entry('VTR-40', 'customer', 'REQUESTED');
const onItsWayBack = entry('VTR-50', 'customer', 'PENDING_RETURN');
const available = entry('VTR-60', 'available', 'AVAILABLE');
const sold = entry('VTR-70', 'past', 'SOLD', { lab: 'GIA', certNo: '5221234567' });
const ALL = [certified, ofHouse, piece, requested, onItsWayBack, available, sold];

/** What a text comes to, by the names of parcels. */
const count = (text: string, entries: readonly Entry[] = ALL) => {
  const { held, counted, missing, surplus } = countStock(
    readNumbers(text, new Set(entries.map(nameOf))),
    entries,
  );
  return { held, counted, missing: missing.map(nameOf), surplus };
};

describe('A stock count (product: Stock count)', () => {
  it('is against all that lies with the customer, of every line: neither what is to come nor what went back', () =>
    expect(count('')).toEqual({ held: 3, counted: 0, missing: ['VTR-10', 'VTR-20', 'J-30'], surplus: [] }));

  it('counts each of two parcels whose names differ in a hyphen or in case alone, and one whose name has no digit', () => {
    const names = ['V-11-2', 'V-1-12', 'v-1-12', 'ROSE'];
    const held = names.map((name) => entry(name, 'customer', 'CUSTOMER'));
    expect(count('V-1-12', held)).toMatchObject({ counted: 1, missing: ['V-11-2', 'v-1-12', 'ROSE'] });
    expect(count(names.join('\n'), held)).toEqual({ held: 4, counted: 4, missing: [], surplus: [] });
  });

  it.each([
    ['its name', 'VTR-10', 'VTR-10'],
    ['its name, in small letters', 'vtr-10', 'VTR-10'],
    ['its name, without the hyphen', 'VTR10', 'VTR-10'],
    ["its certificate's number", 'GIA 2141438167', 'VTR-10'],
    [
      "the address in its certificate's code",
      'https://www.gia.edu/report-check?reportno=2141438167',
      'VTR-10',
    ],
    ['its FM number', 'FM-40012345', 'VTR-20'],
    ['its short FM number', '40012345', 'VTR-20'],
  ])('counts a parcel by %s', (_how, text, name) => {
    const { counted, missing, surplus } = count(text);
    expect(counted).toBe(1);
    expect(missing).not.toContain(name);
    expect(surplus).toEqual([]);
  });

  it('counts each parcel once, by whichever of its numbers and however often', () =>
    expect(count('VTR-10 vtr-10 2141438167 VTR-10')).toMatchObject({ counted: 1, surplus: [] }));

  it('counts one of several with one number, and each of them by its laboratory', () => {
    // Given two held stones with the digits of a third that is available
    const numbers = (lab: string) => ({ lab, certNo: '2235939868' });
    const stones = [
      entry('VTR-1', 'available', 'AVAILABLE', numbers('GIA')),
      entry('VTR-2', 'customer', 'CUSTOMER', numbers('GIA')),
      entry('VTR-3', 'customer', 'CUSTOMER', numbers('IGI')),
    ];
    // When the number is scanned, then one of them may still be missing, and what is not here is no surplus
    expect(count('2235939868', stones)).toEqual({ held: 2, counted: 1, missing: ['VTR-3'], surplus: [] });
    expect(count('VTR-3 2235939868', stones)).toMatchObject({ missing: ['VTR-2'], surplus: [] });
    // When each is scanned with its laboratory, then none is missing
    const both = count('GIA 2235939868\nIGI 2235939868', stones);
    expect(both).toEqual({ held: 2, counted: 2, missing: [], surplus: [] });
  });

  it('says where it is what does not lie with the customer, once each', () =>
    expect(count('VTR-40 VTR-50 VTR-60 VTR-70 5221234567 X-99999').surplus).toEqual([
      { number: 'VTR-40', entry: requested, near: [] },
      { number: 'VTR-50', entry: onItsWayBack, near: [] },
      { number: 'VTR-60', entry: available, near: [] },
      { number: 'VTR-70', entry: sold, near: [] },
      { number: 'X-99999', entry: null, near: [] },
    ]));

  it('names what a mistyped number may mean: only what is held and not counted', () => {
    expect(count('2141438168')).toMatchObject({
      counted: 0,
      surplus: [{ number: '2141438168', entry: null, near: [certified] }],
    });
    expect(count('VTR-10 2141438168').surplus).toEqual([{ number: '2141438168', entry: null, near: [] }]);
    expect(count('VTR-61').surplus).toEqual([{ number: 'VTR-61', entry: null, near: [] }]);
  });

  it('no longer misses what was returned meanwhile', () => {
    const returned = { ...piece, row: { ...piece.row, status: 'PENDING_RETURN' as const } };
    expect(count('VTR-10', [certified, ofHouse, returned])).toEqual({
      held: 2,
      counted: 1,
      missing: ['VTR-20'],
      surplus: [],
    });
  });
});
