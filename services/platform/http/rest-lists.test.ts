import { describe, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { readRestList, sendRange } from './rest-lists.ts';

describe('a list of the back office', () => {
  test('sort, range and filter in the dialect of ra-data-simple-rest', () => {
    expect(readRestList({ sort: '["name","DESC"]', range: '[25,49]', filter: '{"q":"sm"}' })).toEqual({
      sort: { field: 'name', descending: true },
      range: { from: 25, to: 49 },
      filter: { q: 'sm' },
    });
  });
  test('all three may be left out', () => {
    expect(readRestList({})).toEqual({ sort: null, range: { from: 0, to: 999 }, filter: {} });
  });
  test.each([
    { sort: 'name' },
    { sort: '["name"]' },
    { sort: '["name","up"]' },
    { range: '[0]' },
    { range: '[5,1]' },
    { range: '[-1,4]' },
    { range: '[0,1e9]' },
    { range: '{"a":1}' },
    { filter: '[]' },
    { filter: 'null' },
    { filter: '{' },
    { filter: String.raw`{"q":"\u0000"}` },
  ])('%j is refused by name', (query) => {
    expect(() => readRestList(query)).toThrow(
      expect.objectContaining({ constructor: Refusal, status: 400, field: Object.keys(query)[0] }),
    );
  });
  test('Content-Range counts what there is', () => {
    const headers: Record<string, string> = {};
    const reply = { header: (name: string, value: string) => (headers[name] = value) };
    expect(sendRange(reply, 'customers', ['a', 'b', 'c'], { from: 1, to: 24 })).toEqual(['b', 'c']);
    expect(headers['content-range']).toBe('customers 1-2/3');
    expect(sendRange(reply, 'customers', ['a'], { from: 5, to: 9 })).toEqual([]);
    expect(headers['content-range']).toBe('customers */1');
  });
});
