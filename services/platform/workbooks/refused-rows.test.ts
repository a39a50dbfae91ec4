import { expect, test } from 'vitest';
import { refusedRows } from './refused-rows.ts';

test('given a file of another kind, when its rows are refused, then the message has five and the list a thousand', () => {
  const words = Array.from({ length: 1_500 }, (_, row) => `row ${row} has no price`);
  const { status, message, errors } = refusedRows(words, { code: 'UNREADABLE_ROW', field: 'file' });
  expect(status).toBe(422);
  expect(message).toMatch(/^Row 0 has no price; .*; row 4 has no price; and 1495 more\.$/);
  expect(errors).toHaveLength(1_000);
  expect(errors?.[0]).toEqual({ field: 'file', message: 'row 0 has no price' });

  const placed = words.map((word, row) => ({ field: `A${row}`, message: word }));
  expect(refusedRows(words, { code: 'X', field: 'file', errors: placed }).errors).toHaveLength(1_000);
});
