import type { RetailMarkup } from '#contracts/events/index.ts';
import { customerPrice } from '#contracts/lifecycle/index.ts';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { applyRate, mulDivRound, type Cents, type Ppm } from '#contracts/vocabulary/money.ts';
import type { StoneAttributes } from '#contracts/events/index.ts';

/**
 * How prices are shown to a caller: computed on the server for every list, detail and export (rule: Price
 * modes).
 */
export type PriceView = {
  mode: ShowPrices;
  /** The acting-for customer's; 0 without one: list prices are shown. */
  giaRoundDiscountPpm: Ppm;
  retailMarkups: readonly RetailMarkup[];
};

/** The stone's facts that prices depend on. Weight in thousandths of a carat. */
export type PricedStone = Pick<StoneAttributes, 'weight' | 'lab' | 'shapeCode' | 'colour' | 'clarity'> & {
  line: Line;
};

/** Prices as the wire has them, in dollars; what may not be seen is left out. */
export type ShownPrices = { total?: number; ppc?: number; displayRap?: number; displayRapPercent?: number };

/** List price per carat in cents of the price list; undefined when it has none for such a stone. */
export type RapOf = (stone: PricedStone) => Cents | undefined;

/** The customer's price of a list price, in cents (rule: List price and customer price). */
export function customerTotal(view: PriceView, stone: PricedStone, listPriceCents: Cents): Cents {
  return customerPrice(listPriceCents, view.giaRoundDiscountPpm, stone.line, stone);
}

/** The price that the caller sees for a customer price, in cents; null for none (rule: Price modes). */
export function seenPrice(view: PriceView, stone: PricedStone, customerPriceCents: Cents): Cents | null {
  if (view.mode === 'NONE') return null;
  return view.mode === 'RETAIL'
    ? retailPrice(view.retailMarkups, stone, customerPriceCents)
    : customerPriceCents;
}

/**
 * What the caller sees of a customer price: WHOLESALE the price with its distance from Rap (naturals only), RETAIL the
 * marked-up price and no Rap, NONE nothing.
 */
export function shownPrices(
  view: PriceView,
  stone: PricedStone,
  customerPriceCents: Cents,
  rapOf: RapOf,
): ShownPrices {
  const seen = seenPrice(view, stone, customerPriceCents);
  if (seen === null) return {};
  const rap = view.mode === 'WHOLESALE' && stone.line === 'natural' ? rapOf(stone) : undefined;
  if (rap === undefined || rap === 0) return perCarat(seen, stone.weight);
  // (ppc ÷ rap − 1) × 100 with three decimals; ppc unrounded: total × 1000 ÷ weight.
  const thousandths = mulDivRound(customerPriceCents, 100_000_000, stone.weight * rap) - 100_000;
  return {
    ...perCarat(customerPriceCents, stone.weight),
    displayRap: rap / 100,
    displayRapPercent: thousandths / 1000,
  };
}

function perCarat(total: Cents, weight: number): ShownPrices {
  return { total: total / 100, ppc: mulDivRound(total, 1000, weight) / 100 };
}

const PRODUCT_TYPES = {
  natural: 'LOOSE',
  labGrown: 'LAB_GROWN',
  fancyColour: 'FANCY_COLOUR',
  jewellery: 'MOUNTED',
} as const;

/**
 * P × (1 + markup) by the first row that matches product type and range, in cents; null without one: no price is shown
 * (rule: Retail price).
 */
export function retailPrice(
  markups: readonly RetailMarkup[],
  stone: PricedStone,
  customerPriceCents: Cents,
): Cents | null {
  const row = markups.find((markup) => {
    if (!markup.productTypes.includes(PRODUCT_TYPES[stone.line])) return false;
    return markup.type === 'weight'
      ? within(stone.weight, markup.minWeight, markup.maxWeight === null ? null : upTo(markup.maxWeight))
      : within(customerPriceCents, markup.minValueCents, markup.maxValueCents);
  });
  return row ? customerPriceCents + applyRate(customerPriceCents, row.markupPpm) : null;
}

/** 1.99 reaches to 1.999, like a weight band: what reads as 1.99 ct is in it. A third decimal counts as written. */
const upTo = (maxWeight: number): number => (maxWeight % 10 === 0 ? maxWeight + 9 : maxWeight);

function within(value: number, minimum: number | null, maximum: number | null): boolean {
  return (minimum === null || value >= minimum) && (maximum === null || value <= maximum);
}
