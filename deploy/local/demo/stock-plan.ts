import type { Cents } from '#contracts/vocabulary/money.ts';
import type { PriceList } from '#services/prices/index.ts';
import { listPrice, type Offer } from '#services/vendors/index.ts';
import { certificates } from './certificates.ts';
import { DEMO_VENDORS, type DemoVendor } from './demo-vendors.ts';
import { jewelleryPiece, MODELS } from './jewellery.ts';
import { withMedia } from './media/index.ts';
import type { Random } from '#services/platform/random.ts';
import { fancyColourStone } from './fancy-colour-stones.ts';
import { labGrownStone, naturalStone, type Source } from './stones.ts';
import type { Step } from './steps.ts';

/** A parcel of the demo as its vendor offers it now; the list price in cents. */
export type StockParcel = { vendorId: number; markupPpm: number; offer: Offer; listCents: Cents };

/** What vendors offer for the first time, or at a new price, on a day of the demo (counted from its first, 0). */
export type StockWave = { day: number; parcels: readonly StockParcel[] };

const FIRST_SHARE = 0.6;
const WAVES = 9;
/** Days between two waves of new stock, and of new prices. */
const EVERY = 70;
const REPRICED = 0.04;

function offersOf(vendor: DemoVendor, source: Source): Offer[] {
  const { line, stones, settings } = vendor;
  if (line === null) return [];
  return Array.from({ length: stones }, (_, index) => {
    if (line === 'jewellery')
      return jewelleryPiece(source, MODELS[index % MODELS.length]!, Math.floor(index / MODELS.length) + 1);
    const name = `${settings.dxPrefix}${10_000 + vendor.vendorId * 1_000 + index * 7}`;
    if (line === 'labGrown') return labGrownStone(source, name);
    return line === 'fancyColour' ? fancyColourStone(source, name) : naturalStone(source, name);
  });
}

/**
 * Everything the vendors ever offered, by day: most of it at the start, the rest in waves, some of it repriced with each.
 * Pure: the same for the same random numbers and price list.
 */
export function planStock(random: Random, prices: PriceList): StockWave[] {
  const numbers = certificates(random.fork('certificates'));
  const waves: StockParcel[][] = Array.from({ length: WAVES + 1 }, () => []);
  for (const vendor of DEMO_VENDORS) {
    const source: Source = {
      random: random.fork(`vendor ${vendor.vendorId}`),
      certificates: numbers,
      prices,
    };
    const arrival = random.fork(`arrival ${vendor.vendorId}`);
    const media = random.fork(`media ${vendor.vendorId}`);
    const {
      vendorId,
      terms: { markupPpm },
    } = vendor;
    for (const plain of offersOf(vendor, source)) {
      const offer = withMedia(media, plain);
      const wave = arrival.chance(FIRST_SHARE) ? 0 : arrival.int(1, WAVES);
      waves[wave]!.push({ vendorId, markupPpm, offer, listCents: listPrice(offer.costCents, markupPpm) });
    }
  }
  const change = random.fork('prices');
  const current = new Map<string, StockParcel>();
  return waves.map((fresh, index) => {
    const repriced = [...current.values()]
      .filter(() => change.chance(REPRICED))
      .map((parcel) => repricedBy(parcel, change.between(-0.08, 0.05, 0.01)));
    const parcels = [...repriced, ...fresh];
    for (const parcel of parcels) current.set(parcel.offer.parcelName, parcel);
    return { day: index * EVERY, parcels };
  });
}

function repricedBy(parcel: StockParcel, share: number): StockParcel {
  // Vendors quote whole dollars.
  const costCents = Math.max(100, Math.round((parcel.offer.costCents * (1 + share)) / 100) * 100);
  return {
    ...parcel,
    offer: { ...parcel.offer, costCents },
    listCents: listPrice(costCents, parcel.markupPpm),
  };
}

/** What a wave offers, as steps. */
export function stockSteps(parcels: readonly StockParcel[]): Step[] {
  return parcels.map(({ vendorId, offer }) => ({ kind: 'offer', vendorId, offer }));
}

/** The list prices of the pieces of each model, as they were first offered. */
export function piecePrices(waves: readonly StockWave[]): Map<string, Cents[]> {
  const prices = new Map<string, Cents[]>();
  for (const { offer, listCents } of waves.flatMap(({ parcels }) => parcels)) {
    const model = offer.piece?.model;
    if (model !== undefined) prices.set(model, [...(prices.get(model) ?? []), listCents]);
  }
  return prices;
}
