/**
 * Order of names, keys and ISO dates by their UTF-16 code units, as `<` compares: the same everywhere, in no locale.
 * Negative when `one` is first, 0 when both are equal. What people read, such as names, is in the order of `compareNames`.
 */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const byLetters = new Intl.Collator('en', { numeric: true });

/**
 * Order of names and other words that people read: by their letters, numbers in them as numbers ('Nb 9' before 'Nb 10');
 * accents and case decide between what is equal otherwise. Postgres has the same order as the collation
 * `vitrine.names`.
 */
export const compareNames = (one: string, other: string): number =>
  byLetters.compare(one, other) || compareText(one, other);
