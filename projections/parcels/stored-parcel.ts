import type { PieceAttributes, StoneAttributes } from '#contracts/events/index.ts';
import type { ParcelState } from '#contracts/lifecycle/index.ts';

/**
 * Everything recorded of a parcel except its description, which has columns of its own so that it can be read without
 * the history.
 */
export type ParcelRecord = Omit<ParcelState, 'attributes' | 'piece'>;

/** A parcel's state as its columns hold it. */
export type StoredParcel = {
  record: ParcelRecord;
  attributes: StoneAttributes;
  /** Of jewellery. */
  piece: PieceAttributes | null;
};

/** The columns of a parcel's state. */
export const STATE_COLUMNS = ['parcel.record', 'parcel.attributes', 'parcel.piece'] as const;

/** A parcel's state as its columns hold it; `parcelOf` gives it back. */
export function storedParcel({ attributes, piece, ...record }: ParcelState): StoredParcel {
  return { record, attributes, piece: piece ?? null };
}

/** Everything recorded of a parcel, as the fold takes it. */
export function parcelOf({ record, attributes, piece }: StoredParcel): ParcelState {
  return { ...record, attributes, ...(piece !== null && { piece }) };
}
