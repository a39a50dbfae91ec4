import { expect, it } from 'vitest';
import { lastGivenBack } from '#contracts/lifecycle/index.ts';
import {
  at,
  credit,
  day,
  giveBack,
  invoice,
  listed,
  memo,
  request,
  returnMemo,
  sold,
  undo,
  ZONE,
  type Step,
} from './given.ts';
import { realState } from './real-fold.ts';

/** When a customer last gave a parcel back, as its place in the log: the listing has the first (rule: Back orders). */

const givenBack = (...history: Step[]): number => {
  const events = [listed(at(0)), ...history].map((one) => one.event(at(60)));
  return lastGivenBack(realState(events), 1, ZONE);
};
const requested = request('A', at(1));
const returned = giveBack('A', at(3));

it.each([
  ['never while it has it', [requested, memo('A', day(2))], 0],
  ['never by a sale', [requested, sold('A', at(2))], 0],
  ['by withdrawing its request', [requested, returned], 3],
  ['by a return', [requested, memo('A', day(2)), returned], 4],
  ['by what is received without one', [memo('A', day(2)), returnMemo('A', day(4))], 3],
  ['by a credit', [invoice('A', day(2)), credit('A', day(4))], 3],
  ['where its request is undone', [requested, undo(requested)], 3],
  ['not where its return is undone', [requested, memo('A', day(2)), returned, undo(returned)], 0],
  ['not by another customer', [memo('B', day(2)), returnMemo('B', day(4))], 0],
  ["not where another's request is undone", [request('B', at(1)), undo(request('B', at(1)))], 0],
])('%s', (_, history, position) => {
  expect(givenBack(...history)).toBe(position);
});
