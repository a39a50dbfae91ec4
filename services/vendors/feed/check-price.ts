import { mulDivRound, PPM, type Cents, type Ppm } from '#contracts/vocabulary/money.ts';
import { precision, readDecimal, scaled, type Decimal } from './read-decimals.ts';
import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';

type PriceAttribute = Extract<FeedAttribute, 'vendorPrice' | 'vendorPpc' | 'vendorDiscount'>;
export type PriceProblem = { attribute: PriceAttribute; message: string };

/** A row's price as it states it. */
export type QuotedPrice = {
  vendorPrice?: string | undefined;
  vendorPpc?: string | undefined;
  /** Distance from the price list, negative below it; null when its convention is unclear. */
  discount?: Ppm | null | undefined;
  /** Of the price list, in cents; undefined when the list has none for the stone. */
  rapPerCarat?: Cents | undefined;
};

/** A dollar amount, with or without its sign. */
function readDollars(text: string): Decimal | null {
  const amount = readDecimal(text.replace(/^(?:US\s?\$|USD|\$)\s*/i, '').replace(/\s*(?:USD|\$)$/i, ''));
  return amount && !amount.negative && scaled(amount, 2) > 0 ? amount : null;
}

/**
 * The vendor's cost of a stone in cents: its price, else its price per carat × weight, else the price list's
 * less the discount. Price and price per carat must agree to within what their last printed digits can hide
 * (rule: Rows left out).
 * @param milliCarats the stone's weight in thousandths of a carat
 */
export function vendorCost(quoted: QuotedPrice, milliCarats: number): { cents: Cents } | PriceProblem {
  const { vendorPrice, vendorPpc, discount, rapPerCarat } = quoted;
  const price = vendorPrice === undefined ? undefined : readDollars(vendorPrice);
  const ppc = vendorPpc === undefined ? undefined : readDollars(vendorPpc);
  if (price === null)
    return { attribute: 'vendorPrice', message: 'is not an amount in dollars above 0, like 1234.50' };
  if (ppc === null)
    return { attribute: 'vendorPpc', message: 'is not an amount in dollars above 0, like 1234.50' };
  if (price) {
    if (ppc && !agree(price, ppc, milliCarats)) {
      const carats = milliCarats / 1000;
      return {
        attribute: 'vendorPpc',
        message: `at ${carats} ct is $${(fromPpc(ppc, milliCarats) / 100).toFixed(2)}, but the price is $${(scaled(price, 2) / 100).toFixed(2)}`,
      };
    }
    return { cents: scaled(price, 2) };
  }
  if (ppc) return { cents: fromPpc(ppc, milliCarats) };
  if (discount === undefined) return { attribute: 'vendorPrice', message: 'is empty: the row has no price' };
  if (discount === null)
    return {
      attribute: 'vendorDiscount',
      message: 'is unclear: a fraction or a percentage? Write it with a % sign',
    };
  if (rapPerCarat === undefined)
    return {
      attribute: 'vendorDiscount',
      message: 'cannot be used: the price list has no price for such a stone',
    };
  const cents = mulDivRound(BigInt(rapPerCarat) * BigInt(milliCarats), PPM + discount, 1000 * PPM);
  return cents > 0 ? { cents } : { attribute: 'vendorDiscount', message: 'leaves no price' };
}

function fromPpc(ppc: Decimal, milliCarats: number): Cents {
  return mulDivRound(scaled(ppc, 2), milliCarats, 1000);
}

/** Twice the difference, times 1000, in cents: all whole numbers, so that the edge is exact. */
function agree(price: Decimal, ppc: Decimal, milliCarats: number): boolean {
  const difference = 2 * Math.abs(scaled(price, 2) * 1000 - scaled(ppc, 2) * milliCarats);
  return difference <= precision(price, 2) * 1000 + precision(ppc, 2) * milliCarats;
}
