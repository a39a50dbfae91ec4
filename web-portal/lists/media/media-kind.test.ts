import { describe, expect, it } from 'vitest';
import { mediaKindOf, mediaOf } from './media-kind.ts';

const kinds = (stone: Parameters<typeof mediaOf>[0]): string[] => mediaOf(stone).map(({ kind }) => kind);

describe('Photo types (product: Stone details)', () => {
  it('jpg, jpeg and png are shown as an image', () =>
    expect(
      ['a.jpg', 'a.JPEG', 'a.png?size=2'].map((name) => mediaKindOf(`https://x.example/${name}`)),
    ).toEqual(['image', 'image', 'image']));
  it('mp4 as a looping video for a fancy colour only', () =>
    expect([mediaKindOf('https://x.example/a.mp4', true), mediaKindOf('https://x.example/a.mp4')]).toEqual([
      'video',
      'frame',
    ]));
  it('anything else in an embedded frame', () =>
    expect(mediaKindOf('https://x.example/v360/12')).toBe('frame'));
  it('nothing that is not https is shown at all', () =>
    expect(
      ['javascript:alert(1)', 'http://x.example/a.png', '//x.example/a.png'].map((photoUrl) =>
        kinds({ photoUrl }),
      ),
    ).toEqual([['drawing'], ['drawing'], ['drawing']]));
  it('a still stands beside a video, and the drawing is always there', () =>
    expect(kinds({ photoUrl: 'https://x.example/v360/1', stillPhotoUrl: 'https://x.example/1.jpg' })).toEqual(
      ['frame', 'image', 'drawing'],
    ));
});
