import { expect, it } from 'vitest';
import { filtersLinked } from './shared-filters.ts';

it('a link that names its list in the sidebar’s words carries its filters (product: Shell links)', () => {
  const named = { kind: 'text', text: 'VTR-1' };
  const query = new URLSearchParams({
    page: 'account history',
    filters: JSON.stringify({ parcelName: named }),
  });
  expect(filtersLinked('past/natural', query)).toEqual({ parcelName: named });
  expect(filtersLinked('available/natural', query)).toBeNull();
});
