import { expect, test } from 'vitest';
import { askedTogether } from './asked-together.ts';

/** Answers each question when it is released, with each key twice over. */
function questions() {
  const asked: (readonly string[])[] = [];
  const answer: (() => void)[] = [];
  const ask = askedTogether(
    (keys: readonly string[]) =>
      new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
        asked.push(keys);
        const known = keys.filter((key) => key !== 'unknown');
        answer.push(() =>
          keys.includes('broken')
            ? reject(new Error('broken'))
            : resolve(new Map(known.map((key) => [key, key + key]))),
        );
      }),
  );
  return { ask, asked, answer };
}

test('what is asked during a question is asked next, together, and by none that has looked already', async () => {
  const { ask, asked, answer } = questions();
  const first = ask('a');
  await expect.poll(() => asked).toEqual([['a']]);
  const rest = ['a', 'b', 'b', 'unknown'].map(ask);
  answer[0]!();
  expect(await first).toBe('aa');
  await expect.poll(() => asked).toEqual([['a'], ['a', 'b', 'unknown']]);
  answer[1]!();
  expect(await Promise.all(rest)).toEqual(['aa', 'bb', 'bb', undefined]);
});

test('a failure is theirs who asked together, and the next question is asked all the same', async () => {
  const { ask, asked, answer } = questions();
  const failing = ['broken', 'a'].map((key) => ask(key).catch((error: Error) => error.message));
  await expect.poll(() => asked.length).toBe(1);
  const next = ask('b');
  answer[0]!();
  expect(await Promise.all(failing)).toEqual(['broken', 'broken']);
  await expect.poll(() => asked).toEqual([['broken', 'a'], ['b']]);
  answer[1]!();
  expect(await next).toBe('bb');
});
