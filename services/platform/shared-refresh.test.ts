import { expect, test } from 'vitest';
import { sharedRefresh } from './shared-refresh.ts';

/** Refreshes that end when they are let go, numbered in the order in which they began. */
function refreshes() {
  const end: { resolve: (number: number) => void; reject: (error: Error) => void }[] = [];
  const fresh = sharedRefresh(
    () => new Promise<number>((resolve, reject) => void end.push({ resolve, reject })),
  );
  return { fresh, end };
}

test('given a refresh that has begun, when others ask, then they share the next one, which begins after it', async () => {
  const { fresh, end } = refreshes();
  const first = fresh();
  await expect.poll(() => end.length).toBe(1);
  const later = [fresh(), fresh()];
  end[0]!.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => end.length).toBe(2);
  end[1]!.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2]);
});

test('given a refresh that fails, then the next one is made all the same', async () => {
  const { fresh, end } = refreshes();
  const failing = fresh().catch((error: Error) => error.message);
  await expect.poll(() => end.length).toBe(1);
  const next = fresh();
  end[0]!.reject(new Error('away'));
  expect(await failing).toBe('away');
  await expect.poll(() => end.length).toBe(2);
  end[1]!.resolve(2);
  expect(await next).toBe(2);
});
