/** The comma last: where another stands equally often, the commas are those of decimals. */
const SEPARATORS = [';', '\t', '|', ','] as const;
const LINES = 100;

/** `sep=;` in the first line, which names the separator to spreadsheet programs; they do not show it as a row. */
export const NAMED_SEPARATOR = /^sep=(.)\r?\n/i;

/**
 * What separates the cells of a text file, by its first lines: the sign that stands equally often in most of them, so
 * that neither a preamble nor decimal commas decide.
 */
export function separatorOf(start: string): string {
  const named = NAMED_SEPARATOR.exec(start)?.[1];
  if (named !== undefined) return named;
  const lines = start
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/, LINES)
    .filter((line) => line.trim() !== '');
  let best: { separator: string; score: number } = { separator: ',', score: 0 };
  for (const separator of SEPARATORS) {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(separator).length - 1;
      counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    const score = Math.max(0, ...[...counts].map(([count, times]) => count * times ** 2));
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}
