import { expect, test } from 'vitest';
import { narrowed, toggledGroup, toggledType } from './search-filter.ts';

test('what is emptied leaves the filter', () => {
  const filter = { q: 'VTR-1', actor: 'demo-admin', type: ['MEMO'] };
  expect(narrowed(filter, { actor: '', type: [] })).toEqual({ q: 'VTR-1' });
  expect(narrowed(filter, { customerId: 7 })).toEqual({ ...filter, customerId: 7 });
});

test('a group is chosen whole, and left whole when any of it is chosen', () => {
  const documents = ['MEMO', 'INVOICE'];
  expect(toggledGroup(['StoneSold'], documents)).toEqual(['StoneSold', 'MEMO', 'INVOICE']);
  expect(toggledGroup(['StoneSold', 'INVOICE'], documents)).toEqual(['StoneSold']);
  expect(toggledType(['MEMO', 'INVOICE'], 'MEMO')).toEqual(['INVOICE']);
  expect(toggledType([], 'MEMO')).toEqual(['MEMO']);
});
