import { expect, test } from 'vitest';
import { mayBeJoined } from './request-plan.ts';

test.each([
  ['waits', { state: 'WAITING', position: null }, 9n, true],
  ['reads its inputs', { state: 'GATHERING', position: null }, 9n, false],
  ['reads its inputs', { state: 'GATHERING', position: null }, null, true],
  ['has read what the caller did', { state: 'PLANNING', position: '9' }, 9n, true],
  ['has not read what the caller did', { state: 'PLANNING', position: '8' }, 9n, false],
  ['has read something', { state: 'PLANNING', position: '8' }, null, true],
] as const)('a plan under way that %s (%o) is joined from %s on: %s', (_, job, atLeast, isJoined) => {
  expect(mayBeJoined({ kind: 'PLAN', ...job }, atLeast)).toBe(isJoined);
});

test('a question begins with the inputs of its plan, whatever came since', () => {
  expect(mayBeJoined({ kind: 'WHAT_IF', state: 'PLANNING', position: null }, 9n)).toBe(true);
});
