/**
 * Order of names, keys and ISO dates by their UTF-16 code units, as `<` compares: the same everywhere, in no locale.
 * Negative when `one` is first, 0 when both are equal. What people read as an alphabet is sorted by a collator.
 */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
