import { LINE_FACTS, LINES } from '#contracts/vocabulary/lines.ts';
import { expect, test } from 'vitest';
import { readsOnly } from '../../web-admin/providers/post-reads.ts';
import { CALLS } from './call-table.ts';
import { ONLY_ASKS } from './keys.ts';

/** What the back office reads of a session: the calls about sessions change others. */
const SESSION_READS = ['POST /login/check', 'POST /login/sessions', 'POST /login/secondfactor'];

const readsWith = (body: object): string[] =>
  CALLS.map(({ call }) => call).filter((call) => {
    const [method = '', path = ''] = call.split(' ');
    return method === 'POST' && readsOnly(method, path, body);
  });

test('what the back office sends without a key is no command (rule: Repeated commands)', () => {
  const reads = readsWith({});
  expect(reads).toContain('POST /billing/replacements');
  expect(reads.filter((call) => !ONLY_ASKS.has(call)).toSorted()).toEqual(SESSION_READS.toSorted());
});

test('of the commands, the corrections alone are sent without a key as a preview (rule: Preview)', () => {
  const reads = new Set(readsWith({}));
  const corrections = LINES.flatMap((line) =>
    ['undo', 'change_date', 'reprice'].map((call) => `POST ${LINE_FACTS[line].prefix}/${call}`),
  );
  expect(
    readsWith({ preview: true })
      .filter((call) => !reads.has(call))
      .toSorted(),
  ).toEqual(corrections.toSorted());
});
