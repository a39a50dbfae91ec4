import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkedFields } from './checked-fields.ts';
import { Refusal } from './refusal.ts';

const schema = z.object({
  tier: z.enum(['Reserve', 'Clarity']).optional(),
  days: z.int('A whole number of days.').min(0, 'Days cannot go below 0.').optional(),
  rows: z.array(z.object({ markup: z.number() })).optional(),
});

test.each([
  [
    { tier: 'Best' },
    'tier',
    'tier must be one of Reserve, Clarity.',
    'tier must be one of Reserve, Clarity.',
  ],
  [{ days: -1 }, 'days', 'Days cannot go below 0.', 'days: Days cannot go below 0.'],
  [
    { rows: [{ markup: 'x' }] },
    'rows.0.markup',
    'rows.0.markup must be a number.',
    'rows.0.markup must be a number.',
  ],
])('%j is refused by its field, in words that name it once', (fields, field, message, whole) => {
  const refused = (within?: string): Refusal => {
    try {
      checkedFields(schema, fields, within);
    } catch (error) {
      if (error instanceof Refusal) return error;
    }
    throw new Error('it was not refused');
  };
  expect(refused()).toMatchObject({ status: 422, message: whole, field, errors: [{ field, message }] });
  expect(refused('model')).toMatchObject({ message: whole, field: `model.${field}` });
});

test('fields that fit are given as their schema has them', () => {
  expect(checkedFields(schema, { tier: 'Reserve', other: 1 })).toEqual({ tier: 'Reserve' });
});
