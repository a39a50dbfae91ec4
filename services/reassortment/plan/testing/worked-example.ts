import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import type { GradedStone } from '../closeness.ts';
import type { Limit, PlanInput, Unit } from '../plan-input.ts';

const SMALL = { shape: ['RD'], weight: { minimum: 300, maximum: 390 }, clarity: ['VS1', 'VS2'] };
const LARGE = { shape: ['RD'], weight: { minimum: 1000, maximum: 1190 }, clarity: ['VS1', 'VS2'] };

const bin = (storeId: string, spec: IdealBin['spec'], quantities: [number, number, number]): IdealBin => {
  const [minQty, targetQty, maxQty] = quantities;
  return { storeId, spec, minQty, targetQty, maxQty, targetCents: null };
};

const round = (weight: number, clarity: string): GradedStone => ({ shape: 'RD', weight, clarity });

const unit = (
  customerStoneId: string,
  storeId: string,
  stone: GradedStone,
  more: Partial<Unit> = {},
): Unit => ({
  customerStoneId,
  storeId,
  isRequested: false,
  isLocked: false,
  stone,
  priceCents: 100_000,
  heldParcel: null,
  ...more,
});

/** The worked example of docs/reassortment.md. */
export const workedExample: PlanInput = {
  templateString: '{shape} | {weight} | {clarity}',
  bins: [
    bin('1', SMALL, [1, 2, 2]),
    bin('2', SMALL, [2, 2, 3]),
    bin('1', LARGE, [1, 1, 1]),
    bin('2', LARGE, [0, 1, 1]),
  ],
  units: [
    unit('A1', '1', round(310, 'VS1')),
    unit('A2', '1', round(320, 'VS2')),
    unit('A3', '1', round(330, 'VS1')),
    unit('A4', '1', round(340, 'SI1')),
    unit('A5', '1', round(350, 'VS2'), { heldParcel: 'AR-9' }),
    unit('B1', '2', round(2000, 'I3')),
  ],
  additions: [
    { parcelName: 'AR-1', stone: round(1050, 'VS1'), totalCents: 500_000 },
    { parcelName: 'AR-2', stone: round(1100, 'SI1'), totalCents: 400_000 },
    { parcelName: 'AR-3', stone: round(350, 'VS1'), totalCents: 100_000 },
  ],
};

/** $8,000 are left below the maximum. */
export const workedLimit: Limit = { exposureCents: 1_200_000, maximumCents: 2_000_000 };
