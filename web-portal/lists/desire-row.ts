import { desireRow, shapesText } from '#contracts/api/desire-words.ts';
import type { Desire } from '#contracts/api/desires.ts';
import type { ListRow, Wanted, DesiredProperties } from './list-row.ts';

/** What every desire's certificate number reads (product: Desire). */
const SIMILAR_STONES = 'Similar Stones';
const KEY = 'desire:';

/** The key of a desire's row, where a stone's is its parcel name. */
export const desireKey = (desireId: string | null): string => KEY + (desireId ?? 'new');

/** A desire's status as a stone's: what it offers in My follows from it. */
const STATUSES = {
  CART: 'AVAILABLE',
  ACTIVE: 'REQUESTED',
  CLOSED: 'AVAILABLE',
  CANCELLED: 'AVAILABLE',
} as const;

/** A desire's state in words (product: Actions by status). */
export function desireStatusName({ status, fulfilledBy }: Pick<Wanted, 'status' | 'fulfilledBy'>): string {
  if (fulfilledBy !== undefined) return 'Filled';
  return { CART: 'In cart', ACTIVE: 'Open', CLOSED: 'Closed', CANCELLED: 'Cancelled' }[status];
}

/** A desire as a row of a table of stones (product: Desire). */
export const rowOfDesire = (desire: Desire): ListRow => ({
  ...virtualRow(desire, {
    desireId: desire.desireId,
    status: desire.status,
    ...(desire.fulfilledBy !== undefined && { fulfilledBy: desire.fulfilledBy }),
  }),
  lastAction: desire.lastAction,
  lastUpdated: desire.lastAction,
});

/** The virtual row for the table's filters: not in any list yet (product: Similar-stone row). */
export const rowOfDesired = (desired: DesiredProperties): ListRow =>
  virtualRow(desired, { desireId: null, status: 'CART' });

function virtualRow(
  desired: DesiredProperties,
  wanted: Pick<Wanted, 'desireId' | 'status' | 'fulfilledBy'>,
): ListRow {
  const desire: DesiredProperties = {
    weight: desired.weight,
    shape: desired.shape,
    colour: desired.colour,
    clarity: desired.clarity,
    fluorescence: desired.fluorescence,
    cut: desired.cut,
    polish: desired.polish,
    symmetry: desired.symmetry,
  };
  return {
    parcelName: desireKey(wanted.desireId),
    certNo: SIMILAR_STONES,
    weight: desired.weight.minimum ?? desired.weight.maximum ?? 0,
    status: STATUSES[wanted.status],
    inCart: wanted.desireId !== null && wanted.status === 'CART',
    tentativeAvailability: false,
    lastUpdated: '',
    labGrown: false,
    fancyColoured: false,
    virtual: true,
    ...(desired.shape.length === 1 && { shapeCode: desired.shape[0]! }),
    wanted: { ...wanted, desire, words: desireRow({ desireId: wanted.desireId ?? '', ...desire }) },
  };
}

/** The row with its shapes in the house's words: a desire holds their codes. */
export function withShapeNames(row: ListRow, nameOf: (code: string) => string): ListRow {
  const { wanted } = row;
  if (!wanted || wanted.desire.shape.length === 0) return row;
  const shape = shapesText(wanted.desire.shape, nameOf);
  return { ...row, wanted: { ...wanted, words: { ...wanted.words, shape } } };
}
