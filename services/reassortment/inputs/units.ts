import type { CustomerStone } from '#contracts/reassortment/customer-stone.ts';
import { certificateKey } from '#contracts/vocabulary/certificates.ts';
import { CURRENT_STATUSES } from '#contracts/vocabulary/statuses.ts';
import type { CustomerParcelRow } from '#projections/parcels/index.ts';
import type { GradedStone } from '../plan/closeness.ts';
import type { Unit } from '../plan/plan-input.ts';
import { isUnit } from '../stock/is-unit.ts';

/** A parcel of ours that the customer has or has requested. */
export type OwnParcel = Pick<
  CustomerParcelRow,
  'parcelName' | 'status' | 'end' | 'priceCents' | 'attributes'
>;

/**
 * The customer's units: the pieces of its rows that it still has, then what it has requested, or has from us since the
 * rows were written, and stands in no row, joined by certificate number (rule: Units and additions). A row of several
 * pieces is joined by its first.
 * @param newerThanFile the parcels whose memo was recorded after the rows' file: it cannot have them yet
 */
export function unitsOf(
  stones: readonly CustomerStone[],
  parcels: readonly OwnParcel[],
  locked: readonly string[],
  newerThanFile: ReadonlySet<string> = new Set(),
): Unit[] {
  const current = parcels.filter(({ end, status }) => end === null && CURRENT_STATUSES.includes(status));
  const unjoined = new Map(
    current.flatMap((parcel) => {
      const key = certificateKey(parcel.attributes);
      return key === undefined ? [] : [[key, parcel] as const];
    }),
  );
  const isLocked = new Set(locked);
  const rows = stones.filter(isUnit).flatMap((row): Unit[] => {
    const { customerStoneId, storeId, stone, certNo, priceCents } = row;
    const key = keyOfRow(row);
    const parcel = key === undefined ? undefined : unjoined.get(key);
    if (key !== undefined) unjoined.delete(key);
    const piece = {
      customerStoneId,
      storeId,
      stone,
      priceCents,
      isLocked: isLocked.has(customerStoneId),
      ...(certNo !== undefined && { certNo }),
    };
    return Array.from({ length: row.quantity }, (_, index) => {
      const joined = index === 0 ? parcel : undefined;
      return { ...piece, isRequested: joined?.status === 'REQUESTED', ...heldFromUs(joined) };
    });
  });
  const joined = new Set(stones.filter(isUnit).flatMap((row) => keyOfRow(row) ?? []));
  const withoutRow = current
    .filter(({ parcelName, status }) => status === 'REQUESTED' || newerThanFile.has(parcelName))
    .filter(({ attributes }) => !joined.has(certificateKey(attributes) ?? ''))
    .map((parcel): Unit => ({
      customerStoneId: parcel.parcelName,
      storeId: null,
      isRequested: parcel.status === 'REQUESTED',
      isLocked: false,
      stone: gradedOf(parcel.attributes),
      certNo: parcel.attributes.certNo,
      priceCents: parcel.priceCents,
      ...heldFromUs(parcel),
    }));
  return [...rows, ...withoutRow];
}

/** By what a row's certificate is compared with those of our parcels. */
export const keyOfRow = ({ certNo, stone }: CustomerStone): string | undefined =>
  certificateKey({ lab: stone.lab, certNo });

/** A parcel of ours is held until it is received, and offers no return while it is on its way back. */
const heldFromUs = (parcel: OwnParcel | undefined): Pick<Unit, 'heldParcel' | 'isOnItsWayBack'> => ({
  heldParcel: parcel?.parcelName ?? null,
  ...(parcel?.status === 'PENDING_RETURN' && { isOnItsWayBack: true }),
});

/** A stone of ours as bins compare it. */
export function gradedOf(attributes: OwnParcel['attributes']): GradedStone {
  const { shapeCode, weight, colour, clarity, fluorescence, cut, polish, symmetry, lab } = attributes;
  return { shape: shapeCode, weight, colour, clarity, fluorescence, cut, polish, symmetry, lab };
}
