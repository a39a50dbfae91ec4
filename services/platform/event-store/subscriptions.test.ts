import { setTimeout as sleep } from 'node:timers/promises';
import { PassThrough } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { TimeoutError, UnavailableError } from '@eventstore/db-client';
import { Metadata, status } from '@grpc/grpc-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventStoreUnavailable, SubscriberTooSlow } from './errors.ts';
import type { ReadAnswer } from './read-answers.ts';
import type { ReadCall } from './read-calls.ts';
import { deliverUntilAborted, type Delivery } from './subscriptions.ts';

/** A call, as far as deliveries see it: what is written to it arrives, whenever it is read. */
class FakeCall extends PassThrough {
  constructor() {
    super({ objectMode: true });
  }
  cancel(): void {
    this.destroy();
  }
  answer(answer: Partial<ReadAnswer>): void {
    const nothing: ReadAnswer = { event: undefined, checkpoint: undefined, isCaughtUp: false };
    if (!this.destroyed) this.write({ ...nothing, ...answer });
  }
  /** Gives itself for a call. */
  given(prepare: (call: ReadCall) => void): Promise<ReadCall> {
    const call = this as unknown as ReadCall;
    prepare(call);
    return Promise.resolve(call);
  }
}

const serviceError = (code: status, details: string) =>
  Object.assign(new Error(details), { code, details, metadata: new Metadata() });
const cut = () => new UnavailableError(serviceError(status.UNAVAILABLE, 'connection dropped'));
const tooSlow = () =>
  new TimeoutError(
    serviceError(status.ABORTED, 'Operation timed out: Consumer too slow to handle event while live.'),
  );

function recorded(position: bigint): Partial<ReadAnswer> {
  const place = { stream: 's', revision: position, position };
  return { event: { id: randomUUID(), type: 't', data: {}, metadata: {}, storedAt: new Date(), ...place } };
}

/** What one connection sends before it is cut: so many events, or checkpoints and turns of waiting between them. */
const connection = fc.record({
  lives: fc.integer({ min: 0, max: 40 }),
  pausesAfter: fc.integer({ min: 1, max: 15 }),
  how: fc.constantFrom(cut, tooSlow),
});

const NONSENSE = 0xffff_ffff_ffff_ffffn;

test('every event is handed over once and in order, one handler at a time, however connections are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.bigInt({ min: 1n, max: 900n }), { minLength: 1, maxLength: 80 }),
      fc.array(connection, { maxLength: 4 }),
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1 }),
      fc.integer({ min: 5, max: 30 }),
      async (steps, cuts, slownesses, maxBatch) => {
        const log: bigint[] = [];
        for (const step of steps) log.push((log.at(-1) ?? 0n) + step);
        const stop = new AbortController();
        const seen: bigint[] = [];
        let handling = 0;
        let reached = 0n;
        let turns = 0;
        const handle = async (move: () => void): Promise<void> => {
          handling += 1;
          expect(handling).toBe(1);
          // Long enough for a connection that was cut meanwhile to be opened again.
          const slow = slownesses[turns++ % slownesses.length] ?? 0;
          if (slow > 0) await sleep(slow === 4 ? 60 : slow);
          move();
          handling -= 1;
        };
        const delivery: Delivery = {
          maxBatch,
          signal: stop.signal,
          accept: () => true,
          hasReached: (position) => Promise.resolve(position <= (log.at(-1) ?? 0n)),
          connect: (position) =>
            Promise.resolve({
              failed: () => undefined,
              open: (prepare) => {
                const source = new FakeCall();
                void feed(source, position);
                return source.given(prepare);
              },
            }),
          onEvents: (events) =>
            handle(() => {
              expect(events.length).toBeLessThanOrEqual(maxBatch);
              seen.push(...events.map(({ position }) => position));
              reached = events.at(-1)?.position ?? reached;
              if (seen.length === log.length) stop.abort();
            }),
          onCheckpoint: (position) =>
            handle(() => {
              expect(position).toBeGreaterThan(reached);
              reached = position;
            }),
        };

        const planned = [...cuts];
        async function feed(source: FakeCall, after: bigint): Promise<void> {
          const plan = planned.shift();
          let sent = 0;
          await sleep(0);
          source.answer({ checkpoint: NONSENSE });
          for (const position of log.filter((each) => each > after)) {
            if (plan !== undefined && sent === plan.lives) break;
            source.answer(recorded(position));
            sent += 1;
            if (sent % (plan?.pausesAfter ?? 50) === 0) {
              await sleep(1);
              source.answer({ checkpoint: NONSENSE });
            }
          }
          if (plan !== undefined) source.emit('error', plan.how());
        }

        await deliverUntilAborted(delivery, 0n);
        expect(seen).toEqual(log);
      },
    ),
    { numRuns: 60 },
  );
});

