import fc from 'fast-check';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { DomainEvent, Fold } from '#contracts/events/index.ts';
import {
  WrongExpectedRevision,
  type EventStore,
  type NewEvent,
  type RecordedEvent,
} from '../event-store/index.ts';
import { Refusal } from '../refusal.ts';
import { appendEvents } from './append-events.ts';
import { carryOut as carryOutOn, writtenBefore } from './carry-out.ts';
import type { CommandContext } from './context.ts';
import { deriveId } from './derive-id.ts';
import { onFreshStream } from './fresh-stream.ts';
import { loadStream } from './load-stream.ts';
import { createSnapshots } from './snapshots.ts';

const CART = 'cart-7';
const effectiveAt = '2024-05-01T12:00:00.000Z';
const actor = { username: 'someone', role: 'customer' } as const;

type Cart = { names: readonly string[]; events: number };

/** A cart of at most two: its commands are refused, do nothing or write, as it is full, unchanged or not. */
const cartOfTwo: Fold<Cart> = {
  name: 'cart-of-two',
  initial: () => ({ names: [], events: 0 }),
  evolve(cart, { type, data }) {
    const events = cart.events + 1;
    if (type === 'StonesCarted') return { names: [...cart.names, ...data.parcelNames], events };
    if (type === 'StonesUncarted')
      return { names: cart.names.filter((name) => !data.parcelNames.includes(name)), events };
    return { ...cart, events };
  },
};

function put(name: string): (cart: Cart) => readonly DomainEvent[] {
  return ({ names }) => {
    if (names.includes(name)) return [];
    if (names.length >= 2) throw new Refusal(402, 'The cart is full.', {});
    return [
      { type: 'StonesCarted', data: { customerId: 7, line: 'natural', parcelNames: [name], effectiveAt } },
    ];
  };
}
function take(name: string): (cart: Cart) => readonly DomainEvent[] {
  return ({ names }) =>
    names.includes(name)
      ? [
          {
            type: 'StonesUncarted',
            data: { customerId: 7, line: 'natural', parcelNames: [name], effectiveAt },
          },
        ]
      : [];
}

/** A log of its own for a test; `turn` lets the test choose the order in which calls go on. */
function memoryStore(turn: () => Promise<void> = async () => undefined) {
  const streams = new Map<string, RecordedEvent[]>();
  let position = 0n;
  let reads = 0;
  const of = (stream: string): RecordedEvent[] => streams.get(stream) ?? [];
  const append = (stream: string, expected: bigint | 'no_stream', events: readonly NewEvent[]) => {
    const there = of(stream);
    const from = expected === 'no_stream' ? 0 : Number(expected) + 1;
    const known = there.slice(from, from + events.length);
    // The same ids at the same revision: written before, and answered so.
    if (known.length === events.length && known.every(({ id }, index) => id === events[index]!.id)) {
      const last = known.at(-1)!;
      return { revision: last.revision, position: last.position };
    }
    if (from !== there.length)
      throw new WrongExpectedRevision(stream, expected, there.at(-1)?.revision ?? 'no_stream');
    const written = events.map((event, index) => ({
      ...event,
      stream,
      revision: BigInt(from + index),
      position: (position += 3n),
      storedAt: new Date(0),
    }));
    streams.set(stream, [...there, ...written]);
    return { revision: written.at(-1)!.revision, position };
  };
  const store: Pick<EventStore, 'append' | 'readStream'> = {
    async append(stream, expected, events) {
      await turn();
      const appended = append(stream, expected, events);
      await turn();
      return appended;
    },
    async *readStream(stream, { from, direction, maxCount = Number.POSITIVE_INFINITY } = {}) {
      reads += 1;
      await turn();
      const there =
        direction === 'backwards' ? of(stream).toReversed() : of(stream).slice(Number(from ?? 0n));
      const given = there.slice(0, maxCount);
      await turn();
      yield* given;
    },
  };
  /** Brings an older copy of the log back, which has so many of the stream's events. */
  const restore = (stream: string, events: number): void => {
    streams.set(stream, of(stream).slice(0, events));
  };
  return { store, recorded: of, reads: () => reads, restore };
}

/** Postgres with one table. */
function snapshotTable(): pg.Pool {
  const rows = new Map<string, Record<string, unknown>>();
  const query = async (sql: string, [stream, fold, revision, at, recent, state]: string[]) => {
    const key = `${fold} ${stream}`;
    if (sql.startsWith('select')) return { rows: rows.has(key) ? [rows.get(key)] : [] };
    if (sql.startsWith('delete')) {
      rows.delete(key);
      return { rows: [] };
    }
    rows.set(key, {
      revision: Number(revision),
      last_recorded_at: at,
      recent: JSON.parse(recent!),
      state: JSON.parse(state!),
    });
    return { rows: [] };
  };
  return { query } as Partial<pg.Pool> as pg.Pool;
}

