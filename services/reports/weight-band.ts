import type { StoneAttributes } from '#contracts/events/index.ts';
import { carats } from '#contracts/vocabulary/carats.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { PriceList } from '#services/prices/index.ts';

/** Where there is nothing to name. */
export const NONE = '-';
const OUTSIDE = 'Outside the list';

/** The band of the price list for a stone's weight, such as '0.90-0.99'; '-' for jewellery. */
export function weightBand(
  list: PriceList | undefined,
  {
    line,
    attributes: { weight, shapeCode },
  }: {
    line: Line;
    attributes: Pick<StoneAttributes, 'weight' | 'shapeCode'>;
  },
): string {
  if (line === 'jewellery') return NONE;
  const band = list?.bands[shapeCode === 'RD' ? 'round' : 'pear'].find(
    ({ fromWeight, toWeight }) => fromWeight <= weight && weight < toWeight,
  );
  return band ? `${carats(band.fromWeight)}-${carats(band.toWeight - 10)}` : OUTSIDE;
}
