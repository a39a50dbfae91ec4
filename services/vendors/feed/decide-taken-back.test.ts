import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoneEvent } from '#contracts/events/index.ts';
import type { Offer } from './check-row.ts';
import {
  decideMissing,
  decideOffer,
  decideTakenBack,
  evolveStock,
  listPrice,
  type StockRecord,
} from './decide-stock.ts';
import { AT, listed, offer, offers, types, VENDOR } from './testing/offered-stone.ts';

const records = fc.record({
  costCents: fc.constantFrom(100_000, 200_000),
  attributes: fc.constantFrom<Offer['attributes']>({ weight: 1010 }, { weight: 1010, colour: 'G' }),
  vendorAvailability: fc.constantFrom('IN_STOCK', 'MEMO'),
  withdrawn: fc.boolean(),
});

test('a feed taken back leaves the parcel as it was before it, and taken back again changes nothing', () => {
  fc.assert(
    fc.property(records, fc.option(offers), (before, feed) => {
      const was: StockRecord = {
        ...listed,
        ...before,
        totalCents: listPrice(before.costCents, VENDOR.markupPpm),
      };
      const offered = feed && { ...offer, ...feed };
      const apply = (record: StockRecord, events: readonly StoneEvent[]): StockRecord =>
        events.reduce((known, event) => evolveStock(known, event)!, record);
      const decided = offered ? decideOffer(was, offered, VENDOR, AT) : decideMissing(was, null, 3, AT);
      if ('clash' in decided) throw new Error(decided.clash);
      const now = apply(was, decided);
      const back = apply(
        now,
        decideTakenBack(now, { before: was, offer: offered, mayReturn: true }, VENDOR, AT),
      );
      expect(back).toEqual(was);
      expect(decideTakenBack(back, { before: was, offer: offered, mayReturn: true }, VENDOR, AT)).toEqual([]);
    }),
  );
});

test('what was changed again after a feed stays when the feed is taken back; what it listed is withdrawn', () => {
  const fed = { ...offer, costCents: 700_000, attributes: { ...offer.attributes, colour: 'H' } };
  const since: StockRecord = { ...listed, costCents: 650_000, attributes: { ...fed.attributes, cut: 'EX' } };
  expect(decideTakenBack(since, { before: listed, offer: fed, mayReturn: true }, VENDOR, AT)).toEqual([
    { type: 'StoneDescribed', data: { attributes: { ...listed.attributes, cut: 'EX' }, effectiveAt: AT } },
  ]);
  expect(types(decideTakenBack(listed, { before: null, offer, mayReturn: true }, VENDOR, AT))).toEqual([
    'StoneWithdrawn',
  ]);
});

test.each<[string, StockRecord, Parameters<typeof decideTakenBack>[1], string[]]>([
  [
    'what was withdrawn after the feed stays withdrawn',
    { ...listed, withdrawn: true },
    { before: listed, offer, mayReturn: true },
    [],
  ],
  [
    'what the feed withdrew is reinstated',
    { ...listed, withdrawn: true },
    { before: listed, offer: null, mayReturn: true },
    ['StoneReinstated'],
  ],
  [
    'what the feed withdrew and may not return stays withdrawn',
    { ...listed, withdrawn: true },
    { before: listed, offer: null, mayReturn: false },
    [],
  ],
  [
    'what was new in the feed and is withdrawn since is not withdrawn again',
    { ...listed, withdrawn: true },
    { before: null, offer, mayReturn: true },
    [],
  ],
  [
    'another availability that came after the feed stays',
    { ...listed, vendorAvailability: 'MEMO' },
    { before: listed, offer: { ...offer, vendorAvailability: 'HOLD' }, mayReturn: true },
    [],
  ],
  [
    'what was listed again after the feed withdrew it stays listed',
    listed,
    { before: { ...listed, withdrawn: true }, offer: null, mayReturn: true },
    [],
  ],
])('when a feed is taken back, %s', (_, now, feed, expected) => {
  expect(types(decideTakenBack(now, feed, VENDOR, AT))).toEqual(expected);
});

test('when a feed is taken back, the tier that a person gave since stays, though the feed had named the same', () => {
  const before: StockRecord = { ...listed, attributes: { ...offer.attributes, tier: 'Kunming' } };
  const grouped: Offer = { ...offer, attributes: { ...offer.attributes, tier: 'Reserve' } };
  const now: StockRecord = { ...listed, attributes: grouped.attributes };
  const takenBack = (known: StockRecord) =>
    decideTakenBack(known, { before, offer: grouped, mayReturn: true }, VENDOR, AT);
  expect(takenBack(now)).toMatchObject([{ data: { attributes: { tier: 'Kunming' } } }]);
  expect(takenBack({ ...now, overrideTier: 'Reserve' })).toEqual([]);
});
