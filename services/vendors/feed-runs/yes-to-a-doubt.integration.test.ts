import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerCommands } from '#services/customers/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { recordDocument } from '#services/stones/index.ts';
import { judgeStock } from '../judgements/judge-stock.ts';
import { judgementReactor } from '../judgements/judgement-reactor.ts';
import { ACTOR, startFeedLog, types } from '../feed/testing/feed-log.ts';
import { takeBackFeedRun } from './take-back-run.ts';
import { lastAppliedRun } from './run-store.ts';
import { feedRunContextOf, workOffRuns } from './testing/feed-runs.ts';
import { COLUMNS } from './testing/over-the-wire.ts';
import { waitsNoLonger } from './waits-no-longer.ts';

/**
 * A yes counts for the doubts that were known when it was given (rule: Classifying rows; rule: Accept and reject).
 * Nothing is projected: what other vendors list is in the log alone.
 */
let world: Awaited<ReturnType<typeof startFeedLog>>;
let context: typeof world.context;
beforeAll(async () => {
  world = await startFeedLog();
  ({ context } = world);
});
afterAll(() => world.close());

const certified = (stock: string, certNo: string, price = 5000): string =>
  `${stock},1.01,RD,G,VS1,${price},GIA,${certNo}`;

/** A vendor whose files have certificates, and what people and the job do with its stock. */
async function vendor({ autoWhitelist = true, dxPrefix = undefined as string | undefined } = {}) {
  const made = await world.vendor(dxPrefix, { autoWhitelist });
  const { vendorId } = made;
  const lastRun = async () => (await lastAppliedRun(world.database.db, vendorId))!;
  const say = (status: 'ACCEPTED' | 'REJECTED', log?: EventStore, commandId = `judge-${randomUUID()}`) => {
    const command = { commandId, actor: ACTOR };
    return judgeStock(context(log), command, vendorId, [{ vendorStockId: 'C', status }]);
  };
  const react = async (): Promise<void> => {
    const event = (await world.history(`judgements-${vendorId}`)).at(-1)!;
    await judgementReactor(context(), 'head').react(event, new AbortController().signal);
  };
  return {
    vendorId,
    say,
    react,
    async accept(): Promise<void> {
      await say('ACCEPTED');
      await react();
    },
    lastRun,
    read: (lines: string[], log?: EventStore) =>
      made.read(['S,W,H,K,Q,P,L,C', ...lines].join('\n'), { mapping: COLUMNS, ...(log && { log }) }),
    goOn: async () => workOffRuns(feedRunContextOf(context()), (await lastRun()).id),
    events: async () => types(await made.streamOf('C')),
    /** The certificate's row in the last run. */
    async row() {
      const { rows } = await sql<{ class: string; outcome: string | null; doubts: number }>`
        select class, outcome, json_array_length(problems) as doubts from vitrine.feed_run_row
        where run_id = ${(await lastRun()).id} and vendor_stock_id = 'C'`.execute(world.database.db);
      return rows[0];
    },
  };
}

/** A log that does something before, instead of or after it appends to a stream. */
const around = (
  stream: string,
  act: (append: () => ReturnType<EventStore['append']>) => ReturnType<EventStore['append']>,
): EventStore => ({
  ...world.events,
  append: (to, ...rest) => {
    const append = () => world.events.append(to, ...rest);
    return to === stream ? act(append) : append();
  },
});

const killedAt = (stream: string): EventStore => around(stream, () => Promise.reject(new Error('killed')));

/** Gives a parcel to a customer. */
async function lent(parcelName: string): Promise<void> {
  await customerCommands.register(context(), { commandId: 'customer', actor: ACTOR }, 7, {
    identity: { name: 'Harbor' },
  });
  await recordDocument(context(), {
    parcelName,
    instance: 'VITRINE',
    docType: 'MEMO',
    docNo: `M-${parcelName}`,
    line: 1,
    version: 1,
    customerId: 7,
    accountCode: '10-07-0001',
    amountCents: 540_000,
    effectiveAt: '2026-03-01',
  });
}

test('a yes that raised a doubt, carried out twice, leaves it to the next yes', async () => {
  const [one, two] = [await vendor(), await vendor({ autoWhitelist: false })];
  await two.read([certified('C', '2141234701')]);
  await one.read([certified('C', '2141234701')]);
  await two.accept();
  await two.react();
  expect(await two.row()).toEqual({ class: 'WAITING', outcome: 'waiting', doubts: 1 });
  expect([await one.events(), await two.events()]).toEqual([['StoneListed'], []]);

  world.tomorrow();
  await two.accept();
  await two.react();
  expect(await one.events()).toEqual(['StoneListed', 'StoneWithdrawn']);
  expect(await two.events()).toEqual(['StoneListed']);
});