/** A subscription whose connections are scripted one by one. */
function started(options: Partial<Delivery> = {}) {
  const stop = new AbortController();
  const opened: { source: FakeCall; position: bigint }[] = [];
  const dropped: { error: Error; retryInMs: number }[] = [];
  const ended = deliverUntilAborted(
    {
      signal: stop.signal,
      accept: () => true,
      hasReached: (position) => Promise.resolve(position <= 100n),
      connect: (position) =>
        Promise.resolve({
          failed: () => undefined,
          open: (prepare) => {
            const source = new FakeCall();
            opened.push({ source, position });
            return source.given(prepare);
          },
        }),
      onEvents: () => undefined,
      onDropped: (error, retryInMs) => void dropped.push({ error, retryInMs }),
      ...options,
    },
    0n,
  );
  const nth = async (n: number) => {
    await expect.poll(() => opened.length).toBeGreaterThan(n);
    const found = opened[n];
    if (found === undefined) throw new Error(`connection ${n} was not opened`);
    return found;
  };
  return { stop, ended, nth, opened, dropped };
}

test('a connection that is cut while events are handed over is opened again behind them, when they have been', async () => {
  let finish = (): void => undefined;
  const handled: bigint[] = [];
  const { stop, ended, nth, opened } = started({
    async onEvents(events) {
      await new Promise<void>((resolve) => (finish = resolve));
      handled.push(...events.map(({ position }) => position));
    },
  });
  const { source } = await nth(0);
  source.answer(recorded(7n));
  await sleep(5);
  source.emit('error', cut());
  await sleep(120);
  expect(opened).toHaveLength(1);
  finish();
  expect((await nth(1)).position).toBe(7n);
  expect(handled).toEqual([7n]);
  stop.abort();
  await ended;
});

test('it has not ended before the handler under way has', async () => {
  let finished = false;
  const { stop, ended, nth } = started({
    async onEvents() {
      await sleep(40);
      finished = true;
    },
  });
  (await nth(0)).source.answer(recorded(7n));
  await sleep(10);
  stop.abort();
  await ended;
  expect(finished).toBe(true);
});

test('a checkpoint beyond the end of the log is neither handed on nor asked for', async () => {
  const checkpoints: bigint[] = [];
  const { stop, ended, nth } = started({ onCheckpoint: (position) => void checkpoints.push(position) });
  const { source } = await nth(0);
  source.answer({ checkpoint: NONSENSE });
  await sleep(20);
  source.answer({ checkpoint: 101n });
  await sleep(20);
  source.answer({ checkpoint: 60n });
  await sleep(20);
  expect(checkpoints).toEqual([60n]);
  source.emit('error', cut());
  expect((await nth(1)).position).toBe(60n);
  stop.abort();
  await ended;
});

test('a server that ends the subscription of a slow reader is asked again immediately, others after growing pauses', async () => {
  const { stop, ended, nth, dropped } = started();
  for (let n = 0; n < 3; n += 1) (await nth(n)).source.emit('error', tooSlow());
  for (let n = 3; n < 5; n += 1) (await nth(n)).source.emit('error', cut());
  await nth(5);
  stop.abort();
  await ended;
  expect(dropped.map(({ error }) => error.constructor)).toEqual([
    ...Array.from({ length: 3 }, () => SubscriberTooSlow),
    ...Array.from({ length: 2 }, () => EventStoreUnavailable),
  ]);
  expect(dropped[0]?.error.message).toBe(
    'event store ended the subscription because events came faster than they were taken',
  );
  expect(dropped.map(({ retryInMs }) => retryInMs)).toEqual([0, 0, 0, 50, 100]);
});
