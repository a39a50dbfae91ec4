import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoneEvent } from '#contracts/events/index.ts';
import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
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

test('the list price is the cost with the markup, rounded once (the worked example of the vendor statement)', () => {
  expect(listPrice(1_851_852, 80_000)).toBe(2_000_000);
});

test.each<[string, StockRecord | null, Partial<Offer>, string[]]>([
  ['a new parcel is listed', null, {}, ['StoneListed']],
  ['the same offer changes nothing', listed, {}, []],
  ['a new price', listed, { costCents: 510_000 }, ['StoneRepriced']],
  [
    'a new cost whose list price was so by the markup before',
    { ...listed, costCents: 432_000 },
    {},
    ['StoneRepriced'],
  ],
  ['a new grading', listed, { attributes: { ...offer.attributes, colour: 'H' } }, ['StoneDescribed']],
  ['a grading more', listed, { attributes: { ...offer.attributes, cut: 'EX' } }, ['StoneDescribed']],
  ['a grading less', listed, { attributes: { weight: 1010 } }, ['StoneDescribed']],
  ['another availability', listed, { vendorAvailability: 'MEMO' }, ['VendorAvailabilityChanged']],
  ['a withdrawn parcel that is back', { ...listed, withdrawn: true }, {}, ['StoneReinstated']],
  [
    'everything together',
    { ...listed, withdrawn: true },
    { costCents: 1, attributes: { weight: 1 }, vendorAvailability: 'HOLD' },
    ['StoneReinstated', 'StoneDescribed', 'StoneRepriced', 'VendorAvailabilityChanged'],
  ],
  [
    "another vendor's parcel",
    { ...listed, vendorId: 4 },
    {},
    ['names a parcel of another vendor: give this vendor a prefix of its own'],
  ],
  [
    'a stone of the tier Clarity whose laboratory made it lab-grown, and no longer does',
    { ...listed, line: 'labGrown', attributes: { ...offer.attributes, lab: 'GIA-LG', tier: 'Clarity' } },
    { attributes: { ...offer.attributes, lab: 'GIA' } },
    [
      'is listed under Clarity LG Diamonds and would now be under Loose Diamonds: give it another stock number',
    ],
  ],
  [
    'another line',
    { ...listed, line: 'labGrown' },
    {},
    [
      'is listed under Clarity LG Diamonds and would now be under Loose Diamonds: give it another stock number',
    ],
  ],
])('%s', (_, known, changes, expected) => {
  expect(types(decideOffer(known, { ...offer, ...changes }, VENDOR, AT))).toEqual(expected);
});

test("the tier is the house's, else the offer's group, else the vendor's (rule: Accept and reject)", () => {
  const tierOf = (known: StockRecord | null, changes: Partial<Offer>): unknown => {
    const decided = decideOffer(known, { ...offer, ...changes }, { ...VENDOR, tier: 'Kunming' }, AT);
    if ('clash' in decided) throw new Error(decided.clash);
    return decided.reduce<StockRecord | undefined>(evolveStock, known ?? undefined)?.attributes.tier;
  };
  const grouped: Partial<Offer> = { attributes: { ...offer.attributes, tier: 'Reserve' } };
  for (const known of [null, listed]) {
    expect(tierOf(known, {})).toBe('Kunming');
    expect(tierOf(known, grouped)).toBe('Reserve');
    expect(tierOf(known, { ...grouped, overrideTier: 'Unbound' })).toBe('Unbound');
  }
});