/** A process: its own memory over stores that it shares. */
function processOn(store: Pick<EventStore, 'append' | 'readStream'>, pool: pg.Pool): CommandContext {
  let now = Date.parse(effectiveAt);
  return {
    events: store as EventStore,
    snapshots: createSnapshots(pool),
    clock: () => new Date((now += 1000)),
    zone: 'America/New_York',
    db: {} as CommandContext['db'],
  };
}

type Step = { process: number; name: string; puts: boolean };
const step: fc.Arbitrary<Step> = fc.record({
  process: fc.nat(2),
  name: fc.constantFrom('A', 'B', 'C'),
  puts: fc.boolean(),
});

const decisionOf = ({ puts, name }: Step) => (puts ? put(name) : take(name));

async function answerOf(
  decide: () => readonly DomainEvent[] | Promise<readonly DomainEvent[]>,
): Promise<string> {
  try {
    return (await decide()).length === 0 ? 'nothing to do' : 'written';
  } catch (error) {
    if (error instanceof Refusal) return 'refused';
    throw error;
  }
}

const carryOut = (context: CommandContext, one: Step, commandId: string): Promise<string> =>
  answerOf(async () => {
    const command = { commandId, actor };
    return (await carryOutOn(context, { stream: CART, fold: cartOfTwo }, command, decisionOf(one))).events;
  });

const cartAfter = (events: readonly RecordedEvent[]): Cart =>
  events.reduce(
    (cart, { type, data }) => cartOfTwo.evolve(cart, { type, data } as Parameters<Fold<Cart>['evolve']>[1]),
    cartOfTwo.initial(CART),
  );

