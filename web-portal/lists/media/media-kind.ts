import type { Stone } from '#contracts/api/stones.ts';
import { isShown } from '#contracts/vocabulary/media.ts';

/** What can be shown of a stone, and from where. */
export type Medium = { kind: 'image' | 'video' | 'frame'; url: string } | { kind: 'drawing' };

export type Pictured = Pick<Stone, 'photoUrl' | 'stillPhotoUrl'> & { fancyColoured?: boolean };

/**
 * How a photo address is shown (product: Stone details): jpg, jpeg and png as an image; mp4 of a fancy colour
 * as a looping video; anything else in an embedded frame.
 */
export function mediaKindOf(photoUrl: string, fancyColoured = false): 'image' | 'video' | 'frame' {
  const path = photoUrl.split(/[?#]/)[0]!.toLowerCase();
  if (/\.(jpe?g|png)$/.test(path)) return 'image';
  return fancyColoured && path.endsWith('.mp4') ? 'video' : 'frame';
}

/** What there is to see of a stone, one of each kind: its photo or video first, then its still, the drawing last. */
export function mediaOf({ photoUrl, stillPhotoUrl, fancyColoured }: Pictured): readonly Medium[] {
  const media: Medium[] = [];
  if (isShown(photoUrl)) media.push({ kind: mediaKindOf(photoUrl, fancyColoured), url: photoUrl });
  if (isShown(stillPhotoUrl) && media[0]?.kind !== 'image') media.push({ kind: 'image', url: stillPhotoUrl });
  return [...media, { kind: 'drawing' }];
}
