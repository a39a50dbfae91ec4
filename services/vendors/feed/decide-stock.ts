import type { StoneAttributes, StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, overrideAfter, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { mulDivRound, PPM, type Cents, type Ppm } from '#contracts/vocabulary/money.ts';
import { fancyInWords } from '#contracts/vocabulary/stone-words.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import type { Offer } from './check-row.ts';
import { isByTierAlone, lineBeside, lineWith, ownTier } from './line-and-tier.ts';

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

/** Whose feed it is; what no column of it stands for stays as it is (rule: Feed mapping). */
export type StockVendor = {
  vendorId: number;
  markupPpm: Ppm;
  /** Of stones that neither a person nor a group gives one (rule: Accept and reject). */
  tier?: Tier | undefined;
  /** Undefined: the offer is everything that is to be known of the parcel. */
  mapped?: ReadonlySet<FeedAttribute> | undefined;
};

/** The row asks for what cannot be done to this parcel: the end of a sentence about its stock number. */
export type Clash = { clash: string };

export const OTHERS_PARCEL = 'names a parcel of another vendor: give this vendor a prefix of its own';

/**
 * List price = vendor's cost × (1 + the vendor's markup), rounded once (rule: List price and customer price).
 */
export function listPrice(costCents: Cents, markupPpm: Ppm): Cents {
  return mulDivRound(costCents, PPM + markupPpm, PPM);
}

/**
 * When what is decided at a moment counts from: no earlier than the parcel's newest price, which another markup may have
 * brought since, and which would otherwise outrank it.
 */
export function notBeforePrices({ prices }: Pick<ParcelState, 'prices'>, at: Instant): Instant {
  const newest = prices.at(-1)?.effectiveAt;
  return newest !== undefined && newest > at ? newest : at;
}

/** Whether a customer has the parcel now, in an open spell (rule: Held stones and feeds). */
export const isHeld = (parcel: ParcelState, zone: string): boolean =>
  foldParcel(parcel, zone).customerId !== null;

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
  vendor: StockVendor,
  at: Instant,
): StoneEvent[] | Clash {
  if (known === null) return listingOf(offer, vendor, at);
  if (known.vendorId !== vendor.vendorId) return { clash: OTHERS_PARCEL };
  const { attributes, piece, costCents, vendorAvailability, overrideTier } = offer;
  const totalCents = listPrice(costCents, vendor.markupPpm);
  const override = overrideAfter(known.overrideTier, overrideTier);
  const kept = unmapped(known.attributes, vendor);
  const graded = withColourText({ ...kept, ...attributes });
  const read = isByTierAlone(known) ? known.line : lineBeside(offer, kept);
  const line = lineWith({ line: read, attributes: graded }, override);
  if (known.line !== line) return otherLine(known.line, line, known.line === read ? override : undefined);
  if (offer.byList && line !== 'natural') return noListPrice(line);
  const events: StoneEvent[] = [];
  if (known.withdrawn) events.push({ type: 'StoneReinstated', data: { effectiveAt: at } });
  const tier = override ?? ownTier({ line, attributes: graded }, attributes.tier ?? vendor.tier, known);
  const described: StoneAttributes = { ...graded, ...(tier !== undefined && { tier }) };
  const judged = override === known.overrideTier ? {} : { overrideTier: override ?? null };
  if (!sameAttributes(known.attributes, described) || 'overrideTier' in judged)
    events.push({
      type: 'StoneDescribed',
      data: { attributes: described, ...(piece && { piece }), ...judged, effectiveAt: at },
    });
  if (known.costCents !== costCents || known.totalCents !== totalCents)
    events.push({ type: 'StoneRepriced', data: { costCents, totalCents, effectiveAt: at } });
  if (known.vendorAvailability !== vendorAvailability && vendor.mapped?.has('vendorAvailability') !== false)
    events.push({ type: 'VendorAvailabilityChanged', data: { vendorAvailability, effectiveAt: at } });
  return events;
}

/** The listing of a parcel that is offered for the first time; the house's tier is described after it. */
function listingOf(offer: Offer, vendor: StockVendor, at: Instant): StoneEvent[] | Clash {
  const { parcelName, attributes, piece, location, costCents, vendorAvailability, overrideTier } = offer;
  const read = withColourText(attributes);
  const line = lineWith(offer, overrideTier ?? undefined);
  if (offer.byList && line !== 'natural') return noListPrice(line);
  const tier = ownTier({ line, attributes }, attributes.tier ?? vendor.tier, null);
  const events: StoneEvent[] = [
    {
      type: 'StoneListed',
      data: {
        parcelName,
        line,
        vendorId: vendor.vendorId,
        attributes: tier === undefined ? read : { ...read, tier },
        ...(piece && { piece }),
        ...(location !== undefined && { location }),
        costCents,
        totalCents: listPrice(costCents, vendor.markupPpm),
        vendorAvailability,
        effectiveAt: at,
      },
    },
  ];
  if (overrideTier)
    events.push({
      type: 'StoneDescribed',
      data: {
        attributes: { ...read, tier: overrideTier },
        ...(piece && { piece }),
        overrideTier,
        effectiveAt: at,
      },
    });
  return events;
}

