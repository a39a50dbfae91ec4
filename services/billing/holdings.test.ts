import { expect, test } from 'vitest';
import { parcelsHeldAt } from './holdings.ts';
import { world } from './testing/billing-world.ts';

test('given a stone requested and sent later, then it is held since its memo, and since its request until then', () => {
  const given = world().registered().vendor();
  given.stone('A', { listCents: 100_000 });
  given.request('A', '2026-04-02', 100_000);
  given.document('MEMO', 'A', '2026-04-05', { amountCents: 100_000 });
  const account = given.accounts().at(Number(given.cut().position));
  const since = (day: string) => parcelsHeldAt(account, day).map((parcel) => [parcel.status, parcel.since]);
  expect(since('2026-04-01')).toEqual([]);
  expect(since('2026-04-04')).toEqual([['REQUESTED', '2026-04-02']]);
  expect(since('2026-04-05')).toEqual([['CUSTOMER', '2026-04-05']]);
  expect(since('2026-05-01')).toEqual([['CUSTOMER', '2026-04-05']]);
});
