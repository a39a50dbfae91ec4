import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addDays, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { customerCommands } from '#services/customers/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { ADMIN } from '../testing/pieces-and-models.ts';
import { serveEachDay } from './serve-each-day.ts';
import { anotherProcess, asked, mine, soon, startShop } from './testing/model-shop.ts';

const { vitrine, aModel, anotherPiece, open } = await startShop();
afterAll(() => vitrine.close());

const leases = openLeases(vitrine.pool);

test('an order held back by a maximum is filled on the day on which a higher one comes into force', async () => {
  const alder = await vitrine.as('alder');
  const { model } = await aModel(0);
  await asked(alder, [model]);
  const piece = await anotherPiece(model, 100_000_000);
  const tomorrow = addDays(houseDayOf(new Date().toISOString(), ZONE), 1);
  const command = { commandId: randomUUID(), actor: ADMIN };
  await customerCommands.changeTerms(vitrine.context, command, 7, {
    changes: { maxInventoryCents: 1_000_000_000 },
    effectiveAt: tomorrow,
  });
  await soon(async () => expect(await open(model)).toMatchObject([{ open: 1, availableQuantity: 1 }]));

  const stop = new AbortController();
  const serving = serveEachDay(
    anotherProcess(vitrine, () => new Date(Date.now() + 86_400_000)),
    {
      // The application itself holds the lease of that name today.
      leases: { ...leases, take: (name) => leases.take(`${name} of another day`) },
      log: { info: () => undefined, warn: () => undefined },
      signal: stop.signal,
    },
  );
  await soon(async () => expect(await mine(alder)).toEqual([piece]));
  stop.abort();
  await serving;
  expect(await open(model)).toEqual([]);
});
