import { expect, test } from 'vitest';
import { Refusal } from '#services/platform/refusal.ts';
import { NOT_HANDLED } from './inbox-store.ts';
import { takeStep } from './take-step.ts';

const open = { state: 'OPEN', owner: null, note: null } as const;
const acknowledged = { state: 'ACKNOWLEDGED', owner: 'ada', note: 'asked' } as const;
const dismissed = { state: 'DISMISSED', owner: null, note: 'a test' } as const;

test.each([
  [NOT_HANDLED, { action: 'ACKNOWLEDGE' }, { ...open, state: 'ACKNOWLEDGED' }],
  [open, { action: 'NOTE', note: 'asked them' }, { ...open, note: 'asked them' }],
  [open, { action: 'OWN', owner: 'ada' }, { ...open, owner: 'ada' }],
  [acknowledged, { action: 'OWN', owner: null }, { ...acknowledged, owner: null }],
  [
    acknowledged,
    { action: 'DISMISS', note: 'a test' },
    { ...acknowledged, state: 'DISMISSED', note: 'a test' },
  ],
  [acknowledged, { action: 'REOPEN' }, { ...acknowledged, state: 'OPEN' }],
  [dismissed, { action: 'REOPEN', note: 'it was not' }, { ...open, note: 'it was not' }],
] as const)('%j, after %j', (before, step, after) => {
  expect(takeStep(before, step)).toEqual(after);
});

test.each([
  [open, { action: 'NOTE' }, 422, 'Write a note.'],
  [open, { action: 'DISMISS', note: '' }, 422, 'Say in a note why it is dismissed.'],
  [open, { action: 'OWN' }, 422, 'Name the owner, or null for none.'],
  [open, { action: 'REOPEN' }, 409, 'It is open already.'],
  [acknowledged, { action: 'ACKNOWLEDGE' }, 409, 'It is acknowledged already.'],
  [dismissed, { action: 'ACKNOWLEDGE' }, 409, 'It is dismissed already.'],
  [dismissed, { action: 'DISMISS', note: 'again' }, 409, 'It is dismissed already.'],
] as const)('%j refuses %j with %i', (before, step, status, message) => {
  const refused = (): unknown => takeStep(before, step);
  expect(refused).toThrow(Refusal);
  expect(refused).toThrow(expect.objectContaining({ status, message }));
});