describe('what a process knows of streams', () => {
  it('changes no answer: one command after the other, from any process, each is answered on the newest state', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 130 }), async (steps) => {
        const { store, recorded } = memoryStore();
        const pool = snapshotTable();
        const processes = [0, 1, 2].map(() => processOn(store, pool));
        for (const [index, one] of steps.entries()) {
          const before = cartAfter(recorded(CART));
          const expected = await answerOf(() => decisionOf(one)(before));
          expect(await carryOut(processes[one.process]!, one, `command ${index}`)).toBe(expected);
        }
        for (const context of processes)
          expect((await loadStream(context, CART, cartOfTwo)).state).toEqual(cartAfter(recorded(CART)));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['which ends before the snapshot', 120, 0],
    ['to which others have written since', 120, 60],
    ['to which others have written much since', 20, 160],
  ])('is not believed in an older copy of the log that was restored, %s', async (_, kept, since) => {
    const { store, recorded, restore } = memoryStore();
    const pool = snapshotTable();
    let commands = 0;
    const write = async (context: CommandContext, count: number): Promise<void> => {
      for (let left = count; left > 0; left -= 1) {
        const puts = !cartAfter(recorded(CART)).names.includes('A');
        const step = { process: 0, name: 'A', puts };
        expect(await carryOut(context, step, `command ${(commands += 1)}`)).toBe('written');
      }
    };
    const before = processOn(store, pool);
    await write(before, 151);
    restore(CART, kept);
    // A process that has no snapshot: those of Postgres stay what they were.
    await write(processOn(store, snapshotTable()), since);
    for (const context of [before, processOn(store, pool), processOn(store, pool)]) {
      expect((await loadStream(context, CART, cartOfTwo)).state).toEqual(cartAfter(recorded(CART)));
      await write(context, 3);
    }
  });

  it('breaks no rule where commands race: what stands in the log could each be decided on what stood before it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(step, { minLength: 2, maxLength: 12 }),
        fc.array(step, { maxLength: 6 }),
        async (scheduler, racing, first) => {
          let free = true;
          const { store, recorded } = memoryStore(() =>
            free ? Promise.resolve() : scheduler.schedule(Promise.resolve()),
          );
          const pool = snapshotTable();
          const processes = [0, 1, 2].map(() => processOn(store, pool));
          for (const [index, one] of first.entries())
            await carryOut(processes[one.process]!, one, `first ${index}`);
          free = false;
          // Each pair of neighbours has one key: the same command sent twice, to two processes maybe.
          const answers = Promise.all(
            racing.map((one, index) =>
              carryOut(
                processes[one.process]!,
                { ...racing[index - (index % 2)]!, process: one.process },
                `racing ${index - (index % 2)}`,
              ),
            ),
          );
          await scheduler.waitFor(answers);
          const log = recorded(CART);
          expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
          for (const [index, { type, data }] of log.entries()) {
            const [name] = (data as { parcelNames: [string] }).parcelNames;
            const decide = type === 'StonesCarted' ? put(name) : take(name);
            expect(decide(cartAfter(log.slice(0, index)))).toHaveLength(1);
          }
          free = true;
          for (const context of processes)
            expect((await loadStream(context, CART, cartOfTwo)).state).toEqual(cartAfter(log));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('spares the reading: a process that goes on from what it wrote reads a stream once, and every 50 events', async () => {
    const { store, reads, recorded } = memoryStore();
    const context = processOn(store, snapshotTable());
    for (let turn = 0; turn < 20; turn += 1)
      await carryOut(context, { process: 0, name: 'A', puts: turn % 2 === 0 }, `turn ${turn}`);
    expect(recorded(CART)).toHaveLength(20);
    expect(reads()).toBe(1);
    for (let turn = 20; turn < 200; turn += 1)
      await carryOut(context, { process: 0, name: 'A', puts: turn % 2 === 0 }, `turn ${turn}`);
    expect(recorded(CART)).toHaveLength(200);
    expect(reads()).toBeLessThanOrEqual(5);
  });

  it('lets a process that comes new to a long stream read no more than its newest hundred events', async () => {
    const pool = snapshotTable();
    let given = 0;
    const { store } = memoryStore();
    const counting: typeof store = {
      ...store,
      async *readStream(...asked) {
        for await (const event of store.readStream(...asked)) {
          given += 1;
          yield event;
        }
      },
    };
    const busy = processOn(store, pool);
    for (let turn = 0; turn < 333; turn += 1)
      await carryOut(busy, { process: 0, name: 'A', puts: turn % 2 === 0 }, `turn ${turn}`);
    const { state } = await loadStream(processOn(counting, pool), CART, cartOfTwo);
    expect(state.events).toBe(333);
    expect(given).toBeLessThanOrEqual(100);
  });

  it('is not taken for what stands in the log where another process carried the same command out first', async () => {
    const { store } = memoryStore();
    const pool = snapshotTable();
    const [ours, theirs] = [processOn(store, pool), processOn(store, pool)];
    const command = { commandId: 'one', actor };
    const event = {
      ...put('A')({ names: [], events: 0 })[0]!,
      id: deriveId('one', CART, 0),
    };
    const known = await loadStream(ours, CART, cartOfTwo);
    await appendEvents(theirs, await loadStream(theirs, CART, cartOfTwo), [event], command);
    ours.clock = () => new Date('2024-05-03T00:00:00.000Z');
    await appendEvents(ours, known, [event], command);
    const { lastRecordedAt } = await loadStream(ours, CART, cartOfTwo);
    expect(lastRecordedAt < '2024-05-03').toBe(true);
  });

  it('lets an attempt that writes nothing run once where the guess was right, and again where it was wrong', async () => {
    const { store } = memoryStore();
    const pool = snapshotTable();
    const [ours, theirs] = [processOn(store, pool), processOn(store, pool)];
    await carryOut(ours, { process: 0, name: 'A', puts: true }, 'first');
    const seen: string[][] = [];
    const look = () =>
      onFreshStream(ours, CART, cartOfTwo, async ({ state }) => {
        seen.push([...state.names]);
        if (state.names.length === 2) throw new Refusal(402, 'The cart is full.', {});
        return state.names.length;
      });
    expect(await look()).toBe(1);
    expect(seen).toEqual([['A']]);
    await carryOut(theirs, { process: 1, name: 'B', puts: true }, 'theirs');
    await expect(look()).rejects.toThrow('full');
    expect(seen).toEqual([['A'], ['A'], ['A', 'B']]);
  });

  it('gives an attempt that fails after its append no second run', async () => {
    const { store, recorded } = memoryStore();
    const context = processOn(store, snapshotTable());
    await carryOut(context, { process: 0, name: 'A', puts: true }, 'first');
    let runs = 0;
    const attempt = onFreshStream(context, CART, cartOfTwo, async (loaded) => {
      runs += 1;
      const [event] = put('B')(loaded.state);
      await appendEvents(context, loaded, [{ ...event!, id: deriveId('second', runs) }], {
        commandId: 'second',
        actor,
      });
      throw new Refusal(402, 'afterwards', {});
    });
    await expect(attempt).rejects.toThrow('afterwards');
    expect(runs).toBe(1);
    expect(recorded(CART)).toHaveLength(2);
  });

  it('writes no event that could not be read back', async () => {
    const { store, recorded } = memoryStore();
    const context = processOn(store, snapshotTable());
    const loaded = await loadStream(context, CART, cartOfTwo);
    const broken = {
      type: 'StonesCarted',
      id: deriveId('x'),
      data: { customerId: -1, line: 'natural', parcelNames: [], effectiveAt },
    };
    await expect(
      appendEvents(context, loaded, [broken as DomainEvent & { id: string }], { commandId: 'x', actor }),
    ).rejects.toThrow(/customerId/);
    expect(recorded(CART)).toEqual([]);
  });
});

describe('a command whose key is forgotten', () => {
  it('is known by its event in the stream, and with another body refused', () => {
    const recent = [{ id: 'an event', position: '7', bodyHash: 'a body' }];
    expect(writtenBefore({ recent }, 'an event', { bodyHash: 'a body' })).toBe(7n);
    expect(writtenBefore({ recent }, 'another event', { bodyHash: 'a body' })).toBeNull();
    const another = () => writtenBefore({ recent }, 'an event', { bodyHash: 'another body' });
    expect(another).toThrow(expect.objectContaining({ status: 409, code: 'KEY_REUSED' }));
  });
});
