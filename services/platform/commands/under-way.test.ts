import { describe, expect, it } from 'vitest';
import { createUnderWay } from './under-way.ts';

const never = (): Promise<never> => new Promise(() => undefined);

describe('Commands under way', () => {
  it('have ended where the one that came furthest did, whichever failed', async () => {
    const underWay = createUnderWay();
    expect(underWay.ended()).toBeUndefined();
    const all = [
      underWay.during(async () => ({ position: '1200' })),
      underWay.during(async () => ({ position: '999' })),
      underWay.during(() => Promise.reject(new Error('the store is away'))),
    ];
    const ended = underWay.ended();
    const [, , failed] = await Promise.allSettled(all);
    expect(failed).toMatchObject({ reason: new Error('the store is away') });
    expect(await ended).toBe(1200n);
    expect(underWay.ended()).toBeUndefined();
  });
  it('are those that were under way when it was asked', async () => {
    const underWay = createUnderWay();
    const first = underWay.during(async () => ({ position: '5' }));
    const ended = underWay.ended();
    void underWay.during(never);
    await first;
    expect(await ended).toBe(5n);
  });
});
