import { compareText } from '#contracts/vocabulary/compare-text.ts';

/** The log position from which a row is known, and the one before which it was known no longer; null while it is. */
export type Known = { known_from: number; known_to: number | null };

/** A row without the positions between which it was known. */
export type Fact<Row extends Known> = Omit<Row, keyof Known>;

/**
 * The rows after an event: rows that no longer hold end before it, new rows begin with it. Pure.
 * @param before every row ever known, which is not changed
 * @param facts the rows that hold now
 */
export function rowsKnown<Content extends object>(
  before: readonly (Content & Known)[],
  facts: readonly Content[],
  position: number,
): (Content & Known)[] {
  const stays = new Set(facts.map(contentOf));
  const rows = before.map((one) =>
    one.known_to === null && !stays.has(contentOf(one)) ? { ...one, known_to: position } : one,
  );
  const standing = new Set(rows.filter(({ known_to }) => known_to === null).map(contentOf));
  const added = facts.filter((fact) => !standing.has(contentOf(fact)));
  return [...rows, ...added.map((fact) => ({ ...fact, known_from: position, known_to: null }))];
}

/** The same text for the same fact, independent of the order of its columns. */
const contentOf = (row: object): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([name]) => name !== 'known_from' && name !== 'known_to')
      .sort(([one], [other]) => compareText(one, other)),
  );
