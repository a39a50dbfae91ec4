/** As many parcels as one call may name. */
export const MOST_PARCELS = 500;

/** The refusal of more stones than one call may name. */
export const TOO_MANY_STONES = `At most ${MOST_PARCELS} stones at a time.`;

/** As many requests for similar stones as one call may name. */
export const MOST_DESIRES = 100;

/** The refusal of more of them. */
export const TOO_MANY_DESIRES = `At most ${MOST_DESIRES} requests for similar stones at a time.`;

/** As many pieces as one request may have, of one model or of all together. */
export const MOST_PIECES = 500;

/** The refusal of more of them. */
export const TOO_MANY_PIECES = `At most ${MOST_PIECES} pieces at a time.`;

/** Why so much cannot be named in one call; null when it can. */
export function tooManyOf({
  parcels,
  desires,
  pieces = 0,
}: {
  parcels: number;
  desires: number;
  /** Of models. */
  pieces?: number;
}): string | null {
  if (parcels > MOST_PARCELS) return TOO_MANY_STONES;
  if (desires > MOST_DESIRES) return TOO_MANY_DESIRES;
  return pieces > MOST_PIECES ? TOO_MANY_PIECES : null;
}
