import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Stone } from '#contracts/api/stones.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { facesOf } from './faces.ts';
import { addendumDrawn, drawAddendum } from './draw-addendum.ts';
import { drawCertificate } from './draw-certificate.ts';
import { MARK } from './page.ts';
import { profileOf } from './profile.ts';
import { asShown, readPdf } from '#tests/support/read-pdf.ts';

const ROUND: Stone = {
  parcelName: 'VTR-100041',
  lab: 'GIA',
  certNo: '2141234567',
  weight: 1.51,
  shapeCode: 'RD',
  shapeName: 'Round',
  colour: 'F',
  clarity: 'VS1',
  cut: 'ID',
  polish: 'EX',
  symmetry: 'VG',
  fluorescence: 'M',
  length: 7.35,
  width: 7.38,
  height: 4.57,
  tablePct: 55,
  depthPct: 62,
  girdlePct: 4,
  crownHeight: 16,
  crownAngle: 35.5,
  pavilionDepth: 43.5,
  pavilionAngle: 40.4,
  starHalves: 50,
  pavilionHalves: 80,
  keyToSymbols: 'Feather, Crystal',
  status: 'AVAILABLE',
  inCart: false,
  tentativeAvailability: false,
  lastUpdated: '2026-01-05T15:00:00.000Z',
  labGrown: false,
  fancyColoured: false,
  virtual: false,
};
const certificate = (stone: Stone) => drawCertificate(stone, PROGRAM_LISTS);
const DRAWN = { certificate, addendum: drawAddendum };

describe.each(Object.entries(DRAWN))('A demonstration %s', (_, draw) => {
  it('is one page, marked as a demonstration above, below and across, and names the product', async () => {
    const { text, pages } = readPdf(await draw(ROUND));
    expect(pages).toBe(1);
    expect(text.split('\n').filter((line) => line === asShown(MARK))).toHaveLength(2);
    expect(text.split('\n').filter((line) => line === 'DEMONSTRATION')).toHaveLength(1);
    expect(text.split('\n')).toContain(PRODUCT_NAME);
  });

  it('is the same bytes for the same stone, whatever its price, status, place and day', async () => {
    const elsewhere: Stone = {
      ...ROUND,
      total: 12_345.67,
      ppc: 8175.94,
      displayRap: 11_000,
      displayRapPercent: -25.7,
      status: 'CUSTOMER',
      inCart: true,
      lastAction: '2026-02-01',
      lastUpdated: '2026-02-01T00:00:00.000Z',
      location: 'Safe 3',
      vendorId: 4,
    };
    const first = await draw(ROUND);
    expect((await draw(ROUND)).equals(first)).toBe(true);
    expect((await draw(elsewhere)).equals(first)).toBe(true);
    expect((await draw({ ...ROUND, certNo: '2141234568' })).equals(first)).toBe(false);
  });
});

describe('What a certificate tells', () => {
  it('is written in the words of the house', async () => {
    const fluorescences = [{ fluorescence: 'M', description: 'Halfway', order: 3, isFancy: false }];
    const pdf = await drawCertificate(
      { ...ROUND, shapeName: 'Brilliant' },
      { ...PROGRAM_LISTS, fluorescences },
    );
    expect(readPdf(pdf).text.split('\n')).toEqual(expect.arrayContaining(['Brilliant', 'Halfway']));
  });
  it('is the stone’s own grading, measurements and proportions, in words', async () => {
    const lines = readPdf(await certificate(ROUND)).text.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'GIA 2141234567',
        'VTR-100041',
        'Natural diamond',
        'Round',
        '7.35 \u00d7 7.38 \u00d7 4.57 mm',
        '1.51 ct',
        'F',
        'VS1',
        'Ideal',
        'Excellent',
        'Very Good',
        'Medium',
        '55%',
        '62%',
        '35.5\u00b0',
        '40.4\u00b0',
        'Feather, Crystal',
      ]),
    );
  });

  it('says that a stone is grown in a laboratory, and a fancy colour in words', async () => {
    expect(readPdf(await certificate({ ...ROUND, lab: 'GIA-LG', labGrown: true })).text).toContain(
      'Laboratory-grown diamond',
    );
    const fancy = readPdf(
      await certificate({
        ...ROUND,
        fancyColoured: true,
        colour: 'FANCY',
        colourText: 'Fancy Intense Yellow',
      }),
    ).text.split('\n');
    expect(fancy).toContain('Fancy Intense Yellow');
    expect(fancy).not.toContain('FANCY');
  });

  it('draws no figure that is not known', async () => {
    const { length: _length, crownHeight: _crown, cut: _cut, ...bare } = ROUND;
    const { text } = readPdf(await certificate(bare));
    expect(text).toContain('its facets are not drawn');
    expect(text).toContain('no profile is drawn');
    expect(text.split('\n')).not.toContain('Cut');
    expect(text).not.toMatch(/undefined|NaN/);
  });

  it('takes any text', async () => {
    const odd = fc.string({ unit: 'binary', maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(
        odd,
        odd,
        fc.constantFrom(...SHAPES.map((row) => row.shapeCode)),
        async (keyToSymbols, countryOfOrigin, shapeCode) => {
          const { text, pages } = readPdf(
            await certificate({ ...ROUND, keyToSymbols, countryOfOrigin, shapeCode }),
          );
          expect(pages).toBe(1);
          expect(text).toContain(asShown(MARK));
        },
      ),
      { numRuns: 25 },
    );
    // Most of them embed a font.
  });
});

describe('An addendum', () => {
  it.each([
    ['a natural of ideal cut', {}, true],
    ['with a hearts-and-arrows sleeve', { cut: 'EX', haSleeve: true }, true],
    ['with its light performance graded', { cut: 'EX', lightPerformance: '0' }, true],
    ['of another cut', { cut: 'EX' }, false],
    ['grown in a laboratory', { labGrown: true }, false],
    ['of a fancy colour', { fancyColoured: true }, false],
    ['of a lab that is not supported', { lab: 'IGI' }, false],
  ])('%s', (_, changes, drawn) => expect(addendumDrawn({ ...ROUND, ...changes })).toBe(drawn));
});

describe('The facets', () => {
  it('of a round show its table and halves as wide as they were graded', () => {
    const { crown, pavilion } = facesOf({
      shapeCode: 'RD',
      width: 10,
      length: 10,
      tablePct: 60,
      pavilionHalves: 75,
    });
    const near = (face: typeof crown): number =>
      Math.min(
        ...face.facets
          .flat()
          .map(([x, y]) => Math.hypot(x, y))
          .filter((reach) => reach > 0),
      );
    expect(near(crown)).toBeCloseTo(3, 6);
    expect(near(pavilion)).toBeCloseTo(1.25, 6);
  });

  it('stand in a profile as high as they were graded, or in none', () => {
    const profile = profileOf(ROUND);
    expect(profile?.outline).toEqual([
      [-27.5, -16],
      [27.5, -16],
      [50, 0],
      [50, 4],
      [0, 47.5],
      [-50, 4],
      [-50, 0],
    ]);
    expect(profileOf({ ...ROUND, girdlePct: undefined })).toBeUndefined();
  });
});
