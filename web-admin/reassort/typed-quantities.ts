import type { BinReply } from '#contracts/api/reassortment.ts';
import { NO_QUANTITY } from '#contracts/reassortment/bin-spec.ts';

/** What of a bin can be typed, with what it is called. */
export const QUANTITIES = {
  minQty: 'Minimum',
  targetQty: 'Target',
  maxQty: 'Maximum',
  targetValue: 'Value ($)',
} as const;
export type QuantityField = keyof typeof QUANTITIES;
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

/** What is wrong with the text of a cell; null where it can be taken. Which quantity is above which the server says. */
export function faultOf(field: QuantityField, text: string): string | null {
  const trimmed = text.trim();
  if (field === 'targetValue')
    return /^(\d+(\.\d{1,2})?)?$/.test(trimmed) ? null : `"${trimmed}" is no amount in dollars`;
  return /^\d{1,6}$/.test(trimmed) ? null : `"${trimmed}" ${NO_QUANTITY}`;
}

export type BinChange = Pick<TypedBin, 'storeId' | 'binSpec'> & Partial<Pick<TypedBin, QuantityField>>;

/** The bins that were typed to other quantities. Throws an Error that names the first cell that cannot be taken. */
export function typedChanges(bins: readonly TypedBin[], typed: Typed): BinChange[] {
  return bins.flatMap((bin) => {
    const { storeId, binSpec, storeName } = bin;
    const changed: [QuantityField, number | null][] = [];
    for (const [field, text] of Object.entries(typed.get(keyOfBin(bin)) ?? {}) as [QuantityField, string][]) {
      const fault = faultOf(field, text);
      if (fault) throw new Error(`${binSpec}, ${storeName}: ${QUANTITIES[field].toLowerCase()}: ${fault}.`);
      const value = text.trim() === '' ? null : Number(text);
      if (value !== bin[field]) changed.push([field, value]);
    }
    return changed.length === 0 ? [] : [{ storeId, binSpec, ...Object.fromEntries(changed) }];
  });
}
