import { afterEach, describe, expect, it } from 'vitest';
import { setAway } from './connection.ts';
import { CallFailed, networkFailure } from './failures.ts';
import { readAgainAfter, readUntilThere } from './read-again-after.ts';

const data = { rows: [] };
const answered = (status: number) => new CallFailed({ kind: 'answer', status, body: {} });
afterEach(() => setAway(null));

describe('What is shown is asked for again by itself (rule: Failures that never sign out)', () => {
  it.each([
    ['when it got no answer', { data, error: networkFailure('No network.') }, 5000],
    ['when the server failed', { data, error: answered(500) }, 5000],
    ['when its answer was not understood', { data, error: new Error('rows is missing') }, 5000],
    ['not when it was refused', { data, error: answered(402) }, false],
    ['not when the session has ended', { data, error: answered(401) }, false],
    ['not when it was read', { data, error: null }, false],
    ['not before it was ever read: its page says so', { data: undefined, error: answered(500) }, false],
  ])('%s', (_when, state, after) => expect(readAgainAfter(state)).toBe(after));

  it.each([
    ['when it got no answer', { data: undefined, error: networkFailure('No network.') }, 5000],
    ['when the server was away', { data: undefined, error: answered(503) }, 5000],
    ['not when it was refused', { data: undefined, error: answered(402) }, false],
    ['once read, as what is shown', { data, error: answered(500) }, 5000],
  ])('what every page goes by, before it was ever read too: %s', (_when, state, after) =>
    expect(readUntilThere(state)).toBe(after),
  );

  it('when the answer was older than what was asked for', () =>
    expect(readAgainAfter({ data, error: null }, true)).toBe(2000));
  it('never without a connection', () => {
    setAway({ asOf: '2026-11-18T15:04:00Z', until: null });
    expect(readAgainAfter({ data, error: answered(500) }, true)).toBe(false);
  });
});