test("the vendor's tier of now changes no line (rule: Availability and line)", () => {
  const natural = offer.attributes;
  const reserve = { ...listed, attributes: { ...natural, tier: 'Reserve' as const } };
  const clarity: StockRecord = {
    ...listed,
    line: 'labGrown',
    attributes: { ...natural, tier: 'Clarity' as const },
  };
  const tierOf = (
    known: StockRecord | null,
    line: Line,
    tier: Tier,
    changes: Partial<Offer> = {},
  ): unknown => {
    const decided = decideOffer(known, { ...offer, line, ...changes }, { ...VENDOR, tier }, AT);
    if ('clash' in decided) throw new Error(decided.clash);
    return decided.reduce<StockRecord | undefined>(evolveStock, known ?? undefined)?.attributes.tier;
  };
  expect(tierOf(null, 'natural', 'Clarity')).toBeUndefined();
  expect(tierOf(listed, 'natural', 'Clarity')).toBeUndefined();
  expect(tierOf(reserve, 'natural', 'Clarity')).toBe('Reserve');
  // What is lab-grown by its tier alone was of the tier Clarity.
  expect(tierOf(null, 'labGrown', 'Reserve')).toBe('Clarity');
  expect(tierOf(clarity, 'labGrown', 'Reserve')).toBe('Clarity');
  const overridden: StockRecord = { ...reserve, overrideTier: 'Reserve' };
  expect(tierOf(overridden, 'natural', 'Clarity')).toBe('Reserve');
  expect(tierOf(overridden, 'natural', 'Clarity', { overrideTier: null })).toBeUndefined();
  const byLab = { attributes: { ...natural, lab: 'GIA-LG' as const } };
  expect(tierOf(null, 'labGrown', 'Reserve', byLab)).toBe('Reserve');
  expect(tierOf(null, 'labGrown', 'Clarity', byLab)).toBe('Clarity');
});

describe('a tier that a person gives (rule: Availability and line)', () => {
  const clarity: StockRecord = { ...listed, line: 'labGrown' };

  test.each<[Line, Tier, Line]>([
    ['natural', 'Clarity', 'labGrown'],
    ['labGrown', 'Reserve', 'natural'],
    ['natural', 'Reserve', 'natural'],
  ])('lists a stone that was read as %s with %s as %s', (line, overrideTier, expected) => {
    const vendor = { ...VENDOR, tier: line === 'natural' ? ('Kunming' as const) : ('Clarity' as const) };
    const decided = decideOffer(null, { ...offer, line, overrideTier }, vendor, AT);
    expect(decided).toMatchObject([
      { type: 'StoneListed', data: { line: expected } },
      { type: 'StoneDescribed', data: { attributes: { tier: overrideTier } } },
    ]);
    const known = (decided as StoneEvent[]).reduce<StockRecord | undefined>(evolveStock, undefined)!;
    expect(decideOffer(known, { ...offer, line, overrideTier }, vendor, AT)).toEqual([]);
  });

  test.each<[string, StockRecord, Partial<Offer>, string]>([
    [
      'Clarity for a natural stone',
      listed,
      { overrideTier: 'Clarity' },
      'is listed under Loose Diamonds and would be under Clarity LG Diamonds with the override tier Clarity: remove the override tier, or give the stone another stock number',
    ],
    [
      'another for one that is lab-grown by its tier alone',
      { ...clarity, overrideTier: 'Reserve' },
      { line: 'labGrown' },
      'is listed under Clarity LG Diamonds and would be under Loose Diamonds with the override tier Reserve: remove the override tier, or give the stone another stock number',
    ],
    [
      'one that is not why its row is of another line',
      { ...listed, overrideTier: 'Reserve' },
      { line: 'labGrown', attributes: { ...offer.attributes, lab: 'GIA-LG' } },
      'is listed under Loose Diamonds and would now be under Clarity LG Diamonds: give it another stock number',
    ],
  ])('is refused where a listed stone would change its line: %s', (_, known, changes, clash) => {
    expect(decideOffer(known, { ...offer, ...changes }, VENDOR, AT)).toEqual({ clash });
  });

  test('leaves what it made lab-grown as it is when it is removed', () => {
    const vendor = { ...VENDOR, tier: 'Reserve' as const };
    const tiered: StockRecord = { ...clarity, attributes: { ...offer.attributes, tier: 'Clarity' } };
    const removed = decideOffer(
      { ...tiered, overrideTier: 'Clarity' },
      { ...offer, overrideTier: null },
      vendor,
      AT,
    );
    expect(removed).toMatchObject([
      { type: 'StoneDescribed', data: { attributes: { tier: 'Clarity' }, overrideTier: null } },
    ]);
    expect(decideOffer(tiered, offer, vendor, AT)).toEqual([]);
    expect(types(decideOffer(tiered, { ...offer, costCents: 510_000 }, vendor, AT))).toEqual([
      'StoneRepriced',
    ]);
    expect(decideOffer(tiered, { ...offer, overrideTier: 'Reserve' }, vendor, AT)).toHaveProperty('clash');
  });

  test('leaves a lab-grown stone without the price that the price list made', () => {
    const byList: Offer = { ...offer, byList: true, overrideTier: 'Clarity' };
    const clash = 'has a discount and no price: the price list has none under Clarity LG Diamonds';
    expect(decideOffer(null, byList, VENDOR, AT)).toEqual({ clash });
    expect(decideOffer(clarity, byList, VENDOR, AT)).toEqual({ clash });
    expect(types(decideOffer(null, { ...byList, overrideTier: 'Reserve' }, VENDOR, AT))).toEqual([
      'StoneListed',
      'StoneDescribed',
    ]);
  });
});

