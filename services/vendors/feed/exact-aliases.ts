/**
 * Spellings of a grade, best rank first: the grade's own code, its words, what the trade writes. A spelling
 * that two grades claim goes to the one of better rank (rule: Feed mapping).
 */
export type RankedAliases = Readonly<Record<string, readonly (readonly string[])[]>>;

/** Finds the grade that a vendor's spelling stands for; undefined when it is not in the table. */
export type AliasLookup = (spelling: string) => string | undefined;

/** Case and runs of blanks do not count; every other character does. */
const plain = (spelling: string): string => spelling.trim().replace(/\s+/g, ' ').toUpperCase();

/**
 * Makes the look-up of a table: whole spellings only, never a part of one. Throws when two grades claim a spelling in
 * the same rank: then the table decides nothing.
 */
export function aliasLookup(table: RankedAliases): AliasLookup {
  const grades = Object.keys(table);
  const ranks = Math.max(0, ...grades.map((grade) => table[grade]?.length ?? 0));
  const found = new Map<string, { grade: string; rank: number }>();
  for (let rank = 0; rank <= ranks; rank += 1) {
    for (const grade of grades) {
      for (const spelling of rank === 0 ? [grade] : (table[grade]?.[rank - 1] ?? [])) {
        const known = found.get(plain(spelling));
        if (known && known.rank === rank && known.grade !== grade) {
          throw new Error(`"${spelling}" stands for both ${known.grade} and ${grade}`);
        }
        if (!known) found.set(plain(spelling), { grade, rank });
      }
    }
  }
  return (spelling) => found.get(plain(spelling))?.grade;
}
