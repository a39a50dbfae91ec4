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
