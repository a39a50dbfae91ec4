import type { StoneAttributes } from '#contracts/events/index.ts';
import { customerPrice } from '#contracts/lifecycle/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { applyRate, mulDivRound } from '#contracts/vocabulary/money.ts';

/** What a marked amount is: only the customer price may be seen by WHOLESALE, only the retail one by RETAIL. */
export type MarkKind = 'cost' | 'list' | 'customer' | 'retail' | 'rap';
type Price = { costCents: number; totalCents: number };

/** The house's discount on GIA rounds and the retail markup of the customer whose users are tried. */
const DISCOUNT_PPM = 20_000;
export const MARKUP_PPM = 373_000;
/** The list price per carat of every natural stone, in cents. */
export const RAP_CENTS = 1_777_713;

/**
 * Prices that are recognised wherever they show: no two parcels share one, nor does anything else in a reply look like
 * one of them, in dollars, in cents, in all or per carat.
 */
export function createMarks() {
  const kinds = new Map<string, { kind: MarkKind; of: string }>();
  const parcels = new Map<string, { parcelName: string; line: Line; stone: StoneAttributes }>();
  const prices = new Map<string, Price>();
  let made = 0;

  const textsOf = (cents: number): string[] => [String(cents), String(cents / 100)];
  const mark = (kind: MarkKind, of: string, cents: number): void => {
    for (const text of textsOf(cents)) kinds.set(text, { kind, of });
  };
  const isFree = (kind: MarkKind, cents: number): boolean =>
    textsOf(cents).every((text) => (kinds.get(text)?.kind ?? kind) === kind);
  mark('rap', 'the price list', RAP_CENTS);

  /** The amounts of the next parcel, in all and per carat. */
  const amountsOf = (line: Line, stone: StoneAttributes) => {
    // Ending in 7 or 3 cents, far apart: neither a rounding nor another number of a reply comes near.
    const totalCents = 1_234_507 + made * 10_130;
    const costCents = 611_003 + made * 7_310;
    const customer = customerPrice(totalCents, DISCOUNT_PPM, line, stone);
    const whole: [MarkKind, number][] = [
      ['cost', costCents],
      ['customer', customer],
      ['retail', customer + applyRate(customer, MARKUP_PPM)],
    ];
    // Where no discount is given, the list price is the customer's.
    if (customer !== totalCents) whole.push(['list', totalCents]);
    const perCarat = whole.map(([kind, cents]): [MarkKind, number] => [
      kind,
      mulDivRound(cents, 1000, stone.weight),
    ]);
    return { totalCents, costCents, amounts: [...whole, ...perCarat] };
  };

  return {
    /** The amounts of a parcel that is listed, or repriced, next. */
    next(line: Line, parcelName: string, stone: StoneAttributes): Price {
      parcels.set(parcelName, { parcelName, line, stone });
      let next;
      do {
        made += 1;
        next = amountsOf(line, stone);
      } while (!next.amounts.every(([kind, cents]) => isFree(kind, cents)));
      const { totalCents, costCents, amounts } = next;
      for (const [kind, cents] of amounts) mark(kind, parcelName, cents);
      prices.set(parcelName, { costCents, totalCents });
      return { costCents, totalCents };
    },
    priceOf: (parcelName: string): Price => prices.get(parcelName)!,
    /** What a spell is frozen at. */
    frozen: (line: Line, stone: StoneAttributes, { costCents, totalCents }: Price) => ({
      customerPriceCents: customerPrice(totalCents, DISCOUNT_PPM, line, stone),
      listPriceCents: totalCents,
      costCents,
    }),
    count: () => made,
    parcels: () => [...parcels.values()],
    /** The marked amounts that a text holds, also as people write them ('$9,800.00'). */
    in(text: string): { kind: MarkKind; of: string; amount: string }[] {
      const plain = text.replace(/(\d),(?=\d{3}(\D|$))/g, '$1');
      const numbers = [text, plain].flatMap((one) => one.match(/\d+(?:\.\d+)?/g) ?? []);
      return [...new Set(numbers)].flatMap((amount) => {
        const known = kinds.get(amount.includes('.') ? String(Number(amount)) : amount);
        return known ? [{ ...known, amount }] : [];
      });
    },
  };
}
