import type { RankingType } from '#contracts/api/matching.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { namedAndOwn } from '#projections/parcels/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import {
  availableNamed,
  customerTotal,
  mayBrowse,
  seenPrice,
  type LineView,
  type StoneReaders,
} from '#services/stones/index.ts';
import type { AvailableStones } from './available-stones.ts';
import { comparableOf, type AvailableStone } from './comparable-stone.ts';
import { rankSimilar, windowOf } from './rank-similar.ts';
import type { Priced } from './score.ts';

export type SimilarRequest = {
  parcelName: string;
  rankingType: RankingType;
  limit?: number | null | undefined;
};

/**
 * Stones that could stand in for a stone or be its pair, best first, each with its rank and what that is made
 * of, as JSON text (rule: Replacement score; rule: Pairs). Prices are those the caller sees: WHOLESALE the
 * customer's, RETAIL the marked-up ones; a caller who sees none, or none of one of the two stones, gets ranks
 * without them, so that neither a rank nor the order nor the choice of stones betrays a price. A stone that
 * the customer has is compared at its frozen price and attributes; one that it had, too, to be replaced. For a pair it is
 * compared as its details show it, at today's where it may be requested again. Throws Refusal 402 when there is no
 * such stone for this caller.
 * @param state of the read models, as the view is
 */
export async function similarStones(
  readers: StoneReaders,
  view: LineView,
  stones: AvailableStones,
  state: string,
  { parcelName, rankingType, limit }: SimilarRequest,
): Promise<string> {
  const source = await sourceOf(readers, view, parcelName, rankingType);
  const { shapeCode, lightest, heaviest } = windowOf(source.stone);
  const candidates = open(view, await stones.within([shapeCode], lightest, heaviest, state));
  const ranked = rankSimilar({ source, rankingType, priceOf: priceFor(view), limit }, candidates);
  const rows = await availableNamed(
    readers,
    view,
    ranked.map((one) => one.parcelName),
  );
  const found = ranked.flatMap(({ parcelName: name, ...score }) => {
    const stone = rows.get(name);
    // Requested by someone in this moment: no longer there to be shown.
    return stone === undefined ? [] : [`{"stone":${stone},${JSON.stringify(score).slice(1)}`];
  });
  return `[${found.join(',')}]`;
}

/** Of the available stones those that the caller may browse (rule: What one may not see). */
export function open(view: LineView, stones: readonly AvailableStone[]): readonly AvailableStone[] {
  if (!mayBrowse(view, view.line, false)) return [];
  return mayBrowse(view, view.line, true) ? stones : stones.filter((stone) => !stone.fm);
}

/** What the caller sees as the price of an available stone, in cents; null for none. */
export function priceFor({ price }: Pick<LineView, 'price'>): (stone: AvailableStone) => Cents | null {
  return (stone) => seenPrice(price, stone, customerTotal(price, stone, stone.listCents));
}

async function sourceOf(
  { db }: StoneReaders,
  view: LineView,
  parcelName: string,
  rankingType: RankingType,
): Promise<Priced> {
  const { line, price, caller } = view;
  const {
    named: [known],
    own: [own],
  } = await namedAndOwn(db, caller.customerId, line, [parcelName]);
  const browses = known !== undefined && (caller.staff || mayBrowse(view, line, known.fm));
  const isOffered = browses && known.status === 'AVAILABLE';
  if (own && (rankingType === 'REPLACEMENT' || !isOffered)) {
    const { attributes, priceCents } = own;
    return {
      stone: comparableOf(parcelName, line, attributes),
      priceCents: seenPrice(price, { line, ...attributes }, priceCents),
    };
  }
  if (!browses) throw notFound(line);
  const stone = comparableOf(parcelName, line, known.attributes);
  return { stone, priceCents: priceFor(view)({ ...stone, listCents: known.totalCents, fm: known.fm }) };
}

function notFound(line: Line): Refusal {
  const what = line === 'labGrown' ? 'lab-grown stone' : 'stone';
  return new Refusal(402, `There is no such ${what} to compare with.`, {
    code: 'UNKNOWN_PARCEL',
    field: 'parcelName',
  });
}
