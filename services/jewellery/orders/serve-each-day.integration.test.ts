import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const tomorrow = () => new Date(Date.now() + 86_400_000);

/** Serves tomorrow, from another process, until the function that it gives is called. */
function servingTomorrow(context: Parameters<typeof serveEachDay>[0], lost?: () => AbortSignal) {
  const stop = new AbortController();
  const serving = serveEachDay(context, {
    // The application itself holds the lease of that name today.
    leases: {
      ...leases,
      async take(name) {
        const lease = await leases.take(`${name} of another day`);
        return lease && lost ? { ...lease, lost: AbortSignal.any([lease.lost, lost()]) } : lease;
      },
    },
    log: { info: () => undefined, warn: () => undefined },
    signal: stop.signal,
    againAfterMs: 20,
  });
  return async () => {
    stop.abort();
    await serving;
  };
}

/** An order of alder's that is held back by its maximum of today, and the piece that it waits for. */
async function heldBack(): Promise<{ model: string; piece: string }> {
  const { model } = await aModel(0);
  await asked(await vitrine.as('alder'), [model]);
  const piece = await anotherPiece(model, 100_000_000);
  await soon(async () => expect(await open(model)).toMatchObject([{ open: 1, availableQuantity: 1 }]));
  return { model, piece };
}

beforeAll(async () => {
  const command = { commandId: randomUUID(), actor: ADMIN };
  await customerCommands.changeTerms(vitrine.context, command, 7, {
    changes: { maxInventoryCents: 1_000_000_000 },
    effectiveAt: addDays(houseDayOf(new Date().toISOString(), ZONE), 1),
  });
});

test('an order held back by a maximum is filled on the day on which a higher one comes into force', async () => {
  const { model, piece } = await heldBack();
  const stop = servingTomorrow(anotherProcess(vitrine, tomorrow));
  await soon(async () => expect(await mine(await vitrine.as('alder'))).toContain(piece));
  await stop();
  expect(await open(model)).toEqual([]);
});

test('a day whose pass failed, or found the read models behind, is served again', async () => {
  // Given an order that is filled tomorrow, and a process whose first two passes come to nothing
  const { piece } = await heldBack();
  let lost = new AbortController();
  const passes = [
    () => Promise.reject(new Error('no answer')),
    async () => {
      lost.abort();
      return false;
    },
  ];
  const other = anotherProcess(vitrine, tomorrow);
  const waitForPosition = async () => (await passes.shift()?.()) ?? true;
  const context = { ...other, positions: { ...other.positions, waitForPosition } };
  // When it looks again, then it fills the order
  const stop = servingTomorrow(context, () => (lost = new AbortController()).signal);
  await soon(async () => expect(await mine(await vitrine.as('alder'))).toContain(piece));
  await stop();
  expect(passes).toEqual([]);
});
