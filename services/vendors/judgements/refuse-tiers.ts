import { stoneStream, type StockJudgementGiven } from '#contracts/events/index.ts';
import { parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import { judgementOf, type StockJudgements } from '#contracts/vendor/stock-judgements.ts';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import { loadStream, type CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { refuseAny } from '#services/platform/refusal.ts';
import { lineWith } from '../feed/line-and-tier.ts';
import { mergedByStone } from './merged-by-stone.ts';

const SIDE_BY_SIDE = 64;

/**
 * Refuses (422) tiers with which listed stones would be of another line, naming each stone, in the order of the rows
 * (rule: Accept and reject). Of a stone with several rows the last tier counts.
 */
export async function refuseTiers(
  context: CommandContext,
  { vendorId, dxPrefix }: { vendorId: number; dxPrefix: string },
  given: readonly StockJudgementGiven[],
  judgements: StockJudgements,
): Promise<void> {
  const places = placesOfTiers(given);
  const messages = given.map((): string | null => null);
  await inParallel(
    [...mergedByStone(given).values()],
    SIDE_BY_SIDE,
    async ({ vendorStockId, overrideTier }) => {
      if (!overrideTier || judgementOf(judgements, vendorStockId).overrideTier === overrideTier) return;
      const { state } = await loadStream(context, stoneStream(dxPrefix + vendorStockId), parcelFold);
      if (state.listed && state.vendorId === vendorId)
        messages[places.get(vendorStockId)!] = ofAnotherLine(vendorStockId, state, overrideTier);
    },
  );
  refuseAny('OTHER_LINE', (place) => `${place}.overrideTier`, messages, 422);
}

/** The row with the last tier of each stone. */
function placesOfTiers(given: readonly StockJudgementGiven[]): Map<string, number> {
  const tiered = [...given.entries()].filter(([, { overrideTier }]) => overrideTier !== undefined);
  return new Map(tiered.map(([place, { vendorStockId }]) => [vendorStockId, place]));
}

function ofAnotherLine(vendorStockId: string, stone: ParcelState, overrideTier: Tier): string | null {
  const other = lineWith(stone, overrideTier);
  if (other === stone.line) return null;
  const [under, now] = [LINE_FACTS[stone.line].title, LINE_FACTS[other].title];
  return `${vendorStockId} is listed under ${under} and would be under ${now} with the tier ${overrideTier}: give it another tier, or another stock number.`;
}
