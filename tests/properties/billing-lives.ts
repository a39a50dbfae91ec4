import fc from 'fast-check';
import type { CustomerTerms, VendorTerms } from '#contracts/events/index.ts';
import { addDays } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { EXAMPLE_TERMS, world } from '#services/billing/testing/billing-world.ts';

/** Random months of one customer: stones with scripted lives in spring 2026, terms that change in between. */

/** Days are counted from here; April, which is billed, begins 31 days later. */
const FIRST = '2026-03-01';
export const day = (n: number): string => addDays(FIRST, n);

/** What happens to a stone, by day: a memo; then a return, or a sale; perhaps a second memo to the same customer. */
export type Life = {
  line: Line;
  haf: boolean;
  freedom: boolean;
  priceCents: number;
  memo: number;
  /** RETURN, then RETURN_MEMO. */
  returned: { intent: number | null; received: number } | null;
  /** After it came back. */
  again: number | null;
  sold: { intent: number | null; invoice: number; credit: number | null } | null;
};
type Change = { day: number; terms: Partial<CustomerTerms> };
export type BillingWorld = {
  terms: CustomerTerms;
  changes: Change[];
  vendor: VendorTerms;
  lives: Life[];
};

const gap = fc.integer({ min: 0, max: 12 });
const life: fc.Arbitrary<Life> = fc
  .record({
    line: fc.constantFrom<Line[]>('natural', 'natural', 'labGrown', 'fancyColour', 'jewellery'),
    haf: fc.boolean(),
    freedom: fc.constantFrom(false, false, false, true),
    priceCents: fc.integer({ min: 1, max: 3_000_007 }),
    memo: fc.integer({ min: 0, max: 58 }),
    what: fc.constantFrom('held', 'returned', 'again', 'sold', 'credited'),
    intent: fc.option(gap),
    closing: gap,
    more: fc.integer({ min: 0, max: 7 }),
  })
  .map(({ memo, what, intent, closing, more, ...rest }) => {
    const closed = memo + (intent ?? 0) + closing;
    const intended = intent === null ? null : memo + intent;
    const returns = what === 'returned' || what === 'again';
    return {
      ...rest,
      memo,
      returned: returns ? { intent: intended, received: closed } : null,
      again: what === 'again' ? closed + more : null,
      sold:
        what === 'sold' || what === 'credited'
          ? { intent: intended, invoice: closed, credit: what === 'credited' ? closed + more * 4 : null }
          : null,
    };
  });

const rate = fc.integer({ min: 0, max: 30_000 });
const pct = fc.constantFrom(0, 50_000, 100_000, 333_333);
const terms: fc.Arbitrary<CustomerTerms> = fc
  .record({
    minInventoryCents: fc.constantFrom(0, 1_000_000, 5_000_001),
    gracePeriodDays: fc.integer({ min: 0, max: 6 }),
    feeRatePpm: rate,
    lgFeeRatePpm: rate,
    fcFeeRatePpm: rate,
    normalRebatePpm: rate,
    hafRebatePpm: rate,
    lgRebatePpm: rate,
    fcRebatePpm: rate,
    hafPct1Ppm: pct,
    hafPct2Ppm: pct,
  })
  .map((some) => ({ ...EXAMPLE_TERMS, ...some }));

export const billingWorld: fc.Arbitrary<BillingWorld> = fc.record({
  terms,
  changes: fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 70 }),
      terms: fc.record(
        {
          feeRatePpm: rate,
          lgFeeRatePpm: rate,
          minInventoryCents: fc.constantFrom(0, 2_000_003),
          hafPct1Ppm: pct,
        },
        { requiredKeys: [] },
      ),
    }),
    { maxLength: 4 },
  ),
  vendor: fc.record({
    markupPpm: fc.constant(80_000),
    ourDeploymentCostCents: fc.constantFrom(0, 3_501),
    feeSharePpm: fc.integer({ min: 0, max: 1_000_000 }),
    rebateSharePpm: fc.constantFrom(0, 333_333, 500_000),
    saleSharePpm: fc.constantFrom(0, 250_000, 777_777),
  }),
  lives: fc.array(life, { minLength: 1, maxLength: 6 }),
});

/** A customer, its vendor and stones, with what is recorded of them. */
export type World = ReturnType<typeof world>;

/** One entry of a stone; recorded in any order, entries come to the same. */
export type Entry = { key: string; recordIn: (world: World) => void };

/** The entries of every life. */
export function entriesOf({ lives }: BillingWorld): Entry[] {
  return lives.flatMap((one, index) => {
    const name = `P${index}`;
    const paper = (type: 'MEMO' | 'RETURN_MEMO' | 'INVOICE' | 'CREDIT', n: number, docNo: string): Entry => {
      const id = `${type}-${docNo}`;
      return {
        key: id,
        recordIn: (world) =>
          void world.document(type, name, day(n), { docNo, amountCents: one.priceCents, id }),
      };
    };
    const intent = (action: 'RETURN' | 'SOLD', n: number): Entry => ({
      key: `${action}-${name}`,
      recordIn: (world) => void world.intent(action, name, day(n), `${action}-${name}`),
    });
    const entries = [paper('MEMO', one.memo, `${name}a`)];
    if (one.returned) {
      if (one.returned.intent !== null) entries.push(intent('RETURN', one.returned.intent));
      entries.push(paper('RETURN_MEMO', one.returned.received, `${name}a`));
    }
    if (one.again !== null) entries.push(paper('MEMO', one.again, `${name}b`));
    if (one.sold) {
      if (one.sold.intent !== null) entries.push(intent('SOLD', one.sold.intent));
      entries.push(paper('INVOICE', one.sold.invoice, `${name}a`));
      if (one.sold.credit !== null) entries.push(paper('CREDIT', one.sold.credit, `${name}a`));
    }
    return entries;
  });
}

/** The customer, its terms, its vendor and the stones, before anything happens to them. */
export function begun({ terms: first, changes, vendor, lives }: BillingWorld): World {
  const known = world(first, vendor).registered().vendor();
  for (const change of changes) known.terms(change.terms, day(change.day));
  lives.forEach(({ line, haf, freedom, priceCents }, index) =>
    known.stone(`P${index}`, {
      line,
      listCents: priceCents,
      attributes: { shapeCode: haf ? 'IDC' : 'CU', ...(freedom && { tier: 'Freedom' }) },
    }),
  );
  return known;
}

/** Everything recorded by June. */
export function recorded(one: BillingWorld, entries: readonly Entry[] = entriesOf(one)): World {
  const known = begun(one);
  for (const entry of entries) entry.recordIn(known);
  return known.recordingAt('2026-07-01T12:00:00.000Z');
}
