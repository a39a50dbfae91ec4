/** Stones that fit side by side, the source among them. */
export const MOST_COMPARED = 5;