test("a vendor's new markup reprices what it offers", () => {
  expect(decideOffer(listed, offer, { ...VENDOR, markupPpm: 100_000 }, AT)).toEqual([
    { type: 'StoneRepriced', data: { costCents: 500_000, totalCents: 550_000, effectiveAt: AT } },
  ]);
});

test.each<[string, StockRecord | null, number | null, string[]]>([
  ['is withdrawn', listed, null, ['StoneWithdrawn']],
  ['stays when a customer holds it', listed, 12, []],
  ['stays withdrawn', { ...listed, withdrawn: true }, null, []],
  ["stays when it is another vendor's", { ...listed, vendorId: 9 }, null, []],
])('a parcel missing from a full feed %s', (_, known, holder, expected) => {
  expect(decideMissing(known, holder, 3, AT).map(({ type }) => type)).toEqual(expected);
});

test('whatever a feed stated before, after an offer the parcel is as offered, and the same offer again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.option(offers), { minLength: 1, maxLength: 8 }), (feeds) => {
      let record: StockRecord | undefined;
      for (const feed of feeds) {
        const decide = (): StoneEvent[] => {
          const decided = feed
            ? decideOffer(record ?? null, { ...offer, ...feed }, VENDOR, AT)
            : decideMissing(record ?? null, null, 3, AT);
          if ('clash' in decided) throw new Error(decided.clash);
          return decided;
        };
        for (const event of decide()) record = evolveStock(record, event);
        expect(decide()).toEqual([]);
        if (feed)
          expect(record).toMatchObject({
            ...feed,
            withdrawn: false,
            totalCents: listPrice(feed.costCents, VENDOR.markupPpm),
          });
      }
    }),
  );
});

test.each<[Line, Partial<StockRecord['attributes']>, Partial<Offer>, string[]]>([
  ['labGrown', { lab: 'GIA-LG' }, {}, []],
  ['labGrown', { lab: 'IGI', certNo: 'LG71' }, {}, []],
  ['labGrown', { lab: 'IGI', certNo: 'LG71' }, { costCents: 510_000 }, ['StoneRepriced']],
  ['fancyColour', { colour: 'FANCY' }, { attributes: { weight: 1010, shapeCode: 'RD' } }, []],
  ['labGrown', {}, { line: 'labGrown' }, []],
  [
    'labGrown',
    { lab: 'GIA-LG' },
    { byList: true },
    ['has a discount and no price: the price list has none under Clarity LG Diamonds'],
  ],
])('a %s stone with %o stays one where no column tells it', (line, more, changes, expected) => {
  const attributes = { ...offer.attributes, ...more };
  const mapped = new Set(['weight', 'shapeCode', 'vendorPrice'] as const);
  const known: StockRecord = { ...listed, line, attributes };
  expect(types(decideOffer(known, { ...offer, ...changes }, { ...VENDOR, mapped }, AT))).toEqual(expected);
});

