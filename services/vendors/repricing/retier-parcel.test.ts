import { describe, expect, test } from 'vitest';
import type { StoneEvent } from '#contracts/events/index.ts';
import { emptyParcel, evolveParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import type { Offer } from '../feed/check-row.ts';
import { decideOffer, evolveStock, stockRecord, type StockRecord } from '../feed/decide-stock.ts';
import { ownTier } from '../feed/line-and-tier.ts';
import { decideTier } from './retier-parcel.ts';

const at = '2026-03-02T10:00:00.000Z';
const VENDOR = { vendorId: 3, markupPpm: 100_000 };
const offer = (tier?: Tier, colour = 'F'): Offer => ({
  parcelName: 'KP1',
  line: 'natural',
  costCents: 500_000,
  vendorAvailability: 'IN_STOCK',
  attributes: { weight: 1010, colour, ...(tier && { tier }) },
});

/** A parcel and its vendor's view of it, by the same events. */
type Known = { parcel: ParcelState; stock: StockRecord | undefined };
const nothing: Known = { parcel: emptyParcel('KP1'), stock: undefined };

function after(known: Known, events: readonly StoneEvent[]): Known {
  return events.reduce<Known>(
    ({ parcel, stock }, event, index) => ({
      parcel: evolveParcel(parcel, {
        ...event,
        id: `e${index}`,
        position: index,
        recordedAt: at,
        by: 'test',
      }),
      stock: evolveStock(stock, event),
    }),
    known,
  );
}
function fed(known: Known, tier?: Tier, colour?: string): Known {
  const events = decideOffer(known.stock ?? null, offer(tier, colour), VENDOR, at);
  if ('clash' in events) throw new Error(events.clash);
  return after(known, events);
}
const overridden = (known: Known, tier: Tier | null, otherwise: Tier | null = 'Kunming') =>
  after(known, decideTier(known.parcel, { otherwise: otherwise ?? undefined, tier }, at));

describe('the tier that a person sets', () => {
  const listed = fed(nothing, 'Kunming');

  test('wins over the tier of the vendor, and of every feed after it', () => {
    const set = overridden(listed, 'Reserve');
    expect(set.parcel.attributes).toEqual({ weight: 1010, colour: 'F', tier: 'Reserve' });
    const again = fed(set, 'Kunming');
    expect(again.parcel).toEqual(set.parcel);
    const regraded = fed(set, 'Kunming', 'G');
    expect(regraded.parcel.attributes).toEqual({ weight: 1010, colour: 'G', tier: 'Reserve' });
    expect(fed(set, undefined).parcel.attributes.tier).toBe('Reserve');
  });

  test('taken back it is the feed’s or the vendor’s again, and feeds count', () => {
    const back = overridden(overridden(listed, 'Reserve'), null);
    expect(back.parcel.attributes.tier).toBe('Kunming');
    expect(fed(back, 'Unbound').parcel.attributes.tier).toBe('Unbound');
    expect(overridden(overridden(listed, 'Reserve'), null, null).parcel.attributes).toEqual({
      weight: 1010,
      colour: 'F',
    });
  });

  test('the same again is not recorded', () => {
    const set = overridden(listed, 'Reserve');
    expect(decideTier(set.parcel, { otherwise: 'Kunming', tier: 'Reserve' }, at)).toEqual([]);
    expect(decideTier(listed.parcel, { otherwise: 'Kunming', tier: null }, at)).toEqual([]);
  });

  test('without one, the parcel follows the tier of its group or vendor, and its override stays none', () => {
    const [described] = decideTier(listed.parcel, { otherwise: 'Unbound', tier: null }, at);
    expect(described?.data).toEqual({
      attributes: { weight: 1010, colour: 'F', tier: 'Unbound' },
      effectiveAt: at,
    });
    const set = overridden(listed, 'Reserve');
    expect(decideTier(set.parcel, { otherwise: 'Unbound', tier: 'Reserve' }, at)).toEqual([]);
  });

  test('is remembered in what a feed compares with, however that was read', () => {
    const set = overridden(listed, 'Reserve');
    expect(set.stock).toEqual(stockRecord(set.parcel));
    expect(set.stock?.overrideTier).toBe('Reserve');
  });

  test('is left out where it is of another line, which a parcel never changes', () => {
    expect(decideTier(listed.parcel, { otherwise: 'Kunming', tier: 'Clarity' }, at)).toEqual([]);
    const grown = { ...listed.parcel, line: 'labGrown' as const };
    expect(decideTier(grown, { otherwise: 'Clarity', tier: 'Reserve' }, at)).toEqual([]);
  });

  test('keeps what a piece of jewellery is', () => {
    const piece = { model: 'ER-12', components: [] };
    const jewel = { ...listed, parcel: { ...listed.parcel, piece } };
    expect(overridden(jewel, 'Reserve').parcel.piece).toEqual(piece);
  });

  test('may be each of them for a piece of jewellery, which no tier makes another line', () => {
    const parcel: ParcelState = { ...listed.parcel, line: 'jewellery' };
    expect(decideTier(parcel, { otherwise: undefined, tier: 'Clarity' }, at)).toMatchObject([
      { data: { attributes: { tier: 'Clarity' }, overrideTier: 'Clarity' } },
    ]);
    expect(ownTier(parcel, 'Clarity', parcel)).toBe('Clarity');
  });
});