test('a stone does not give way to a row that names it as if it were of the other vendor', async () => {
  const [one, two] = [await vendor({ dxPrefix: 'SAME-' }), await vendor({ dxPrefix: 'SAME-' })];
  await one.read([certified('C', '2141234751')]);
  await two.read([certified('C', '2141234751'), certified('1', '')]);
  expect(await two.row()).toMatchObject({ class: 'REFUSED' });
  await two.accept();
  expect(await one.events()).toEqual(['StoneListed']);
});

test('a stone gives way only where every other stone with its certificate does', async () => {
  const number = '2141234741';
  // A blank laboratory matches each.
  const [graded, other, blank] = [await vendor(), await vendor(), await vendor()];
  await graded.read([certified('C', number)]);
  await other.read([certified('C', number).replace('GIA', 'IGI')]);
  await lent(`V${other.vendorId}-C`);
  await blank.read([certified('C', number).replace('GIA', '')]);
  await blank.accept();
  expect(await graded.events()).toEqual(['StoneListed']);
  expect(await blank.events()).toEqual([]);
});

test.each([
  { how: 'at once', from: '2141234702', to: '2141234703', killed: false },
  { how: 'when it is repeated after a kill', from: '2141234712', to: '2141234713', killed: true },
])(
  'a yes whose own event has set the row aside lets it pass in no run, $how',
  async ({ from, to, ...was }) => {
    const [one, two] = [await vendor(), await vendor()];
    await two.read([certified('C', from, 1000), certified('1', '')]);
    // The price waits, and the run is killed before the row is noted.
    const repriced = [certified('C', to, 3500), certified('1', '', 5100)];
    const killed = killedAt(`stone-V${two.vendorId}-1`);
    await expect(two.read(repriced, killed)).rejects.toThrow('killed');
    await sql`update vitrine.feed_run set again_at = 'infinity' where id = ${(await two.lastRun()).id}`.execute(
      world.database.db,
    );
    await one.read([certified('C', to)]);
    await sql`update vitrine.feed_run set again_at = null`.execute(world.database.db);

    // Its event is carried out before the command has ended.
    const log = around(`judgements-${two.vendorId}`, async (append) => {
      const appended = await append();
      await two.react();
      if (was.killed) throw new Error('killed');
      return appended;
    });
    const commandId = `judge-${to}`;
    const given = two.say('ACCEPTED', log, commandId);
    if (was.killed) {
      await expect(given).rejects.toThrow('killed');
      world.tomorrow();
      await two.say('ACCEPTED', undefined, commandId);
    } else await given;
    expect(await two.goOn()).toMatchObject({ state: 'APPLIED' });
    expect(await two.row()).toEqual({ class: 'WAITING', outcome: 'waiting', doubts: 2 });
    expect([await one.events(), await two.events()]).toEqual([['StoneListed'], ['StoneListed']]);
  },
);

test('a row that the run has left waiting shows the doubt that a yes before the run’s end raises', async () => {
  const [one, two] = [await vendor(), await vendor()];
  await two.read([certified('C', '2141234704', 1000)]);
  const killed = killedAt(`vendor-${two.vendorId}`);
  await expect(two.read([certified('C', '2141234705', 3500)], killed)).rejects.toThrow('killed');
  await sql`update vitrine.feed_run set again_at = 'infinity' where id = ${(await two.lastRun()).id}`.execute(
    world.database.db,
  );
  await one.read([certified('C', '2141234705')]);
  await sql`update vitrine.feed_run set again_at = null`.execute(world.database.db);
  expect(await two.row()).toEqual({ class: 'WAITING', outcome: 'waiting', doubts: 1 });
  await two.accept();
  expect(await two.row()).toEqual({ class: 'WAITING', outcome: 'waiting', doubts: 2 });
  await two.goOn();
  expect([await one.events(), await two.events()]).toEqual([['StoneListed'], ['StoneListed']]);

  world.tomorrow();
  await two.accept();
  expect(await one.events()).toEqual(['StoneListed', 'StoneWithdrawn']);
  expect((await two.events()).length).toBeGreaterThan(1);
});

test('a stone whose certificate was preferred from another vendor is asked about before it is preferred again', async () => {
  const [one, two] = [await vendor(), await vendor({ autoWhitelist: false })];
  await one.read([certified('C', '2141234706')]);
  await two.read([certified('C', '2141234706')]);
  await two.accept();
  expect(await one.events()).toEqual(['StoneListed', 'StoneWithdrawn']);
  // The run has listed it: it waits all the same, and what it waits for is shown.
  world.tomorrow();
  await one.accept();
  expect(await one.row()).toEqual({ class: 'WAITING', outcome: 'listed', doubts: 1 });
  expect(await two.events()).toEqual(['StoneListed']);

  world.tomorrow();
  await one.accept();
  expect(await one.events()).toEqual(['StoneListed', 'StoneWithdrawn', 'StoneReinstated']);
  expect(await two.events()).toEqual(['StoneListed', 'StoneWithdrawn']);
});

