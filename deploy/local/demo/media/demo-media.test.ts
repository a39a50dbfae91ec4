import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facetsOf } from '#contracts/cut-stones/index.ts';
import type { StoneAttributes } from '#contracts/events/index.ts';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';
import { PORTAL_DEFAULTS } from '#contracts/vocabulary/portal-defaults.ts';
import { testServer, type TestServer } from '#services/platform/http/testing/test-server.ts';
import { random } from '#services/platform/random.ts';
import { proportionsOf } from '../proportions.ts';
import { registerDemoMediaRoutes, withDemoFilms, withMedia } from './index.ts';
import { bodyColour, seenFacets } from './light.ts';
import { MARK } from './picture.ts';
import { pieceStillOf, stillOf, turningViewOf } from './subject.ts';

const CODES = SHAPES.map(({ shapeCode }) => shapeCode);
const stone = (shapeCode: string, seed = 1): StoneAttributes => ({
  weight: 1000,
  shapeCode,
  colour: 'G',
  ...proportionsOf(random(seed), shapeCode, 1000),
});

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  registerDemoMediaRoutes(server.app);
});
afterAll(() => server.app.close());
const get = (url: string, headers = {}) => server.app.inject({ method: 'GET', url, headers });

describe('A solid', () => {
  test('shows its face: the facets in front are the table and the crown', () => {
    const cut = stone('RD');
    const facets = facetsOf({ ...cut, shapeCode: 'RD', length: 6.4, width: 6.4, height: 3.9 });
    const seen = seenFacets(facets, bodyColour({ colour: 'G' }), 0, 0);
    expect(seen.filter(({ opacity }) => opacity === 0.1)).toHaveLength(1);
    expect(seen.filter(({ opacity }) => opacity === 0.36)).toHaveLength(32);
  });
});

describe('The body colour', () => {
  test('is warmer with each colour grade after F', () => {
    const blues = ['F', 'G', 'H', 'K', 'M'].map((colour) => bodyColour({ colour })[2]);
    expect([...blues].sort((one, other) => other - one)).toEqual(blues);
    expect(new Set(blues).size).toBe(blues.length);
  });
  test('of a J is warm: more red than green, and more green than blue', () => {
    const [red, green, blue] = bodyColour({ colour: 'J' });
    expect(red - green).toBeGreaterThan(4);
    expect(green - blue).toBeGreaterThan(20);
  });
  test('of a vivid fancy colour shows more of its hue than of a light one', () => {
    const blue = (fancyIntensity: string) => bodyColour({ fancyColour: 'Yellow', fancyIntensity })[2];
    expect(blue('Fancy Vivid')).toBeLessThan(blue('Fancy Light'));
  });
});

describe('A picture', () => {
  test.each(CODES)(
    'of a stone of shape %s is drawn, and says that it is a demonstration',
    async (shapeCode) => {
      const answer = await get(stillOf(stone(shapeCode))!);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toMatch('image/svg+xml');
      expect(answer.body).toContain(`>${MARK}</text>`);
      expect(answer.body).not.toMatch(/NaN|undefined/);
    },
  );

  test('is the same for the same stone, kept by browsers, and not sent twice', async () => {
    const url = stillOf(stone('OV'))!;
    const [first, second] = [await get(url), await get(url)];
    expect(second.body).toBe(first.body);
    const { etag, 'cache-control': kept } = first.headers;
    expect(kept).toBe('public, max-age=86400');
    const third = await get(url, { 'if-none-match': String(etag) });
    expect([third.statusCode, third.body]).toEqual([304, '']);
    expect((await get(stillOf(stone('OV', 2))!)).headers.etag).not.toBe(etag);
  });

  test.each([
    ['Ring', 'Solitaire', 'RD', 0],
    ['Ring', 'Halo', 'OV', 22],
    ['Ring', 'Three-Stone', 'EM', 2],
    ['Ring', 'Eternity Band', undefined, 20],
    ['Earrings', 'Stud', undefined, 2],
    ['Earrings', 'Hoop', undefined, 26],
    ['Pendant', 'Halo', 'RD', 17],
    ['Bracelet', 'Tennis', undefined, 48],
    ['Necklace', 'Station', undefined, 9],
  ])('of a piece: %s, %s', async (type, subType, shapeCode, small) => {
    const url = pieceStillOf({ type, subType, finish: 'Rose Gold', shapeCode, ratio: 1, colour: 'F', small });
    const { statusCode, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(body).toContain(`>${MARK}</text>`);
    expect(body).not.toMatch(/NaN|undefined/);
    const ears = subType === 'Hoop' ? small : subType === 'Stud' ? 0 : small;
    expect(body.split('href="#small"').length - 1).toBe(ears);
  });

  test('of what no stone has is an unknown path', async () => {
    for (const url of [
      '/demo-media/still.svg',
      '/demo-media/still.svg?shape=RD&length=-1&width=6&height=4',
      '/demo-media/still.svg?shape=<svg>&length=6&width=6&height=4',
      '/demo-media/piece.svg?type=Ring&sub=Halo&finish=Gold&small=100000',
    ])
      expect((await get(url)).statusCode).toBe(404);
  });

  test('says what it shows in words that stay words', async () => {
    const { body } = await get(`${stillOf(stone('RD'))!.replace('colour=G', 'fancy=%3Cscript%3E')}`);
    expect(body).not.toContain('<script>');
  });
});

test('A turning view has all its views, can be worked by keys, and says that it is a demonstration', async () => {
  const { body, headers } = await get(turningViewOf(stone('PS'))!);
  expect(headers['content-type']).toMatch('text/html');
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(body).toContain(`<p>${MARK}</p>`);
  expect(body).toMatch(/<canvas aria-valuemin="0"/);
  const data = /type="application\/json">(.*)<\/script>/.exec(body)?.[1] ?? '';
  const { views } = JSON.parse(data) as { views: unknown[][] };
  expect(views).toHaveLength(48);
  expect(JSON.stringify(views[0])).not.toBe(JSON.stringify(views[12]));
  expect(data).not.toContain('null');
});

test('Vendors have both, a film, a still, or nothing', () => {
  const source = random(5);
  const seen = new Set<string>();
  for (let index = 0; index < 60; index += 1) {
    const { attributes } = withMedia(source, {
      parcelName: `A${index}`,
      line: 'natural',
      attributes: stone('RD', index + 1),
      costCents: 100_000,
      vendorAvailability: 'IN_STOCK',
      location: 'Antwerp',
    });
    seen.add(`${attributes.photoUrl ? 'film' : ''} ${attributes.stillPhotoUrl ? 'still' : ''}`);
  }
  expect([...seen].sort()).toEqual([' ', ' still', 'film ', 'film still']);
});

test('In the demo the second trusted host of films is this server', () => {
  expect(withDemoFilms(PORTAL_DEFAULTS).trustedVideoHosts).toEqual(['v360.in', 'self']);
});
