import fc from 'fast-check';
import type { Offer } from '../check-row.ts';
import type { decideOffer, StockRecord } from '../decide-stock.ts';

export const AT = '2026-03-01T12:00:00.000Z';
export const VENDOR = { vendorId: 3, markupPpm: 80_000 };

/** A stone as a feed offers it. */
export const offer: Offer = {
  parcelName: 'A1',
  line: 'natural',
  attributes: { weight: 1010, shapeCode: 'RD', colour: 'G' },
  costCents: 500_000,
  vendorAvailability: 'IN_STOCK',
};

/** That stone as it stands once it is listed. */
export const listed: StockRecord = {
  line: 'natural',
  vendorId: 3,
  attributes: offer.attributes,
  costCents: 500_000,
  totalCents: 540_000,
  vendorAvailability: 'IN_STOCK',
  withdrawn: false,
};

/** The types of what is decided, or the clash alone. */
export const types = (events: ReturnType<typeof decideOffer>): string[] =>
  'clash' in events ? [events.clash] : events.map(({ type }) => type);

/** What feeds may state of that stone: few values each, so that the same comes again. */
export const offers = fc.record({
  costCents: fc.integer({ min: 1, max: 3 }).map((n) => n * 100_000),
  attributes: fc.constantFrom<Offer['attributes']>(
    { weight: 1010 },
    { weight: 1010, colour: 'G' },
    { weight: 1010, colour: 'H', cut: 'EX' },
  ),
  vendorAvailability: fc.constantFrom('IN_STOCK', 'MEMO'),
});
