import { expect, it } from 'vitest';
import { availableReadings } from '../stone-lists/readings.ts';
import { isShown } from './media.ts';

it.each([
  ['https://films.example/1', true],
  ['HTTPS://films.example/1', true],
  ['/models/1.jpg', true],
  ['http://films.example/1', false],
  ['//films.example/1', false],
  [undefined, false],
])('the picture at %s is shown: %s', (url, shown) => {
  expect(isShown(url)).toBe(shown);
});

it('a list is filtered by the videos that are shown', () => {
  const { video } = availableReadings({
    line: 'natural',
    showPrices: 'NONE',
    lgAllowed: false,
    attributes: { shapes: [] as object[] } as Parameters<typeof availableReadings>[0]['attributes'],
  });
  expect(
    ['http://films.example/1', 'https://films.example/1'].map((photoUrl) => video?.({ photoUrl })),
  ).toEqual(['No', 'Yes']);
});
