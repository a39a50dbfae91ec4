import { expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { givenFrom } from './given.ts';

const given = givenFrom<number, number>(0, (sum, event) => sum + event);
const addUpTo = (sum: number, limit: number): number[] => {
  if (sum > limit) throw new Refusal(409, `${sum} is over ${limit}.`, { code: 'OVER', field: 'limit' });
  return sum === limit ? [] : [limit - sum];
};

test('the state is what the events come to', () => {
  expect(given().state).toBe(0);
  expect(given(1, 2).state).toBe(3);
});

test('exactly the expected events pass', () => {
  given(1, 2).when(addUpTo, 5).then([2]);
  given(5).when(addUpTo, 5).then([]);
  expect(() => given(1).when(addUpTo, 5).then([])).toThrow();
  expect(() => given(1).when(addUpTo, 5).then([4, 4])).toThrow();
  expect(() => given(6).when(addUpTo, 5).then([])).toThrow('6 is over 5.');
});

test('the expected refusal passes, and nothing else does', () => {
  const over = given(6).when(addUpTo, 5);
  over.thenRefused({});
  over.thenRefused({ status: 409, code: 'OVER', field: 'limit', message: 'over 5' });
  for (const other of [{ status: 404 }, { code: 'UNDER' }, { field: 'sum' }, { message: 'over 6' }])
    expect(() => over.thenRefused(other)).toThrow();
  expect(() => given(1).when(addUpTo, 5).thenRefused({})).toThrow();
  const broken = (): number[] => {
    throw new TypeError('a defect');
  };
  expect(() => given(1).when(broken).thenRefused({ message: 'a defect' })).toThrow('instance of Refusal');
});
