import { beforeEach, describe, expect, test } from 'vitest';
import { localBus } from '#services/platform/bus/bus.ts';
import type { Committed, ProjectedEvent } from '#projections/engine/index.ts';
import { announceCommits, type CommitAnnouncer } from './announce-commits.ts';
import { openCommitJournal, type CommitJournal } from './commit-journal.ts';
import { concerns } from './concerns.ts';
import { keptAnswers, type KeptAnswers } from './kept-answers.ts';

const returned = (parcelName: string, customerId: number): ProjectedEvent => ({
  id: `${parcelName} ${customerId}`,
  stream: `stone-${parcelName}`,
  revision: 1n,
  position: 1n,
  metadata: {
    recordedAt: '2026-04-01T12:00:00.000Z',
    actor: { username: 'alder', role: 'customer' },
    commandId: 'c',
    shape: 1,
  },
  type: 'StoneReturned',
  data: { customerId, instructionId: 'i', effectiveAt: '2026-04-01T12:00:00.000Z' },
});
const parcels = (position: bigint, ...events: ProjectedEvent[]): Committed => ({
  projection: 'parcels',
  position,
  events,
});

let problems: string[];
let bus: ReturnType<typeof localBus>;
let announcer: CommitAnnouncer;
let journal: CommitJournal;
let kept: KeptAnswers<string>;

beforeEach(() => {
  problems = [];
  bus = localBus((message) => problems.push(message));
  journal = openCommitJournal(bus);
  announcer = announceCommits(bus);
  kept = keptAnswers(journal, 1_000, ({ value }) => value.length);
  announcer.onJoined('parcels', 10n);
});

/** The notice goes out in the same moment, behind what is under way. */
async function commit(...committed: Committed[]): Promise<void> {
  for (const one of committed) announcer.onCommitted(one);
  await Promise.resolve();
}

const at = (position: bigint, mark = 'first') => ({
  version: `${position} ${mark}`,
  mark,
  places: new Map([['parcels', position]]),
});

let asked = 0;
const answer = (state: ReturnType<typeof at>, ...concerns: string[]): Promise<string> =>
  kept.get(`a list of ${concerns.join()}`, state, async () => ({ value: `answer ${++asked}`, concerns }));
/** Whether an answer made of these at place 10 is asked for again at another state. */
async function isKept(concerns: readonly string[], change: () => unknown, state: ReturnType<typeof at>) {
  const before = await answer(at(10n), ...concerns);
  await change();
  return (await answer(state, ...concerns)) === before;
}

const A1 = concerns.parcel('A1');

describe('an answer is kept', () => {
  test('while what it is made of is not touched, however far the log goes on', async () => {
    expect(await isKept([A1], () => commit(parcels(11n, returned('B1', 8))), at(11n))).toBe(true);
    expect(
      await isKept([concerns.entriesOf(7)], () => commit(parcels(12n, returned('B1', 8))), at(12n)),
    ).toBe(true);
  });
  test('while the read models stand where they stood, whatever is heard', async () => {
    expect(await isKept([A1], () => bus.gap(), at(10n))).toBe(true);
  });
});

describe('an answer is asked for again', () => {
  test('when what it is made of was touched', async () => {
    expect(await isKept([A1], () => commit(parcels(11n, returned('A1', 8))), at(11n))).toBe(false);
    expect(
      await isKept([concerns.entriesOf(8)], () => commit(parcels(12n, returned('B1', 8))), at(12n)),
    ).toBe(false);
    expect(await isKept([concerns.parcels], () => commit(parcels(13n, returned('B1', 8))), at(13n))).toBe(
      false,
    );
  });
  test('when Postgres is further than what was heard of', async () => {
    expect(await isKept([A1], () => commit(parcels(11n, returned('B1', 8))), at(12n))).toBe(false);
    const unheard = { ...at(11n), places: new Map([...at(11n).places, ['carts', 1n]]) };
    expect(await isKept([A1], () => undefined, unheard)).toBe(false);
  });
  test('when a notice was lost, by the next one at latest', async () => {
    const lost = () => {
      bus.publish('commits', { steps: [{ projection: 'parcels', from: '11', to: '12' }], touched: [] });
    };
    expect(await isKept([A1], lost, at(12n))).toBe(false);
  });
  test('when notices may have been lost, or one cannot be read', async () => {
    expect(await isKept([A1], () => bus.gap(), at(11n))).toBe(false);
    announcer.onJoined('parcels', 10n);
    expect(await isKept([A1], () => bus.publish('commits', { steps: 'none' }), at(11n))).toBe(false);
    expect(problems).toHaveLength(1);
  });
  test('when another process follows the log from here on', async () => {
    expect(await isKept([A1], () => announcer.onJoined('parcels', 11n), at(11n))).toBe(false);
  });
  test('after a rebuild or a retry', async () => {
    expect(await isKept([A1], () => undefined, at(10n, 'second'))).toBe(false);
  });
  test('when more was touched than is named', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => returned(`C${index}`, 8));
    expect(await isKept([A1], () => commit(parcels(11n, ...many)), at(11n))).toBe(false);
  });
  test('when it was being made while something changed: it may be older or newer than that', async () => {
    let finish = (): void => undefined;
    const begun = kept.get(
      `a list of ${A1}`,
      at(10n),
      () => new Promise((resolve) => (finish = () => resolve({ value: 'begun before', concerns: [A1] }))),
    );
    await commit(parcels(11n, returned('A1', 8)));
    const next = answer(at(11n), A1);
    finish();
    expect(await begun).toBe('begun before');
    expect(await next).not.toBe('begun before');
    expect(await answer(at(11n), A1)).toBe(await next);
  });
});

test('two who ask at the same time share an answer, and a failure is not kept', async () => {
  const [one, other] = await Promise.all([answer(at(10n), A1), answer(at(10n), A1)]);
  expect(one).toBe(other);
  const failing = kept.get('another', at(10n), () => Promise.reject(new Error('away')));
  await expect(failing).rejects.toThrow('away');
  expect(await kept.get('another', at(10n), async () => ({ value: 'there', concerns: [] }))).toBe('there');
});

test('the least recently used go when together they are too large', async () => {
  const ask = (key: string) =>
    kept.get(key, at(10n), async () => ({ value: `${++asked}`.padEnd(400), concerns: [] }));
  const [one, two] = [await ask('one'), await ask('two')];
  expect(await ask('one')).toBe(one);
  await ask('three');
  expect(await ask('one')).toBe(one);
  expect(await ask('two')).not.toBe(two);
});

test('read models written together are announced together', async () => {
  announcer.onJoined('carts', 10n);
  const notices: unknown[] = [];
  bus.subscribe('commits', (notice) => notices.push(notice));
  const cart = { ...returned('A1', 7), stream: 'cart-7' };
  await commit(parcels(11n, returned('A1', 8)), { projection: 'carts', position: 11n, events: [cart] });
  expect(notices).toEqual([
    {
      steps: [
        { projection: 'parcels', from: '10', to: '11' },
        { projection: 'carts', from: '10', to: '11' },
      ],
      touched: ['parcels', 'parcel A1', 'entries 8', 'cart 7'],
    },
  ]);
});
