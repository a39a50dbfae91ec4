import { inCarats } from '#contracts/vocabulary/carats.ts';
import { mulDivRound, PPM, type Cents } from '#contracts/vocabulary/money.ts';
import type { Discount } from './discounts.ts';
import { precision, readDecimal, scaled, type Decimal, type DecimalSign } from './read-decimals.ts';
import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';

type PriceAttribute = Extract<FeedAttribute, 'vendorPrice' | 'vendorPpc' | 'vendorDiscount'>;
export type PriceProblem = { attribute: PriceAttribute; message: string };

/** A row's price as it states it. */
export type QuotedPrice = {
  vendorPrice?: string | undefined;
  vendorPpc?: string | undefined;
  /** Distance from the price list. */
  discount?: Discount | undefined;
  /** Of the price list, in cents; undefined when the list has none for the stone. */
  rapPerCarat?: Cents | undefined;
};

/** A vendor's cost in cents; made by the price list where the row has a discount alone. */
export type Cost = { cents: Cents; byList?: true };

/** How the row's numbers are printed. */
export type PrintedAs = {
  decimalSign: DecimalSign;
  /** Cells that a workbook holds as numbers: their decimal sign is certain. */
  typed: ReadonlySet<FeedAttribute>;
  /** What the weight may be off by, in thousandths of a carat. */
  weightPrecision: number;
};

/** A dollar amount, with or without its sign; else what is wrong with it, undefined where there is none. */
function readDollars(
  attribute: 'vendorPrice' | 'vendorPpc',
  text: string | undefined,
  { decimalSign, typed }: PrintedAs,
): Decimal | PriceProblem | undefined {
  if (text === undefined) return undefined;
  const isTyped = typed.has(attribute);
  const amount = readDecimal(
    text.replace(/^(?:US\s?\$|USD|\$)\s*/i, '').replace(/\s*(?:USD|\$)$/i, ''),
    isTyped ? 'POINT' : decimalSign,
  );
  if (!amount || amount.negative || scaled(amount, 2) <= 0)
    return {
      attribute,
      message: `is not an amount in dollars above 0, like ${decimalSign === 'COMMA' ? '1234,50' : '1234.50'}`,
    };
  if (!isTyped && amount.printed === 3)
    return { attribute, message: 'has three decimals, or a sign of thousands that this file does not use' };
  return amount;
}

/**
 * The vendor's cost of a stone in cents: its price, else its price per carat × weight, else the price list's
 * less the discount. Price and price per carat must agree to within what the last printed digits of both and of the
 * weight can hide (rule: Rows left out).
 * @param milliCarats the stone's weight in thousandths of a carat
 */
export function vendorCost(
  quoted: QuotedPrice,
  milliCarats: number,
  printed: PrintedAs,
): Cost | PriceProblem {
  const { discount, rapPerCarat } = quoted;
  const price = readDollars('vendorPrice', quoted.vendorPrice, printed);
  const ppc = readDollars('vendorPpc', quoted.vendorPpc, printed);
  if (price && 'message' in price) return price;
  if (ppc && 'message' in ppc) return ppc;
  if (price) {
    if (ppc && !agree(price, ppc, milliCarats, printed.weightPrecision)) {
      const carats = inCarats(milliCarats);
      return {
        attribute: 'vendorPpc',
        message: `at ${carats} ct is $${(fromPpc(ppc, milliCarats) / 100).toFixed(2)}, but the price is $${(scaled(price, 2) / 100).toFixed(2)}`,
      };
    }
    return { cents: scaled(price, 2) };
  }
  if (ppc) return { cents: fromPpc(ppc, milliCarats) };
  if (discount === undefined) return { attribute: 'vendorPrice', message: 'is empty: the row has no price' };
  if ('unclear' in discount) return { attribute: 'vendorDiscount', message: discount.unclear };
  if (rapPerCarat === undefined)
    return {
      attribute: 'vendorDiscount',
      message: 'cannot be used: the price list has no price for such a stone',
    };
  const cents = mulDivRound(BigInt(rapPerCarat) * BigInt(milliCarats), PPM + discount.ppm, 1000 * PPM);
  return cents > 0 ? { cents, byList: true } : { attribute: 'vendorDiscount', message: 'leaves no price' };
}

function fromPpc(ppc: Decimal, milliCarats: number): Cents {
  return mulDivRound(scaled(ppc, 2), milliCarats, 1000);
}

/** Twice the difference, times 1000, in cents: all whole numbers, so that the edge is exact. */
function agree(price: Decimal, ppc: Decimal, milliCarats: number, weightPrecision: number): boolean {
  const difference = 2 * Math.abs(scaled(price, 2) * 1000 - scaled(ppc, 2) * milliCarats);
  const hidden =
    precision(price, 2) * 1000 + precision(ppc, 2) * milliCarats + weightPrecision * scaled(ppc, 2);
  return difference <= hidden;
}
