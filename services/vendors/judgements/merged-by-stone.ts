import type { StockJudgementGiven } from '#contracts/events/index.ts';

/** What is given of each stone: what a later row gives counts, what it leaves out stays (rule: Accept and reject). Pure. */
export function mergedByStone(given: readonly StockJudgementGiven[]): Map<string, StockJudgementGiven> {
  const byStone = new Map<string, StockJudgementGiven>();
  for (const { vendorStockId, status, overrideTier, comments } of given) {
    byStone.set(vendorStockId, {
      ...byStone.get(vendorStockId),
      vendorStockId,
      ...(status !== undefined && { status }),
      ...(overrideTier !== undefined && { overrideTier }),
      ...(comments !== undefined && { comments }),
    });
  }
  return byStone;
}