/** @param override the house's own tier, where it alone makes the stone one of the other line */
function otherLine(listed: Line, now: Line, override: Tier | undefined): Clash {
  const [under, other] = [LINE_FACTS[listed].title, LINE_FACTS[now].title];
  return {
    clash:
      override === undefined
        ? `is listed under ${under} and would now be under ${other}: give it another stock number`
        : `is listed under ${under} and would be under ${other} with the override tier ${override}: remove the override tier, or give the stone another stock number`,
  };
}

/** A cost made by the price list, of a stone that turns out to be of a line without one (rule: Ranges and numbers). */
export const noListPrice = (line: Line): Clash => ({
  clash: `has a discount and no price: the price list has none under ${LINE_FACTS[line].title}`,
});

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
  reason = "missing from the vendor's feed",
): StoneEvent[] {
  if (known === null || known.vendorId !== vendorId || known.withdrawn || holder !== null) return [];
  return [{ type: 'StoneWithdrawn', data: { reason, effectiveAt: at } }];
}

/** What a feed that is taken back did to a parcel. */
export type FeedToTakeBack = {
  /** What was known before; null where nothing was listed. */
  before: StockRecord | null;
  /** What was offered; null where the parcel was withdrawn. */
  offer: Offer | null;
  /** False for a withdrawn parcel that may not be listed again. */
  mayReturn: boolean;
};

/**
 * What sets a parcel back to what it was before a feed, where it is still as that feed left it; the list price by the
 * vendor's markup of today. Pure.
 */
export function decideTakenBack(
  now: StockRecord,
  { before, offer, mayReturn }: FeedToTakeBack,
  vendor: StockVendor,
  at: Instant,
): StoneEvent[] {
  const withdrawn: StoneEvent[] = [
    { type: 'StoneWithdrawn', data: { reason: "the vendor's feed was taken back", effectiveAt: at } },
  ];
  if (!before) return now.withdrawn ? [] : withdrawn;
  const decided = offer
    ? decideOffer(before, offer, vendor, at)
    : decideMissing(before, null, vendor.vendorId, at);
  if ('clash' in decided) return [];
  const left = decided.reduce<StockRecord>((record, event) => evolveStock(record, event) ?? record, before);
  const events: StoneEvent[] = [];
  if (now.withdrawn === left.withdrawn && now.withdrawn !== before.withdrawn) {
    if (before.withdrawn) events.push(...withdrawn);
    else if (mayReturn) events.push({ type: 'StoneReinstated', data: { effectiveAt: at } });
  }
  // A tier that a person has given since is not the feed's, though the feed may have named the same.
  const was =
    now.overrideTier === undefined ? before.attributes : { ...before.attributes, tier: now.attributes.tier };
  const attributes = withColourText(setBack(now.attributes, left.attributes, was));
  if (!sameAttributes(now.attributes, attributes))
    events.push({ type: 'StoneDescribed', data: { attributes, effectiveAt: at } });
  const costCents = now.costCents === left.costCents ? before.costCents : now.costCents;
  if (costCents !== now.costCents)
    events.push({
      type: 'StoneRepriced',
      data: { costCents, totalCents: listPrice(costCents, vendor.markupPpm), effectiveAt: at },
    });
  const { vendorAvailability } = before;
  if (now.vendorAvailability === left.vendorAvailability && now.vendorAvailability !== vendorAvailability)
    events.push({ type: 'VendorAvailabilityChanged', data: { vendorAvailability, effectiveAt: at } });
  return events;
}

/** The attributes now, with those as they were before that are still as they were left. */
function setBack(now: StoneAttributes, left: StoneAttributes, before: StoneAttributes): StoneAttributes {
  const names = new Set([...Object.keys(now), ...Object.keys(before)]) as Set<keyof StoneAttributes>;
  const entries = [...names].map((name) => [name, now[name] === left[name] ? before[name] : now[name]]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as StoneAttributes;
}

/** Which columns tell an attribute, where their names differ. The tier follows from vendor and group in every feed. */
const TOLD_BY: Partial<Record<keyof StoneAttributes, readonly FeedAttribute[]>> = {
  shortCertNo: ['certNo'],
  colour: ['colour', 'fancyColour'],
  length: ['length', 'measurements'],
  width: ['width', 'measurements'],
  height: ['height', 'measurements'],
  stillPhotoUrl: ['photoUrl2'],
};

/** With the words of the fancy colour that it has, of which a feed may map a part only; without one, with none. */
function withColourText({ colourText: _, ...attributes }: StoneAttributes): StoneAttributes {
  return attributes.fancyColour === undefined
    ? attributes
    : { ...attributes, colourText: fancyInWords(attributes) };
}

/** What is known of a parcel and no column of the feed tells. */
function unmapped(attributes: StoneAttributes, { mapped }: StockVendor): Partial<StoneAttributes> {
  if (!mapped) return {};
  const isKept = (name: string): boolean => {
    const columns = TOLD_BY[name as keyof StoneAttributes] ?? [name as FeedAttribute];
    return name !== 'tier' && !columns.some((column) => mapped.has(column));
  };
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => isKept(name)));
}

function sameAttributes(known: StoneAttributes, offered: StoneAttributes): boolean {
  const names = new Set([...Object.keys(known), ...Object.keys(offered)]) as Set<keyof StoneAttributes>;
  for (const name of names) if (known[name] !== offered[name]) return false;
  return true;
}