test('a stone that the run still withdraws as rejected, and that is accepted meanwhile, is asked about at its end', async () => {
  const [one, two] = [await vendor(), await vendor({ autoWhitelist: false })];
  await one.read([certified('C', '2141234708')]);
  await two.read([certified('C', '2141234708')]);
  await one.say('REJECTED');
  let acted = false;
  const log = around(`stone-V${one.vendorId}-C`, async (append) => {
    const appended = await append();
    if (acted) return appended;
    acted = true;
    await two.accept();
    await one.say('ACCEPTED');
    return appended;
  });
  await one.read([certified('C', '2141234708')], log);
  await one.react();
  expect(await one.row()).toEqual({ class: 'WAITING', outcome: 'withdrawn', doubts: 1 });
  expect(await one.events()).toEqual(['StoneListed', 'StoneWithdrawn']);
  expect(await two.events()).toEqual(['StoneListed']);

  world.tomorrow();
  await one.accept();
  expect((await one.events()).at(-1)).toBe('StoneReinstated');
  expect((await two.events()).at(-1)).toBe('StoneWithdrawn');
});

test('what gave way comes back with the run that is taken back, while nothing is projected', async () => {
  const [one, two] = [await vendor(), await vendor({ autoWhitelist: false })];
  await one.read([certified('C', '2141234707')]);
  await two.read([certified('C', '2141234707')]);
  await two.accept();
  expect(await one.events()).toEqual(['StoneListed', 'StoneWithdrawn']);
  await takeBackFeedRun(feedRunContextOf(context()), (await two.lastRun()).id, ACTOR);
  await two.goOn();
  expect(await two.events()).toEqual(['StoneListed', 'StoneWithdrawn']);
  expect(await one.events()).toEqual(['StoneListed', 'StoneWithdrawn', 'StoneReinstated']);
});

test('what its own vendor had withdrawn does not come back with the run that is taken back', async () => {
  const [one, two] = [await vendor(), await vendor({ autoWhitelist: false })];
  await one.read([certified('C', '2141234771'), certified('1', '')]);
  await one.read([certified('1', '')]);
  await two.read([certified('C', '2141234771')]);
  await two.accept();
  await takeBackFeedRun(feedRunContextOf(context()), (await two.lastRun()).id, ACTOR);
  await two.goOn();
  expect(await two.events()).toEqual(['StoneListed', 'StoneWithdrawn']);
  expect(await one.events()).toEqual(['StoneListed', 'StoneWithdrawn']);
});

test.each([
  { what: 'that was rejected since', certNo: '2141234781', isRejected: true },
  { what: 'that its vendor no longer has', certNo: '2141234782', isRejected: false },
])('nor does a stone come back $what, though it gave way', async ({ certNo, isRejected }) => {
  const [one, two] = [await vendor(), await vendor({ autoWhitelist: false })];
  await one.read([certified('C', certNo), certified('1', '')]);
  await two.read([certified('C', certNo)]);
  await two.accept();
  expect(await one.events()).toEqual(['StoneListed', 'StoneWithdrawn']);
  if (isRejected) await one.say('REJECTED');
  else await one.read([certified('1', '')]);
  await takeBackFeedRun(feedRunContextOf(context()), (await two.lastRun()).id, ACTOR);
  await two.goOn();
  expect(await one.events()).toEqual(['StoneListed', 'StoneWithdrawn']);
});

test.each([
  { how: 'that waited before', from: '2141234721', to: '2141234722', wasHeld: false },
  { how: 'that a customer had', from: '2141234731', to: '2141234732', wasHeld: true },
])('a row $how and a yes sets aside is read again only if it was held', async ({ from, to, wasHeld }) => {
  const [one, two] = [await vendor(), await vendor()];
  await two.read([certified('C', from, 1000)]);
  await two.read([certified('C', to, 3500)]);
  const { id: runId, vendorId } = await two.lastRun();
  if (wasHeld)
    await sql`update vitrine.feed_run_row set class = 'HELD', outcome = null where run_id = ${runId}`.execute(
      world.database.db,
    );
  await one.read([certified('C', to)]);
  await two.accept();
  expect(await two.row()).toMatchObject({ class: 'WAITING', outcome: wasHeld ? 'held' : 'waiting' });
  expect(await waitsNoLonger(context(), { vendorId, runId })).toBe(wasHeld);
});

test('a row that waited, and is accepted while a customer has the stone, is held until it comes back', async () => {
  const one = await vendor();
  await one.read([certified('C', '2141234761', 1000)]);
  await one.read([certified('C', '2141234761', 3500)]);
  expect(await one.row()).toMatchObject({ class: 'WAITING', outcome: 'waiting' });
  await lent(`V${one.vendorId}-C`);
  await one.accept();
  expect(await one.row()).toMatchObject({ outcome: 'held' });
  expect(await one.events()).not.toContain('StoneRepriced');
});
