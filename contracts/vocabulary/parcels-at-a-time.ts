/** As many parcels as one call may name. */
export const MOST_PARCELS = 500;

/** The refusal of more stones than one call may name. */
export const TOO_MANY_STONES = `At most ${MOST_PARCELS} stones at a time.`;
