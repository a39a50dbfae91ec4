/**
 * The path of the first text that Postgres would refuse: one with the character NUL, or half of a surrogate pair. Null
 * when there is none. An event with such a text could be recorded, but no read model could show it.
 */
export function unstorableText(input: unknown): string | null {
  // A list of what is left to check, as input may be nested deeper than calls may be.
  const left: { path: string; value: unknown }[] = [{ path: '', value: input }];
  for (let one = left.pop(); one; one = left.pop()) {
    const { path, value } = one;
    if (typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value))) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value).toReversed()) {
      left.push({ path: path === '' ? key : `${path}.${key}`, value: inner });
    }
  }
  return null;
}

/** The message for such a text. */
export const unstorableMessage = (field: string): string =>
  `${field} holds a character that cannot be kept (NUL, or half a character): leave it out.`;
