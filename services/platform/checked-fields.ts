import type { z } from 'zod';
import { issueMessage } from './issue-message.ts';
import { Refusal } from './refusal.ts';

/**
 * Parses fields with their schema. Throws a Refusal (422) that names each bad field.
 * @param within what the call groups the fields under, such as `model`
 */
export function checkedFields<Shape extends z.ZodType>(
  schema: Shape,
  fields: unknown,
  within?: string,
): z.infer<Shape> {
  const read = schema.safeParse(fields, { error: (issue) => issueMessage(issue, within ?? 'input') });
  if (read.success) return read.data;
  const { issues } = read.error;
  const errors = issues.map(({ path, message }) => ({
    field: [...(within === undefined ? [] : [within]), ...path].join('.'),
    message,
  }));
  throw new Refusal(422, issues[0] ? named(issues[0]) : 'These fields cannot be used.', {
    code: 'INVALID',
    errors,
    ...(errors[0] && { field: errors[0].field }),
  });
}

/** The message with its field, which the schema's own messages do not name. */
function named({ path, message }: z.core.$ZodIssue): string {
  const field = path.join('.');
  return message.startsWith(field) ? message : `${field}: ${message}`;
}

/** The fields of `changes` that differ from the current ones; one given as undefined does not. */
export function differing<Fields extends object>(
  now: Fields,
  changes: { readonly [Field in keyof Fields]?: Fields[Field] | undefined },
): Partial<Fields> {
  const entries = Object.entries(changes) as [keyof Fields, Fields[keyof Fields] | undefined][];
  const changed: Partial<Fields> = {};
  for (const [field, value] of entries)
    if (value !== undefined && value !== now[field]) changed[field] = value;
  return changed;
}

/** The fields that have a value; undefined ones are left out. */
export function given<Fields extends object>(
  fields: Fields,
): { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]?: Exclude<Fields[Field], undefined>;
  };
}
