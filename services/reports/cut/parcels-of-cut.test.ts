import { expect, test } from 'vitest';
import { parcelFold } from '#contracts/lifecycle/index.ts';
import { stoneStream } from '#contracts/events/index.ts';
import type { RecordedParcel } from '#projections/parcels/index.ts';
import { recordsAndOthers } from './parcels-of-cut.ts';

/** Rows as a database of a locale orders them: without case, other than by their code units. */
const ROWS = ['A-0001', 'a-0005', 'B-0100', 'c-0007', 'D-0002'].map((name): RecordedParcel => ({
  parcel: parcelFold.initial(stoneStream(name)),
  changedPosition: 1,
}));
const pageOf =
  (size: number) =>
  async (after: string): Promise<RecordedParcel[]> => {
    const from = ROWS.findIndex(({ parcel }) => parcel.parcelName === after) + 1;
    return ROWS.slice(from, from + size);
  };

test.each([1, 2, 3, 5, 6])(
  'in pages of %i each parcel stands once, whatever the order of the rows, and one without a row last',
  async (size) => {
    const parked = ['a-0005', 'B-0050', 'D-0002'];
    const names: string[] = [];
    const without: string[] = [];
    for await (const { name, record } of recordsAndOthers(pageOf(size), parked, size))
      (record === undefined ? without : names).push(name);
    expect(names).toEqual(ROWS.map(({ parcel }) => parcel.parcelName));
    expect(without).toEqual(['B-0050']);
  },
);
