import type { z } from 'zod';

/** What a form shows at its fields: messages in the shape of the values. */
type Problems = { [field: string]: string | Problems };

/**
 * What the contract has against a form's values, as the server would say it; nothing when they fit. Only the first
 * problem of a field.
 */
export function problemsOf(schema: z.ZodType, values: unknown): Problems {
  const read = schema.safeParse(values);
  const problems: Problems = {};
  for (const { path, message } of read.error?.issues ?? []) {
    const [last = '', ...above] = path.map(String).reverse();
    let place = problems;
    for (const step of above.reverse()) {
      const deeper = place[step];
      place = place[step] = typeof deeper === 'object' ? deeper : {};
    }
    place[last] ??= message;
  }
  return problems;
}

/**
 * The words of a field's error, if it has one: the server's come as text, those that were found here wrapped once more
 * by react-admin. `path` leads to a field within it, such as [2, 'accountCode'].
 */
export function wordsOf(error: unknown, path: readonly (string | number)[] = []): string | null {
  let place = error;
  for (const step of [...path, 'message']) place = at(place, step);
  const words = typeof place === 'object' ? at(place, 'message') : place;
  return typeof words === 'string' && words !== '' ? words : null;
}

const at = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
