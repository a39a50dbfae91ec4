import type { Stone } from '#contracts/api/stones.ts';

export type MediaKind = 'image' | 'video' | 'frame' | 'none';

/**
 * How a stone's photoUrl is shown (specification, section 2.5): jpg, jpeg and png as an image; mp4 of a fancy colour as
 * a looping video; anything else in an embedded frame. Only https, and paths of our own, are shown at all.
 */
export function mediaKindOf({
  photoUrl,
  fancyColoured,
}: Pick<Stone, 'photoUrl' | 'fancyColoured'>): MediaKind {
  if (photoUrl === undefined || !/^(https:\/\/|\/(?!\/))/.test(photoUrl)) return 'none';
  const path = photoUrl.split(/[?#]/)[0]!.toLowerCase();
  if (/\.(jpe?g|png)$/.test(path)) return 'image';
  return fancyColoured && path.endsWith('.mp4') ? 'video' : 'frame';
}
