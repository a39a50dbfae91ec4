import { describe, expect, it } from 'vitest';
import { madeStones } from '../../dev/made-stones.ts';
import { mediaKindOf } from './details/media-kind.ts';
import { instantOf, localInput } from './details/date-input.ts';
import { inRequestOrder } from './dialogs/request-order.ts';
import { describeSelection, shapeNameOf, totalOf } from './stone-facts.ts';

const [stone, ...others] = madeStones(6);

describe('The confirm-request dialog', () => {
  it('sorts by virtual status, then weight, then total', () => {
    const of = (parcelName: string, virtual: boolean, weight: number, total: number) => ({
      ...stone!,
      parcelName,
      virtual,
      weight,
      total,
    });
    const stones = [
      of('virtual', true, 0.1, 1),
      of('heavy', false, 2, 1),
      of('dear', false, 1, 9),
      of('cheap', false, 1, 2),
    ];
    expect(inRequestOrder(stones).map(({ parcelName }) => parcelName)).toEqual([
      'cheap',
      'dear',
      'heavy',
      'virtual',
    ]);
  });
});

describe('Photo types (specification, section 2.5)', () => {
  const kind = (photoUrl: string, fancyColoured = false): string => mediaKindOf({ photoUrl, fancyColoured });
  it('jpg, jpeg and png are shown as an image', () =>
    expect(['a.jpg', 'a.JPEG', 'a.png?size=2'].map((name) => kind(`https://x.example/${name}`))).toEqual([
      'image',
      'image',
      'image',
    ]));
  it('mp4 as a video for a fancy colour only', () =>
    expect([kind('https://x.example/a.mp4', true), kind('https://x.example/a.mp4')]).toEqual([
      'video',
      'frame',
    ]));
  it('anything else in a frame', () => expect(kind('https://x.example/v360/12')).toBe('frame'));
  it('nothing that is not https', () =>
    expect([kind('javascript:alert(1)'), kind('http://x.example/a.png'), kind('//x.example/a.png')]).toEqual([
      'none',
      'none',
      'none',
    ]));
});

describe('A date-time that is typed', () => {
  it('becomes an instant and back', () =>
    expect(localInput(instantOf('2026-11-03T09:30')!)).toBe('2026-11-03T09:30'));
  it.each(['', '2026-11', '2026-02-31T10:00', 'tomorrow'])('%o is not a valid date', (text) =>
    expect(instantOf(text)).toBeNull(),
  );
});

it('A BL cut has its own shape name', () =>
  expect(shapeNameOf({ shapeCode: 'RD', cut: 'BL' })).toBe('Round Brilliant'));

it('Totals are summed to the cent, and there is none where prices are hidden', () => {
  expect(totalOf([{ total: 0.1 }, { total: 0.2 }])).toBe(0.3);
  expect(totalOf([{}, {}])).toBeUndefined();
});

it('A selection reads count, weights and total', () => {
  expect(
    describeSelection([
      { ...stone!, weight: 1.5, total: 15229.5 },
      { ...others[0]!, weight: 1.71, total: 17408.11 },
    ]),
  ).toBe('2 selected, 1.50–1.71 ct, $32,637.61');
});
