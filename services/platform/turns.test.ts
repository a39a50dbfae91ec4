import { expect, test } from 'vitest';
import { turns } from './turns.ts';

test('so many run in parallel, so many wait in order, the next is refused; a failure gives its place on', async () => {
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const { take } = turns(2, 1, () => new Error('busy'));
  const work = (name: string) =>
    take(async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (name === 'a') throw new Error('failed');
      return name;
    });
  const [a, b, c] = [work('a'), work('b'), work('c')];
  await expect(work('d')).rejects.toThrow('busy');
  expect(begun).toEqual(['a', 'b']);
  ends.shift()!();
  await expect(a).rejects.toThrow('failed');
  expect(begun).toEqual(['a', 'b', 'c']);
  ends.splice(0).forEach((end) => end());
  expect(await Promise.all([b, c])).toEqual(['b', 'c']);
  const e = work('e');
  ends.shift()!();
  expect(await e).toBe('e');
});
