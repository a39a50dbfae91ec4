import { formatCount } from '#contracts/vocabulary/counts.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { colourInWords } from '#contracts/vocabulary/stone-words.ts';
import { formatWeight } from '../lib/format.ts';
import type { ListRow } from './list-row.ts';

/** Tooltip of a stone whose availability is tentative (product: Error texts). */
export const TENTATIVE_NOTE =
  'This diamond may not be available. We will check for you once your request is placed.';
/** What can be requested and may turn out not to be there (product: Error texts); what is gone is not tentative. */
export const isTentative = ({
  status,
  tentativeAvailability,
}: Pick<Stone, 'status' | 'tentativeAvailability'>): boolean =>
  status === 'AVAILABLE' && tentativeAvailability;

/** Shown before a request with tentatively available stones (product: Error texts). */
export const TENTATIVE_REQUEST_NOTE =
  'Some diamonds may not be available. We will check for you once your request is placed.';

/** Shown before a request with what others have taken, or vendors withdrawn (rule: All or nothing). */
export const GONE_NOTE = 'Some of these are no longer available. Remove them, or nothing is requested.';

/** Similar stones as they are counted. */
export const SIMILAR_STONES_COUNTED = ['similar stone', 'similar stones'] as const;

/** Shown when more of a model is ordered than is available (product: Ordering models). */
export const NOT_ON_HAND =
  'Some of the items you selected are not available on-hand. It may take some time to fill your order.';

/** Tiers with a brand icon of their own (product: Tier). */
const BRANDS: readonly string[] = ['Reserve', 'Essentials', 'Disons', 'Kunming', 'Fairway'];

/** The brand whose icon a stone of this tier carries; undefined for the others. */
export const brandOf = (tier: string | undefined): string | undefined =>
  tier !== undefined && BRANDS.includes(tier) ? tier : undefined;

/** The shape in words, as the server has it; a shape without words is shown by its code. */
export const shapeNameOf = (stone: Pick<Stone, 'shapeName' | 'shapeCode'>): string | undefined =>
  stone.shapeName ?? stone.shapeCode;

/** A row's name, the same for every viewer. */
export type Described = Pick<
  ListRow,
  | 'weight'
  | 'shapeName'
  | 'shapeCode'
  | 'colour'
  | 'colourText'
  | 'fancyColour'
  | 'fancyColoured'
  | 'clarity'
  | 'modelDescription'
> &
  Partial<Pick<ListRow, 'parcelName' | 'piece' | 'model' | 'wanted'>>;

/** '1.51 ct Round D VVS1'; a piece's description; what a request for similar stones asks for. */
export function headingOf(row: Described): string {
  if (row.piece) return row.modelDescription ?? row.model ?? row.parcelName ?? 'Jewellery';
  if (row.wanted) {
    const { weight, shape, colour, clarity } = row.wanted.words;
    const words = [
      weight === 'All' ? '' : `${weight} ct`,
      ...[shape, colour, clarity].filter((word) => word !== 'All'),
    ];
    return ['Similar Stones', words.filter(Boolean).join(' ')].filter(Boolean).join(': ');
  }
  return [`${formatWeight(row.weight)} ct`, shapeNameOf(row), colourInWords(row), row.clarity]
    .filter(Boolean)
    .join(' ');
}

/** A row's price in words; of a request for similar stones as far as it is known. Undefined where none may be seen. */
export const priceOf = ({ wanted, total }: Pick<ListRow, 'wanted' | 'total'>): string | undefined =>
  wanted ? wanted.price : total === undefined ? undefined : formatPrice(total);

/** A row in words, for controls that act on it. */
export const describeStone = (row: ListRow): string =>
  row.virtual ? headingOf(row) : `${row.parcelName}, ${headingOf(row)}`;

/**
 * '2 selected, 1.50–1.71 ct, $32,637.61'; without prices where they are hidden, and with '… for 1 of 2' where one has
 * none.
 */
export function describeSelection(rows: readonly ListRow[]): string {
  let [least, most] = [Infinity, -Infinity];
  for (const { weight, virtual } of rows) {
    if (virtual) continue;
    if (weight < least) least = weight;
    if (weight > most) most = weight;
  }
  const [from, to] = [formatWeight(least), formatWeight(most)];
  const total = totalOf(rows);
  return [
    `${formatCount(rows.length)} selected`,
    ...(least <= most ? [`${from === to ? from : `${from}–${to}`} ct`] : []),
    ...(total === undefined ? [] : [formatPrice(total) + pricedOf(rows)]),
  ].join(', ');
}

type Priced = { total?: number | undefined; virtual?: boolean; quantity?: number };

/** What a total is of where some parcels have no price: ' for 2 of 3'. Empty where all have one, or none has. */
export function pricedOf(rows: readonly Priced[]): string {
  let [priced, all] = [0, 0];
  for (const { total, virtual, quantity = 1 } of rows) {
    if (virtual) continue;
    all += quantity;
    if (total !== undefined) priced += quantity;
  }
  return priced === 0 || priced === all ? '' : ` for ${formatCount(priced)} of ${formatCount(all)}`;
}

/** Dollars of all of them, summed in cents; undefined when no price may be seen. */
export function totalOf(stones: readonly Pick<Stone, 'total'>[]): number | undefined {
  let cents: number | undefined;
  for (const { total } of stones) if (total !== undefined) cents = (cents ?? 0) + Math.round(total * 100);
  return cents === undefined ? undefined : cents / 100;
}
