import { stoneStream, type StockJudgementGiven } from '#contracts/events/index.ts';
import { parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import { judgementOf, type StockJudgements } from '#contracts/vendor/stock-judgements.ts';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import { loadStream, type CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { refuseAny } from '#services/platform/refusal.ts';
import type { Offer } from '../feed/check-row.ts';
import { noListPrice } from '../feed/decide-stock.ts';
import { lineWith } from '../feed/line-and-tier.ts';
import { newestOffers } from '../feed-runs/row-store.ts';
import { mergedByStone } from './merged-by-stone.ts';

const SIDE_BY_SIDE = 64;

/**
 * Refuses (422) tiers with which listed stones would be of another line, and the acceptance of stones that cannot be
 * listed with their tier because their cost is the price list's, naming each stone, in the order of the rows (rule:
 * Accept and reject; rule: Ranges and numbers). Of a stone with several rows the last tier and status count.
 */
export async function refuseTiers(
  context: CommandContext,
  { vendorId, dxPrefix }: { vendorId: number; dxPrefix: string },
  given: readonly StockJudgementGiven[],
  judgements: StockJudgements,
): Promise<void> {
  const places = placesOfTiers(given);
  const messages = given.map((): string | null => null);
  const tiered = [...mergedByStone(given).values()].flatMap((judgement) => {
    const { vendorStockId } = judgement;
    const known = judgementOf(judgements, vendorStockId);
    const { overrideTier, status } = { ...known, ...judgement };
    return overrideTier
      ? [{ vendorStockId, overrideTier, status, isNew: overrideTier !== known.overrideTier }]
      : [];
  });
  const accepted = tiered.filter(({ status }) => status === 'ACCEPTED');
  const offers = await newestOffers(
    context.db,
    vendorId,
    accepted.map(({ vendorStockId }) => vendorStockId),
  );
  // What is wrong with a refused row is in the reply to its feed.
  const usable = new Map(
    offers.flatMap(({ class: of, vendorStockId, offer }) =>
      offer && vendorStockId !== null && of !== 'REFUSED' ? [[vendorStockId, offer]] : [],
    ),
  );
  await inParallel(tiered, SIDE_BY_SIDE, async ({ vendorStockId, overrideTier, isNew }) => {
    const offer = usable.get(vendorStockId);
    if (!isNew && !offer?.byList) return;
    const { state } = await loadStream(context, stoneStream(dxPrefix + vendorStockId), parcelFold);
    const fault = state.listed
      ? isNew && state.vendorId === vendorId && ofAnotherLine(state, overrideTier)
      : offer && withoutListPrice(offer, overrideTier);
    if (fault) messages[places.get(vendorStockId)!] = `${vendorStockId} ${fault}`;
  });
  refuseAny('OTHER_LINE', (place) => `${place}.overrideTier`, messages, 422);
}

/** For each stone the last row with a tier, or else its last row. */
function placesOfTiers(given: readonly StockJudgementGiven[]): Map<string, number> {
  const rows = [...given.entries()];
  const tiered = rows.filter(([, { overrideTier }]) => overrideTier !== undefined);
  return new Map([...rows, ...tiered].map(([place, { vendorStockId }]) => [vendorStockId, place]));
}

/** Why a listed stone cannot have a tier, as the end of a sentence about it; null where it can. */
function ofAnotherLine(stone: ParcelState, overrideTier: Tier): string | null {
  const other = lineWith(stone, overrideTier);
  if (other === stone.line) return null;
  const [under, now] = [LINE_FACTS[stone.line].title, LINE_FACTS[other].title];
  return `is listed under ${under} and would be under ${now} with the tier ${overrideTier}: give it another tier, or another stock number.`;
}

/** Why an offered stone cannot be listed with a tier, as the end of a sentence about it; null where it can. */
function withoutListPrice(offer: Offer, overrideTier: Tier): string | null {
  const line = lineWith(offer, overrideTier);
  if (!offer.byList || line === 'natural') return null;
  return `${noListPrice(line).clash}, where it would be with the tier ${overrideTier}: give it another tier.`;
}
