import type { WhatIfRequest } from '#contracts/api/reassortment-jobs.ts';
import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { printBin } from '../plan/bin-names.ts';

/** New quantities of a bin, which is named by its store and as it prints; quantities left out stay. */
export type BinChange = WhatIfRequest['bins'][number] & { targetCents?: Cents | null | undefined };

/**
 * Bins with new quantities, in the same order. Throws Refusal 422 for an unknown bin, and for a minimum above the
 * target or a target above the maximum.
 */
export function changeBins(
  templateString: string,
  bins: readonly IdealBin[],
  storeName: (storeId: string) => string,
  changes: readonly BinChange[],
): IdealBin[] {
  const keyOf = (storeId: string, binSpec: string): string => JSON.stringify([storeId, binSpec]);
  const places = new Map(
    bins.map(({ storeId, spec }, at) => [keyOf(storeId, printBin(templateString, spec)), at]),
  );
  const changed = [...bins];
  for (const [index, { storeId, binSpec, ...quantities }] of changes.entries()) {
    const refuse = (field: string, message: string): never => {
      throw new Refusal(422, `${binSpec} of ${storeName(storeId)}: ${message}`, {
        code: 'INVALID',
        field: `bins.${index}.${field}`,
      });
    };
    const at = places.get(keyOf(storeId, binSpec)) ?? refuse('binSpec', 'there is no such bin.');
    const before = changed[at]!;
    const {
      minQty = before.minQty,
      targetQty = before.targetQty,
      maxQty = before.maxQty,
      targetCents = before.targetCents,
    } = quantities;
    if (minQty > targetQty) refuse('minQty', `the minimum ${minQty} is above the target ${targetQty}.`);
    if (targetQty > maxQty) refuse('maxQty', `the maximum ${maxQty} is below the target ${targetQty}.`);
    changed[at] = { ...before, minQty, targetQty, maxQty, targetCents };
  }
  return changed;
}
