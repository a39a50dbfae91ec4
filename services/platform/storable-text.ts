/**
 * The path of the first text that cannot be recorded: one with the character NUL or half of a surrogate pair, which
 * Postgres refuses. An event with it could be appended, but no read model could show it. Null when there is none.
 */
export const unrecordableText = (input: unknown): string | null => pathOfText(input, /[\0\p{Surrogate}]/u);

/**
 * The path of the first text that is not taken from outside: one that cannot be recorded, or with U+FFFE or U+FFFF, which
 * no workbook can hold (rule: Text in workbooks). Null when there is none. What was recorded with these two before goes
 * on: a stone that has one can still be requested.
 */
export const unstorableText = (input: unknown): string | null =>
  pathOfText(input, /[\0\p{Surrogate}\ufffe\uffff]/u);

function pathOfText(input: unknown, pattern: RegExp): string | null {
  // A list of what is left to check, as input may be nested deeper than calls may be.
  const left: { path: string; value: unknown }[] = [{ path: '', value: input }];
  for (let one = left.pop(); one; one = left.pop()) {
    const { path, value } = one;
    if (typeof value === 'string' && pattern.test(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value).toReversed()) {
      left.push({ path: path === '' ? key : `${path}.${key}`, value: inner });
    }
  }
  return null;
}

/** The message for such a text. */
export const unstorableMessage = (field: string): string =>
  `${field} holds a character that cannot be kept (NUL, half a character, U+FFFE or U+FFFF): leave it out.`;
