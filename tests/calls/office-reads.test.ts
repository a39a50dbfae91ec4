import { expect, test } from 'vitest';
import { readsOnly } from '../../web-admin/providers/post-reads.ts';
import { CALLS } from './call-table.ts';
import { TAKES_NO_KEY } from './keys.ts';

test('what the back office sends without a key is no command (rule: Repeated commands)', () => {
  const reads = CALLS.filter(({ call }) => {
    const [method = '', path = ''] = call.split(' ');
    return method === 'POST' && readsOnly(method, path, {});
  }).map(({ call }) => call);
  expect(reads).toContain('POST /billing/replacements');
  expect(reads.filter((call) => !TAKES_NO_KEY.has(call))).toEqual([]);
});
