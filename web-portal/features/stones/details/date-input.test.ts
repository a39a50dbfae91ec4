import { describe, expect, it } from 'vitest';
import { instantOf, localInput } from './date-input.ts';

describe('A typed date-time (product: Undo and back-date)', () => {
  it('becomes an instant and back', () =>
    expect(localInput(instantOf('2026-11-03T09:30')!)).toBe('2026-11-03T09:30'));
  it.each(['', '2026-11', '2026-02-31T10:00', 'tomorrow'])('%o is not a valid date', (text) =>
    expect(instantOf(text)).toBeNull(),
  );
});
