import type { Cents } from '../vocabulary/money.ts';

/** From this share of the maximum on a customer is near it. */
const NEAR = 0.9;

/** Where a customer stands against its limits, in cents; a limit of 0 is not set (rule: Movements and key figures). */
export function againstLimits({
  holdingCents,
  exposureCents,
  minimumCents,
  maximumCents,
}: {
  holdingCents: Cents;
  exposureCents: Cents;
  minimumCents: Cents;
  maximumCents: Cents;
}): { belowMinimum: boolean; nearMaximum: boolean } {
  return {
    belowMinimum: holdingCents < minimumCents,
    nearMaximum: maximumCents > 0 && exposureCents >= maximumCents * NEAR,
  };
}
