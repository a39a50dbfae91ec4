import type { StoneAttributes } from '#contracts/events/index.ts';
import type { Random } from '#services/platform/random.ts';
import type { Offer } from '#services/vendors/index.ts';
import { pieceStillOf, stillOf, turningViewOf } from './subject.ts';

/** What vendors have pictures of, in percent: both, a film or a still alone, and nothing, which shows the default image. */
const SHARES = [
  ['both', 48],
  ['film', 14],
  ['still', 22],
  ['none', 16],
] as const;

/** The offer with the addresses of its photos and turning view, as far as its vendor has any. */
export function withMedia(random: Random, offer: Offer): Offer {
  const has = random.weighted(SHARES);
  if (has === 'none') return offer;
  if (offer.piece)
    return { ...offer, attributes: { ...offer.attributes, stillPhotoUrl: stillOfPiece(offer.piece) } };
  const photoUrl = has === 'still' ? undefined : turningViewOf(offer.attributes);
  const stillPhotoUrl = has === 'film' ? undefined : stillOf(offer.attributes);
  const attributes: StoneAttributes = {
    ...offer.attributes,
    ...(photoUrl !== undefined && { photoUrl }),
    ...(stillPhotoUrl !== undefined && { stillPhotoUrl }),
  };
  return { ...offer, attributes };
}

function stillOfPiece(piece: NonNullable<Offer['piece']>): string {
  const centre = piece.components.find(({ lab }) => lab !== undefined);
  const small = piece.components.filter((stone) => stone !== centre);
  return pieceStillOf({
    type: piece.modelType ?? 'Ring',
    subType: piece.modelSubType ?? 'Solitaire',
    finish: piece.modelFinish ?? 'White Gold',
    shapeCode: centre?.shapeCode,
    ratio: (centre?.length ?? 1) / (centre?.width ?? 1),
    colour: (centre ?? small[0])?.colour ?? 'G',
    small: small.length,
  });
}
