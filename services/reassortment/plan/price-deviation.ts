import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import type { Network } from './network.ts';
import type { Addition, Unit } from './plan-input.ts';
import type { Objective } from './solve-network.ts';

type Goods = {
  bins: readonly IdealBin[];
  units: readonly Unit[];
  additions: readonly Addition[];
};

/** A pair's |price − targetValue ÷ targetQty| in cents, as an exact fraction. */
type Deviation = { numerator: number; denominator: number };

/** What stays exact in the doubles that the solver adds up, with room for sums. */
const LARGEST = 2 ** 42;

/** What the stones of a group deviate in price from what their bins expect, the 8th objective (rule: Order of objectives). */
export function priceDeviations(network: Network, { bins, units, additions }: Goods) {
  const { pairs, row, binRow, origin } = network;
  const of = (pair: number): Deviation => {
    const stone = origin[row[pair]!]!;
    const price = units[stone] ? units[stone].priceCents : additions[stone - units.length]!.totalCents;
    const { targetQty, targetCents } = bins[origin[binRow[pair]!]!]!;
    if (price === null || !targetCents || targetQty === 0) return { numerator: 0, denominator: 1 };
    return { numerator: Math.abs(price * targetQty - targetCents), denominator: targetQty };
  };
  return {
    /** Of a flow, in cents; a fraction where targets do not divide evenly. */
    total(flow: Int32Array): number {
      const byDenominator = new Map<number, number>();
      for (let pair = 0; pair < pairs; pair++) {
        if (flow[pair] === 0) continue;
        const { numerator, denominator } = of(pair);
        byDenominator.set(denominator, (byDenominator.get(denominator) ?? 0) + numerator);
      }
      return [...byDenominator]
        .toSorted(([a], [b]) => a - b)
        .reduce((sum, [denominator, numerator]) => sum + numerator / denominator, 0);
    },
    /**
     * The whole-numbered cost of the open columns: cents times what makes all of them whole. Where that would be too large
     * to stay exact, differences far below a hundredth of a cent are rounded away.
     */
    exactly(open: Int32Array): { cost: Objective } {
      let [common, largest] = [1, 1];
      for (const pair of open) {
        if (pair >= pairs) continue;
        const { numerator, denominator } = of(pair);
        common = (common * denominator) / greatestCommonDivisor(common, denominator);
        if (common > LARGEST) common = LARGEST;
        largest = Math.max(largest, numerator / denominator);
      }
      const scale = Math.min(common, Math.max(1, Math.floor(LARGEST / largest)));
      return {
        cost: (column) => {
          if (column >= pairs) return 0;
          const { numerator, denominator } = of(column);
          return scale % denominator === 0
            ? numerator * (scale / denominator)
            : Math.round((numerator / denominator) * scale);
        },
      };
    },
  };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
