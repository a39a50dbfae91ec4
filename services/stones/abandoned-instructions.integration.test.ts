import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerStream } from '#contracts/events/index.ts';
import { parcelFold } from '#contracts/lifecycle/index.ts';
import { loadCart } from '#services/carts/index.ts';
import {
  appendEvents,
  createSnapshots,
  createUnderWay,
  loadStream,
} from '#services/platform/commands/index.ts';
import type { EventStore, RecordedEvent } from '#services/platform/event-store/index.ts';
import { oneAtATime } from '#services/platform/one-at-a-time.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { typesIn } from '#tests/support/types-in.ts';
import { ABANDONED_AFTER_MS } from './abandoned-instructions.ts';
import { finishingReactor } from './finishing-reactor.ts';
import { placeInstruction } from './place-instruction.ts';
import type { StonesContext } from './stones-context.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  // No reactor but the tests' own.
  vitrine = await startSmallVitrine({ VITRINE_ROLES: 'api,projections' });
});
afterAll(() => vitrine?.close());

/** A process of its own on the same stores: what it appends to the streams of stones is noted, and waits for `before`. */
function process({
  before = async (): Promise<void> => undefined,
  beforePlacing = async (): Promise<void> => undefined,
  beforeFinishing = async (): Promise<void> => undefined,
  lateMs = 0,
} = {}) {
  const { context, pool } = vitrine;
  const appended: string[] = [];
  const events: EventStore = {
    ...context.events,
    async append(stream, expected, batch) {
      if (stream.startsWith('stone-')) await before();
      if (batch.some(({ type }) => type === 'InstructionPlaced')) await beforePlacing();
      if (batch.some(({ type }) => type === 'InstructionFinished')) await beforeFinishing();
      appended.push(`${stream} ${batch.map(({ type }) => type).join()}`);
      return context.events.append(stream, expected, batch);
    },
  };
  const own: StonesContext = {
    ...context,
    events,
    clock: () => new Date(Date.now() + lateMs),
    snapshots: createSnapshots(pool),
    perCustomer: oneAtATime<number>(),
    underWay: createUnderWay(),
    exposureAt: async () => 0,
    findInstruction: async () => undefined,
  };
  const request = (parcelName: string | string[], key: string) =>
    placeInstruction(
      own,
      { actor: { username: 'alder', role: 'customer' }, staff: false, customerId: 7, seesValues: true },
      { intent: 'REQUEST', line: 'natural', parcelNames: [parcelName].flat(), key },
    );
  return { own, request, appended };
}

async function collect(events: AsyncIterable<RecordedEvent>): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

test('an instruction that another process is at is waited for, not written a second time', async () => {
  await vitrine.listStone('W-1');
  await vitrine.listStone('W-2');
  const slow = process({ before: () => sleep(700) });
  const other = process();
  const first = slow.request('W-1', 'first');
  await expect.poll(() => typesIn(vitrine.context.events, customerStream(7))).toContain('InstructionPlaced');
  const [one, again, two] = await Promise.all([
    first,
    // A browser whose connection broke asks another process again.
    other.request('W-1', 'first'),
    other.request('W-2', 'second'),
  ]);
  expect(again).toEqual(one);
  expect([one.done, two.done]).toEqual([['W-1'], ['W-2']]);
  expect(other.appended.filter((what) => what.includes('W-1'))).toEqual([]);
});

test('of two processes asked the same at the same moment, one carries out what it recorded, and the other answers it', async () => {
  await vitrine.listStone('T-1');
  const placedBefore = (await typesIn(vitrine.context.events, customerStream(7))).filter(
    (type) => type === 'InstructionPlaced',
  ).length;
  const placedNow = async (): Promise<number> =>
    (await typesIn(vitrine.context.events, customerStream(7))).filter((type) => type === 'InstructionPlaced')
      .length - placedBefore;
  // Both have read the customer's stream when the first records, and the second would be the first at the stone.
  let decided = (): void => undefined;
  const second = new Promise<void>((resolve) => (decided = resolve));
  const slow = process({ beforePlacing: () => second, before: () => sleep(700) });
  const other = process({
    lateMs: 1_000,
    async beforePlacing() {
      decided();
      await expect.poll(placedNow).toBe(1);
    },
  });
  const [one, same] = await Promise.all([slow.request('T-1', 'twice'), other.request('T-1', 'twice')]);
  expect(same).toEqual(one);
  const ofCustomer = await collect(vitrine.context.events.readStream(customerStream(7)));
  const { effectiveAt } = ofCustomer.findLast(({ type }) => type === 'InstructionPlaced')!.data as {
    effectiveAt: string;
  };
  const requested = (await collect(vitrine.context.events.readStream('stone-T-1'))).at(-1);
  expect(await placedNow()).toBe(1);
  expect(requested).toMatchObject({ type: 'StoneRequested', data: { effectiveAt } });
});

