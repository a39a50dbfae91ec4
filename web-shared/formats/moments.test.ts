import { describe, expect, it } from 'vitest';
import { formatMoment } from './moments.ts';

describe('moments', () => {
  it("an instant reads 'MMM D, YYYY h:mm A'", () =>
    expect(formatMoment(new Date(2026, 10, 3, 9, 5).toISOString())).toBe('Nov 3, 2026 9:05 AM'));
  it('a document’s bare day has no time', () => expect(formatMoment('2026-11-03')).toBe('Nov 3, 2026'));
});
