import type { BinReply } from '#contracts/api/reassortment.ts';
import { MOST_QUANTITY, NO_QUANTITY } from '#contracts/reassortment/bin-spec.ts';
import { centsOf } from '#contracts/vocabulary/money.ts';
import { readNumber } from '#contracts/vocabulary/typed-number.ts';

/** What of a bin can be typed, with what it is called. */
export const QUANTITIES = {
  minQty: 'Minimum',
  targetQty: 'Target',
  maxQty: 'Maximum',
  targetValue: 'Value ($)',
} as const;
export type QuantityField = keyof typeof QUANTITIES;
const FIELDS = Object.keys(QUANTITIES) as QuantityField[];
export const PIECES = ['minQty', 'targetQty', 'maxQty'] as const;

export type TypedBin = Pick<BinReply, 'storeId' | 'storeName' | 'binSpec' | QuantityField>;
type TypedCells = Partial<Record<QuantityField, string>>;
/** What was typed, by bin. */
export type Typed = ReadonlyMap<string, TypedCells>;

export const keyOfBin = ({ storeId, binSpec }: Pick<TypedBin, 'storeId' | 'binSpec'>): string =>
  JSON.stringify([storeId, binSpec]);

/** What stands in a bin's cell: what was typed there, else the bin's own figure. */
export const textOf = (bin: TypedBin, cells: TypedCells | undefined, field: QuantityField): string =>
  cells?.[field] ?? String(bin[field] ?? '');

/**
 * What the text of a cell means (rule: Typed numbers); null for no value, undefined for what cannot be taken. Which
 * quantity is above which the server says.
 */
export function readQuantity(field: QuantityField, text: string): number | null | undefined {
  const isValue = field === 'targetValue';
  if (isValue && text.trim() === '') return null;
  const number = readNumber(text);
  if (number === undefined || number < 0) return undefined;
  const isTaken = isValue ? centsOf(number) !== null : Number.isInteger(number) && number <= MOST_QUANTITY;
  return isTaken ? number : undefined;
}

/** What is wrong with the text of a cell; null where it can be taken. */
export function faultOf(field: QuantityField, text: string): string | null {
  if (readQuantity(field, text) !== undefined) return null;
  return `"${text.trim()}" ${field === 'targetValue' ? 'is not an amount in dollars' : NO_QUANTITY}`;
}

type Quantities = Partial<Pick<TypedBin, QuantityField>>;
export type BinChange = Pick<TypedBin, 'storeId' | 'binSpec'> & Quantities;

/** The bins that were typed to other quantities. Throws an Error that names the first cell that cannot be taken. */
export function typedChanges(bins: readonly TypedBin[], typed: Typed): BinChange[] {
  return bins.flatMap((bin) => {
    const { storeId, binSpec, storeName } = bin;
    const changed: [QuantityField, number | null][] = [];
    for (const [field, text] of Object.entries(typed.get(keyOfBin(bin)) ?? {}) as [QuantityField, string][]) {
      const value = readQuantity(field, text);
      if (value === undefined)
        throw new Error(
          `${binSpec}, ${storeName}: ${QUANTITIES[field].toLowerCase()}: ${faultOf(field, text)}.`,
        );
      if (value !== bin[field]) changed.push([field, value]);
    }
    return changed.length === 0 ? [] : [{ storeId, binSpec, ...Object.fromEntries(changed) }];
  });
}

/** The changes with all that was seen of their bins: a quantity is typed to go with the others. */
export function withSeen(
  changes: readonly BinChange[],
  bins: readonly TypedBin[],
): (BinChange & { seen: Quantities })[] {
  const byKey = new Map(bins.map((bin) => [keyOfBin(bin), bin]));
  return changes.map((change) => {
    const bin = byKey.get(keyOfBin(change));
    return { ...change, seen: Object.fromEntries(FIELDS.map((field) => [field, bin?.[field]])) };
  });
}

/** Each quantity by its bin, for a message. */
export const quantitiesByBin = (bins: readonly TypedBin[]): Record<string, number | null> =>
  Object.fromEntries(
    bins.flatMap((bin) =>
      FIELDS.map((field) => [`${QUANTITIES[field]} of ${bin.binSpec}, ${bin.storeName}`, bin[field]]),
    ),
  );