test('one whose process was killed is finished by the next instruction once it is old enough', async () => {
  await vitrine.listStone('K-1');
  await vitrine.listStone('K-2');
  const killed = process({ before: () => Promise.reject(new Error('killed')) });
  await expect(killed.request('K-1', 'killed')).rejects.toThrow('killed');
  const later = process({ lateMs: ABANDONED_AFTER_MS });
  expect((await later.request('K-2', 'next')).done).toEqual(['K-2']);
  expect(await typesIn(vitrine.context.events, 'stone-K-1')).toEqual(['StoneListed', 'StoneRequested']);
});

test('one that was killed behind its effect is finished as done, and the effect stands once', async () => {
  await vitrine.listStone('E-1');
  await vitrine.listStone('E-2');
  const killed = process({ beforeFinishing: () => Promise.reject(new Error('killed')) });
  await expect(killed.request('E-1', 'done already')).rejects.toThrow('killed');
  const later = process({ lateMs: ABANDONED_AFTER_MS });
  expect((await later.request('E-2', 'after what was done')).done).toEqual(['E-2']);
  expect(await typesIn(vitrine.context.events, 'stone-E-1')).toEqual(['StoneListed', 'StoneRequested']);
  expect((await later.request('E-1', 'done already')).done).toEqual(['E-1']);
});

test('a stone that its vendor withdrew before an abandoned request is finished is declined, and stays in the cart', async () => {
  await vitrine.listStone('V-1');
  await vitrine.listStone('V-2');
  await vitrine.listStone('V-3');
  const inCart = { parcelNames: ['V-1', 'V-3'] };
  expect(await (await vitrine.as('alder')).post('/inventory/cart_stones', inCart)).toMatchObject({
    status: 200,
  });
  const killed = process({ before: () => Promise.reject(new Error('killed')) });
  await expect(killed.request(['V-1', 'V-3'], 'withdrawn')).rejects.toThrow('killed');
  const { context } = vitrine;
  const stone = await loadStream(context, 'stone-V-1', parcelFold);
  const data = { reason: 'sold elsewhere', effectiveAt: context.clock().toISOString() };
  const command = { commandId: 'withdrawn', actor: { username: 'admin', role: 'administrator' } as const };
  await appendEvents(context, stone, [{ type: 'StoneWithdrawn', id: randomUUID(), data }], command);
  const later = process({ lateMs: ABANDONED_AFTER_MS });
  expect((await later.request('V-2', 'after the withdrawn')).done).toEqual(['V-2']);
  const last = (await typesIn(context.events, 'stone-V-1')).at(-1);
  expect(last).toBe('InstructionDeclined');
  expect((await typesIn(context.events, 'stone-V-3')).at(-1)).toBe('StoneRequested');
  // Of the two that were in the cart, the one that was declined is there still.
  expect((await loadCart(context, 7)).state).toMatchObject([{ parcelName: 'V-1' }]);
});

test('the reactor leaves an instruction to its own process for some seconds, then finishes what is left', async () => {
  await vitrine.listStone('R-1');
  const killed = process({ before: () => Promise.reject(new Error('killed')) });
  await expect(killed.request('R-1', 'left')).rejects.toThrow('killed');
  const backwards = vitrine.context.events.readStream(customerStream(7), {
    direction: 'backwards',
    maxCount: 1,
  });
  const [placed] = await collect(backwards);
  if (placed?.type !== 'InstructionPlaced') throw new Error('the instruction is not the newest event');
  const reacting = process();
  const reactor = finishingReactor(reacting.own);
  expect(reactor.afterMs?.(placed)).toBe(ABANDONED_AFTER_MS);
  await reactor.react(placed, new AbortController().signal);
  expect(await typesIn(vitrine.context.events, 'stone-R-1')).toEqual(['StoneListed', 'StoneRequested']);
  expect((await typesIn(vitrine.context.events, customerStream(7))).at(-1)).toBe('InstructionFinished');
  // Of all that were finished only this one settles it.
  const finished = (await collect(vitrine.context.events.readStream(customerStream(7)))).filter(
    ({ type }) => type === 'InstructionFinished',
  );
  expect(finished.length).toBeGreaterThan(1);
  expect(finished.filter((later) => reactor.settles?.(placed, later))).toEqual(finished.slice(-1));
  reacting.appended.length = 0;
  await reactor.react(placed, new AbortController().signal);
  expect(reacting.appended).toEqual([]);
});

test('of two processes with one key and two bodies one carries its body out, the other is refused (rule: Repeated commands)', async () => {
  for (let round = 1; round <= 5; round += 1) {
    const [first, second] = [`K-${round}-1`, `K-${round}-2`] as const;
    await vitrine.listStone(first);
    await vitrine.listStone(second);
    const outcomes = await Promise.allSettled([
      process().request(first, `one key ${round}`),
      process().request(second, `one key ${round}`),
    ]);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toMatchObject([{ status: 409, code: 'KEY_REUSED' }]);
    const requested = [
      await typesIn(vitrine.context.events, `stone-${first}`),
      await typesIn(vitrine.context.events, `stone-${second}`),
    ];
    expect(requested.filter((types) => types.includes('StoneRequested'))).toHaveLength(1);
  }
});