test('what no column of the feed stands for stays as it is known', () => {
  const known: StockRecord = {
    ...listed,
    vendorAvailability: 'MEMO',
    attributes: {
      ...listed.attributes,
      cut: 'EX',
      haSleeve: true,
      shortCertNo: '1',
      length: 6.4,
      width: 6.5,
      height: 4,
      stillPhotoUrl: 'https://vendor.example/1.jpg',
    },
  };
  const mapped = new Set(['weight', 'shapeCode', 'colour', 'measurements', 'certNo', 'photoUrl2'] as const);
  expect(decideOffer(known, offer, { ...VENDOR, mapped }, AT)).toEqual([
    {
      type: 'StoneDescribed',
      data: { attributes: { ...listed.attributes, cut: 'EX', haSleeve: true }, effectiveAt: AT },
    },
  ]);
});

test('a tier that a person no longer gives goes, though no column tells one', () => {
  const known: StockRecord = {
    ...listed,
    attributes: { ...listed.attributes, tier: 'Reserve' },
    overrideTier: 'Reserve',
  };
  const mapped = new Set(['weight', 'shapeCode', 'colour', 'vendorPrice'] as const);
  expect(decideOffer(known, { ...offer, overrideTier: null }, { ...VENDOR, mapped }, AT)).toEqual([
    {
      type: 'StoneDescribed',
      data: { attributes: listed.attributes, overrideTier: null, effectiveAt: AT },
    },
  ]);
});

describe('the words of a fancy colour, of which the feed maps a part (rule: Feed mapping)', () => {
  const yellow = { colour: 'FANCY', fancyColour: 'Yellow' };
  const vivid = { fancyIntensity: 'Fancy Vivid', colourText: 'Fancy Vivid Yellow' };
  const known: StockRecord = {
    ...listed,
    line: 'fancyColour',
    attributes: { ...offer.attributes, ...yellow, ...vivid },
  };
  const described = (mapped: readonly FeedAttribute[], attributes: Partial<Offer['attributes']>) =>
    decideOffer(
      known,
      { ...offer, line: 'fancyColour', attributes: { weight: 1010, shapeCode: 'RD', ...attributes } },
      { ...VENDOR, mapped: new Set<FeedAttribute>(['weight', 'shapeCode', ...mapped]) },
      AT,
    );

  test('keep the intensity that no column tells', () => {
    expect(described(['fancyColour'], yellow)).toEqual([]);
  });

  test('have the intensity that was read, where no column tells the colour', () => {
    const read = { colour: 'FANCY', fancyIntensity: 'Fancy Light' };
    const words = { fancyIntensity: 'Fancy Light', colourText: 'Fancy Light Yellow' };
    expect(described(['colour', 'fancyIntensity'], read)).toEqual([
      { type: 'StoneDescribed', data: { attributes: { ...known.attributes, ...words }, effectiveAt: AT } },
    ]);
  });

  test('follow from what is known, also of a new parcel and when a feed of the last release is taken back', () => {
    const light = { ...offer, attributes: { ...offer.attributes, ...yellow, fancyIntensity: 'Fancy Light' } };
    const words = { attributes: { colourText: 'Fancy Light Yellow' } };
    expect(decideOffer(null, light, VENDOR, AT)).toMatchObject([{ data: words }]);
    // That release took the words from the columns alone.
    const now = { ...known, attributes: { ...light.attributes, colourText: 'Fancy Light' } };
    const back = decideTakenBack(now, { before: known, offer: light, mayReturn: true }, VENDOR, AT);
    expect(back).toMatchObject([{ type: 'StoneDescribed', data: { attributes: known.attributes } }]);
  });

  test('are gone with the colour', () => {
    const grades = described(['colour', 'fancyColour', 'fancyIntensity'], { colour: 'FANCY' });
    expect(grades).toEqual([
      {
        type: 'StoneDescribed',
        data: { attributes: { ...offer.attributes, colour: 'FANCY' }, effectiveAt: AT },
      },
    ]);
  });
});
