import type { z } from 'zod';
import { Refusal } from './refusal.ts';

/** The fields as their schema has them. Throws a Refusal (422) that names each bad field. */
export function checkedFields<Shape extends z.ZodType>(schema: Shape, fields: unknown): z.infer<Shape> {
  const read = schema.safeParse(fields);
  if (read.success) return read.data;
  const errors = read.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
  const [first] = errors;
  throw new Refusal(422, first ? `${first.field}: ${first.message}` : 'These fields cannot be used.', {
    code: 'INVALID',
    errors,
    ...(first && { field: first.field }),
  });
}

/** The fields of `changes` that differ from what stands. */
export function differing<Fields extends object>(now: Fields, changes: Partial<Fields>): Partial<Fields> {
  const entries = Object.entries(changes) as [keyof Fields, Fields[keyof Fields] | undefined][];
  const changed: Partial<Fields> = {};
  for (const [field, value] of entries)
    if (value !== undefined && value !== now[field]) changed[field] = value;
  return changed;
}
