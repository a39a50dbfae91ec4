import type { StoneAttributes, StoneEvent } from '#contracts/events/index.ts';
import { overrideAfter, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { mulDivRound, PPM, type Cents, type Ppm } from '#contracts/vocabulary/money.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import type { Offer } from './check-row.ts';

/** What is known of a listed parcel, as far as its vendor's feed can change it. Prices in cents. */
export type StockRecord = {
  line: Line;
  vendorId: number;
  attributes: StoneAttributes;
  costCents: Cents;
  totalCents: Cents;
  vendorAvailability: string;
  withdrawn: boolean;
  /** The tier that the house has set: it wins over the vendor's (rule: Tiers). */
  overrideTier?: Tier | undefined;
};

/** The row asks for what cannot be done to this parcel. */
export type Clash = { clash: string };

/**
 * List price = vendor's cost × (1 + the vendor's markup), rounded once (rule: List price and customer price).
 */
export function listPrice(costCents: Cents, markupPpm: Ppm): Cents {
  return mulDivRound(costCents, PPM + markupPpm, PPM);
}

/** The part of a parcel's record that a feed compares with; null when nothing was listed under its name. */
export function stockRecord(parcel: ParcelState): StockRecord | null {
  const { listed, line, vendorId, attributes, vendorAvailability, withdrawn, overrideTier, prices } = parcel;
  const price = prices.at(-1);
  return listed && price
    ? {
        line,
        vendorId,
        attributes,
        vendorAvailability,
        withdrawn,
        overrideTier,
        costCents: price.costCents,
        totalCents: price.totalCents,
      }
    : null;
}

/** One more event of the parcel's stream, as far as a feed compares with it; undefined before the parcel is listed. Pure. */
export function evolveStock(known: StockRecord | undefined, event: StoneEvent): StockRecord | undefined {
  if (event.type === 'StoneListed') {
    const { line, vendorId, attributes, costCents, totalCents, vendorAvailability } = event.data;
    return { line, vendorId, attributes, costCents, totalCents, vendorAvailability, withdrawn: false };
  }
  if (!known) return undefined;
  switch (event.type) {
    case 'StoneDescribed':
      return {
        ...known,
        attributes: event.data.attributes,
        overrideTier: overrideAfter(known.overrideTier, event.data.overrideTier),
      };
    case 'StoneRepriced':
      return { ...known, costCents: event.data.costCents, totalCents: event.data.totalCents };
    case 'StoneWithdrawn':
      return { ...known, withdrawn: true };
    case 'StoneReinstated':
      return { ...known, withdrawn: false };
    case 'VendorAvailabilityChanged':
      return { ...known, vendorAvailability: event.data.vendorAvailability };
    default:
      return known;
  }
}

/** What an offer changes on a parcel: nothing when the parcel is as offered (rule: Repeated feeds). Pure. */
export function decideOffer(
  known: StockRecord | null,
  offer: Offer,
  vendor: { vendorId: number; markupPpm: Ppm },
  at: Instant,
): StoneEvent[] | Clash {
  const { parcelName, line, attributes, piece, location, costCents, vendorAvailability } = offer;
  const totalCents = listPrice(costCents, vendor.markupPpm);
  if (known === null) {
    const more = { ...(piece && { piece }), ...(location !== undefined && { location }) };
    return [
      {
        type: 'StoneListed',
        data: {
          parcelName,
          line,
          vendorId: vendor.vendorId,
          attributes,
          ...more,
          costCents,
          totalCents,
          vendorAvailability,
          effectiveAt: at,
        },
      },
    ];
  }
  if (known.vendorId !== vendor.vendorId)
    return { clash: 'is the parcel of another vendor: give the vendor a prefix of its own' };
  if (known.line !== line)
    return { clash: `is listed in another line (${known.line}, now ${line}): give it another stock number` };
  const events: StoneEvent[] = [];
  if (known.withdrawn) events.push({ type: 'StoneReinstated', data: { effectiveAt: at } });
  const tier = known.overrideTier ?? attributes.tier;
  const described: StoneAttributes = { ...attributes, ...(tier !== undefined && { tier }) };
  if (!sameAttributes(known.attributes, described))
    events.push({
      type: 'StoneDescribed',
      data: { attributes: described, ...(piece && { piece }), effectiveAt: at },
    });
  if (known.costCents !== costCents || known.totalCents !== totalCents)
    events.push({ type: 'StoneRepriced', data: { costCents, totalCents, effectiveAt: at } });
  if (known.vendorAvailability !== vendorAvailability)
    events.push({ type: 'VendorAvailabilityChanged', data: { vendorAvailability, effectiveAt: at } });
  return events;
}

/**
 * Withdraws a listed parcel that is missing from a full feed, unless a customer holds it (rule: Full feeds;
 * rule: Held stones and feeds). Pure.
 * @param holder the customer of the parcel's open spell
 */
export function decideMissing(
  known: StockRecord | null,
  holder: number | null,
  vendorId: number,
  at: Instant,
): StoneEvent[] {
  if (known === null || known.vendorId !== vendorId || known.withdrawn || holder !== null) return [];
  return [{ type: 'StoneWithdrawn', data: { reason: "missing from the vendor's feed", effectiveAt: at } }];
}

function sameAttributes(known: StoneAttributes, offered: StoneAttributes): boolean {
  const names = new Set([...Object.keys(known), ...Object.keys(offered)]) as Set<keyof StoneAttributes>;
  for (const name of names) if (known[name] !== offered[name]) return false;
  return true;
}
