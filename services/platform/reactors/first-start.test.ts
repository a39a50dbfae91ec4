import { describe, expect, it } from 'vitest';
import { startOf, type Situation } from './first-start.ts';

const here = { id: 'this-log', end: 90n };
const empty: Situation = {
  kept: null,
  log: here,
  isUnwritten: true,
  isKnownWhole: false,
  hasOthers: false,
};
const written = { ...empty, isUnwritten: false };
const toHistory = { startAt: 'beginning' } as const;
const toNews = { startAt: 'head' } as const;

describe('a reactor with a checkpoint', () => {
  it.each([
    ['in this log goes on there', { logId: 'this-log', position: 50n }, { after: 50n }],
    ['at its end goes on there', { logId: 'this-log', position: 90n }, { after: 90n }],
    ['from before logs had an identity goes on there', { logId: null, position: 50n }, { after: 50n }],
  ])('%s', (_, kept, start) => {
    for (const reactor of [toHistory, toNews]) expect(startOf(reactor, { ...written, kept })).toEqual(start);
  });

  it.each([
    ['in another log', { logId: 'other', position: 50n }, /another event log/],
    ['beyond the end', { logId: 'this-log', position: 91n }, /beyond the end/],
    ['that a server sent when nothing matched', { logId: null, position: 2n ** 64n - 1n }, /beyond the end/],
  ])('%s waits', (_, kept, waits) => {
    for (const reactor of [toHistory, toNews])
      for (const situation of [written, { ...written, isKnownWhole: true, hasOthers: true }])
        expect(startOf(reactor, { ...situation, kept })).toEqual({ waits: expect.stringMatching(waits) });
  });
});

describe('a reactor without a checkpoint', () => {
  it('begins at the beginning of a log that holds nothing, and of one that this database knows whole', () => {
    for (const reactor of [toHistory, toNews]) {
      expect(startOf(reactor, empty)).toEqual({ after: 0n });
      expect(startOf(reactor, { ...written, isKnownWhole: true })).toEqual({ after: 0n });
    }
  });

  it('waits where the database was lost and the log was kept, whatever it reacts to', () => {
    for (const reactor of [toHistory, toNews])
      expect(startOf(reactor, written)).toEqual({ waits: expect.stringContaining('no checkpoint of any') });
  });

  it('that a later release brings reacts to what is new by itself, and to history when ordered to', () => {
    const later = { ...written, hasOthers: true };
    for (const situation of [later, { ...later, isKnownWhole: true }]) {
      expect(startOf(toNews, situation)).toEqual({ after: 90n });
      expect(startOf(toHistory, situation)).toEqual({ waits: expect.stringContaining('it is new here') });
    }
  });
});
