import { expect, test } from 'vitest';
import type { Lease, Leases } from './leases.ts';
import { alwaysUnderLease } from './under-lease.ts';

const lease: Lease = {
  name: 'work',
  fence: 1,
  lost: new AbortController().signal,
  holdsIn: async () => true,
  give: async () => undefined,
};

/** What is logged while the lease is taken, and the work done, in these ways one after the other. */
async function logged(
  attempts: readonly { take?: () => Promise<Lease | null>; work?: () => Promise<void> }[],
): Promise<string[]> {
  const warnings: string[] = [];
  const stop = new AbortController();
  let at = -1;
  const leases: Leases = {
    async take() {
      at += 1;
      if (at === attempts.length) stop.abort();
      return (await attempts[at]?.take?.()) ?? lease;
    },
    free: async (names) => new Set(names),
    held: () => new Map(),
    close: async () => undefined,
  };
  const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
  await alwaysUnderLease({ leases, name: 'work', log, signal: stop.signal, againAfterMs: 0 }, async () =>
    attempts[at]?.work?.(),
  );
  return warnings;
}

const fails = (message: string) => ({ work: () => Promise.reject(new Error(message)) });
const cannotTake = (message: string, code?: string) => ({
  take: () => Promise.reject(Object.assign(new Error(message), { code })),
});

test('a failure that comes again and again is logged once, and another one as it comes', async () => {
  expect(await logged([fails('no room'), fails('no room'), fails('no rights'), fails('no room')])).toEqual([
    'work stopped and is started again: no room',
    'work stopped and is started again: no rights',
    'work stopped and is started again: no room',
  ]);
});

test('that Postgres is away is not logged for each piece of work; another failure to take the lease is', async () => {
  const away = cannotTake('connect ECONNREFUSED', 'ECONNREFUSED');
  expect(await logged([away, away, away])).toEqual([]);
  const missing = cannotTake('there is no table vitrine.lease');
  expect(await logged([missing, missing])).toHaveLength(1);
});
