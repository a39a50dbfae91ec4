import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InstructionReply } from '#contracts/api/stones.ts';
import { createProjections } from '#projections/index.ts';
import { openInstructions } from '#projections/instructions/testing/open-instructions.ts';
import { verifyProjection } from '#projections/engine/index.ts';
import { customerCommands } from '#services/customers/index.ts';
import { createUser } from '#services/identity/index.ts';
import { connectDatabase, type Database } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { launchVitrine, type LaunchedVitrine, type Victim } from '#tests/support/launched-vitrine.ts';
import { listStone, PASSWORD, testContext, ZONE } from '#tests/support/small-world.ts';
import { typesIn } from '#tests/support/types-in.ts';

/**
 * A process killed in between finishes on restart; nothing stays half done, nothing is done twice (rule:
 * Nothing half done).
 */

const INSTRUCTIONS = 1000;
const AT_ONCE = 100;
const CUSTOMERS = 20;
/** The victim dies when so many instructions have been answered, and again as long as that cut no request off. */
const KILLED_AFTER = 300;
/** Codes of answers while a store is away, or a read model is behind because it was. */
const PASSING: ReadonlySet<string> = new Set(['UNAVAILABLE', 'READ_MODEL_BEHIND']);

let vitrine: LaunchedVitrine;
let database: Database;
let events: EventStore;
const tokens: string[] = [];

beforeAll(async () => {
  vitrine = await launchVitrine({ VITRINE_DEMO: 'false' });
  database = connectDatabase(vitrine.databaseUrl);
  events = connectEventStore({ connectionString: vitrine.eventStoreUrl });
  const context = testContext({ ...database, events });
  for (let customerId = 1; customerId <= CUSTOMERS; customerId++) {
    const command = {
      commandId: `customer-${customerId}`,
      actor: { username: 'admin', role: 'administrator' },
    } as const;
    // A maximum that is never reached: each request waits for the read model that it is checked against.
    const access = { allowLogin: true, allowActions: true };
    await customerCommands.register(context, command, customerId, {
      identity: { name: `Customer ${customerId}` },
      access,
      terms: { maxInventoryCents: 100_000_000_000 },
    });
    const user = {
      username: `user-${customerId}`,
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.com',
      customerId,
      password: PASSWORD,
    };
    await createUser(context, user);
  }
  await until(
    'the customers are known',
    async () =>
      (await post(0, '/login', { username: `user-${CUSTOMERS}`, password: PASSWORD })).status === 200,
  );
  for (let customer = 1; customer <= CUSTOMERS; customer++) {
    const { json } = await post(0, '/login', { username: `user-${customer}`, password: PASSWORD });
    tokens.push((json as { token: string }).token);
  }
});

afterAll(async () => {
  await events?.close();
  await database?.close();
  await vitrine?.remove();
});

async function post(
  customer: number,
  path: string,
  body: unknown,
  key?: string,
): Promise<{ status: number; json: unknown }> {
  const response = await fetch(new URL(path, vitrine.address), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(customer > 0 ? { authorization: `Bearer ${tokens[customer - 1]}` } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, json: await response.json() };
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  let last: unknown;
  while (performance.now() < deadline) {
    try {
      if (await isSo()) return;
    } catch (error) {
      // What was killed may still be starting again; at the end the last error says what was missing.
      last = error;
    }
    await sleep(100);
  }
  throw new Error(`not within a minute: ${what}. Output of the launcher:\n${vitrine.output()}`, {
    cause: last,
  });
}

const timesStartedAgain = (): number => vitrine.output().match(/ ended.*; starting it again/g)?.length ?? 0;

const isReady = async (): Promise<boolean> =>
  (await fetch(new URL('/readyz', vitrine.address))).status === 200;

test.each<Victim>(['application', 'event-store', 'postgres'])(
  'kill -9 of %s in the middle of 1,000 concurrent instructions',
  async (victim) => {
    const context = testContext({ ...database, events });
    const names = Array.from({ length: INSTRUCTIONS }, (_, index) => `${victim}-${index}`);
    await inParallel(names, 64, (name) => listStone(context, name));
    await until(
      'the stones are shown',
      async () => (await post(1, '/inventory/rows', { parcelNames: [names.at(-1)] })).status === 200,
    );

    const startedBefore = timesStartedAgain();
    const acknowledged = new Set<string>();
    const unknown: string[] = [];
    const refused = new Set<string>();
    let answered = 0;
    const customerOf = (name: string): number => (names.indexOf(name) % CUSTOMERS) + 1;
    const request = async (name: string): Promise<boolean> => {
      const { status, json } = await post(
        customerOf(name),
        '/inventory/request_stones',
        { parcelNames: [name] },
        `request-${name}`,
      );
      // Nothing was decided: the one who asked is to ask again in a moment.
      const isPassing = PASSING.has((json as { code?: string }).code ?? '');
      if (!isPassing && (status === 402 || status === 403)) refused.add(JSON.stringify(json));
      return status === 200 && (json as InstructionReply).done[0] === name;
    };
    await inParallel(names, AT_ONCE, async (name) => {
      try {
        if (await request(name)) acknowledged.add(name);
        else unknown.push(name);
      } catch {
        // The connection broke: whether it was done is not known to the one who asked.
        unknown.push(name);
      }
      if (++answered % KILLED_AFTER === 0 && unknown.length === 0) vitrine.kill(victim);
    });
    expect([...refused]).toEqual([]);
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLED_AFTER / 2);
    expect(unknown.length).toBeGreaterThan(0);

    await until('everything answers again', isReady);
    expect(timesStartedAgain()).toBeGreaterThan(startedBefore);
    // Half of those who do not know ask again under the same key, as a browser would; the others never do.
    const askedAgain = unknown.filter((_, index) => index % 2 === 0);
    await inParallel(askedAgain, AT_ONCE, (name) => until(`${name} is requested`, () => request(name)));
    await until('nothing is half done', async () => {
      const head = await events.headPosition();
      const { rows } = await database.pool.query<{ position: string }>(
        "select position::text from vitrine.projection_build where name = 'instructions' and state = 'live'",
      );
      expect(BigInt(rows[0]!.position)).toBeGreaterThanOrEqual(head);
      expect(await openInstructions(database.db)).toEqual([]);
      return true;
    });

    await inParallel(names, AT_ONCE, async (name) => {
      const types = await typesIn(events, `stone-${name}`);
      const done = types.filter((type) => type !== 'StoneListed');
      const expected =
        acknowledged.has(name) || askedAgain.includes(name) ? [['StoneRequested']] : [['StoneRequested'], []];
      expect(expected, name).toContainEqual(done);
    });
    const placed = await Promise.all(
      Array.from({ length: CUSTOMERS }, (_, index) => typesIn(events, `customer-${index + 1}`)),
    );
    const count = (type: string): number => placed.flat().filter((one) => one === type).length;
    expect(count('InstructionPlaced')).toBe(count('InstructionFinished'));

    for (const projection of createProjections(ZONE)) {
      const report = await verifyProjection({ pool: database.pool, events, projection });
      expect(report.differences, projection.name).toEqual([]);
    }
  },
);
