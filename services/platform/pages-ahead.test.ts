import { expect, test } from 'vitest';
import { pagesAhead } from './pages-ahead.ts';

/** Pages of two of the numbers from 1 on, and which numbers were asked from. */
function numbersTo(end: number) {
  const asked: number[] = [];
  const read = async (last: number | undefined): Promise<number[]> => {
    asked.push(last ?? 0);
    return [1, 2].map((step) => (last ?? 0) + step).filter((one) => one <= end);
  };
  return { asked, read };
}

async function all<Item>(pages: AsyncGenerator<Item>): Promise<Item[]> {
  const read: Item[] = [];
  for await (const page of pages) read.push(page);
  return read;
}

test.each([
  [0, []],
  [1, [[1]]],
  [2, [[1, 2]]],
  [5, [[1, 2], [3, 4], [5]]],
])('of %i items come %j, the last page too', async (end, pages) => {
  expect(await all(pagesAhead(2, numbersTo(end).read))).toEqual(pages);
});

test('while a page is worked on the next is read; none is asked for behind one that is not full', async () => {
  const { asked, read } = numbersTo(3);
  const pages = pagesAhead(2, read);
  await pages.next();
  expect(asked).toEqual([0, 2]);
  await pages.next();
  expect((await pages.next()).done).toBe(true);
  expect(asked).toEqual([0, 2]);
});

test('a page that cannot be read is a failure behind the one before it', async () => {
  const pages = pagesAhead<number>(1, async (last) => {
    if (last === undefined) return [1];
    throw new Error('lost');
  });
  expect((await pages.next()).value).toEqual([1]);
  await expect(pages.next()).rejects.toThrow('lost');
});
