import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filtersSchema } from '#contracts/stone-lists/schemas.ts';
import { DEFAULT_PAGE_SIZE, parseFilters, parseSavedTable } from './saved-table.ts';

const odd = fc.oneof(
  fc.constantFrom(null, 'natural', '', '2026-02-28', '2026-02-29', '2024-02-29', '2026-13-01', '0000-01-01'),
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 3 }),
);
/** Filters as they are written, and with something wrong in them. */
const written = fc.dictionary(
  fc.constantFrom('weight', 'shape', 'lastAction'),
  fc.oneof(
    fc.record(
      {
        kind: fc.constantFrom('text', 'range', 'choice', 'days', 'else'),
        text: odd,
        min: odd,
        max: odd,
        values: odd,
        from: odd,
        to: odd,
      },
      { requiredKeys: ['kind'] },
    ),
    fc.record({ kind: fc.constant('days'), from: odd, to: odd }),
    odd,
  ),
);

describe('What was saved of a table', () => {
  it('has the filters that the contract takes, and no others', () =>
    fc.assert(
      fc.property(written, (filters) => {
        const text = JSON.stringify(filters);
        expect(parseFilters(text) !== null).toBe(filtersSchema.safeParse(JSON.parse(text)).success);
      }),
      { numRuns: 2000 },
    ));
  it('keeps the filters as they were written', () => {
    const filters = {
      parcel: { kind: 'text', text: 'VTR' },
      weight: { kind: 'range', min: 0.5, max: null },
      shape: { kind: 'choice', values: ['RD'] },
      lastAction: { kind: 'days', from: null, to: '2026-02-28' },
    };
    expect(parseFilters(JSON.stringify(filters))).toEqual(filters);
  });
  it('is as if it had not been saved where it cannot be read', () => {
    const untouched = {
      filters: {},
      sort: null,
      pageSize: DEFAULT_PAGE_SIZE,
      view: 'table',
      density: 'comfortable',
      hidden: [],
      added: [],
      selected: [],
    };
    for (const saved of [undefined, null, 'table', [], { filters: [], sort: 'weight', pageSize: 0.5 }])
      expect(parseSavedTable(saved)).toEqual(untouched);
    const read = {
      ...untouched,
      pageSize: 'fit',
      view: 'gallery',
      sort: { column: 'total', descending: true },
    };
    expect(parseSavedTable({ ...read, hidden: [1] })).toEqual(read);
  });
  it('filters of a link that was cut short are none', () => expect(parseFilters('{"weight":')).toBeNull());
});
