import type { WhatIfRequest } from '#contracts/api/reassortment-jobs.ts';
import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { printBin } from '../plan/bin-names.ts';

type Named = Pick<WhatIfRequest['bins'][number], 'storeId' | 'binSpec'>;
type Quantities = Omit<WhatIfRequest['bins'][number], keyof Named> & {
  targetCents?: Cents | null | undefined;
};

/**
 * New quantities of a bin, which is named by its store and as it prints; quantities left out stay. `seen`: the bin's as
 * their author saw them.
 */
export type BinChange = Named & Quantities & { seen?: Quantities | undefined };

const QUANTITIES = ['minQty', 'targetQty', 'maxQty', 'targetCents'] as const;

const keyOf = ({ storeId, binSpec }: Named): string => JSON.stringify([storeId, binSpec]);

/** Where in `bins` each is, by its key. */
const placesOf = (templateString: string, bins: readonly IdealBin[]): Map<string, number> =>
  new Map(
    bins.map(({ storeId, spec }, at) => [keyOf({ storeId, binSpec: printBin(templateString, spec) }), at]),
  );

/** Whether a quantity that its author saw is another now, and not what it is to be. Pure. */
export function isChangedSinceSeen(
  templateString: string,
  bins: readonly IdealBin[],
  changes: readonly BinChange[],
): boolean {
  const places = placesOf(templateString, bins);
  return changes.some((change) => {
    const now = bins[places.get(keyOf(change)) ?? -1];
    const { seen = {} } = change;
    return QUANTITIES.some(
      (field) => now && seen[field] !== undefined && ![seen[field], change[field]].includes(now[field]),
    );
  });
}

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
  const places = placesOf(templateString, bins);
  const changed = [...bins];
  for (const [index, { storeId, binSpec, ...quantities }] of changes.entries()) {
    const refuse = (field: string, message: string): never => {
      throw new Refusal(422, `${binSpec} of ${storeName(storeId)}: ${message}`, {
        code: 'INVALID',
        field: `bins.${index}.${field}`,
      });
    };
    const at = places.get(keyOf({ storeId, binSpec })) ?? refuse('binSpec', 'there is no such bin.');
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
