import type { SmallVitrine } from '#tests/support/small-vitrine.ts';

let stones = 0;

/** A fresh available stone of $10,000 list price: $9,800.00 to customer 7. */
export async function aStone(
  vitrine: SmallVitrine,
  attributes: object = {},
  totalCents?: number,
): Promise<string> {
  const parcelName = `AR-${++stones}`;
  await vitrine.listStone(parcelName, attributes, totalCents);
  await vitrine.shown();
  return parcelName;
}
