import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { connectDatabase } from '#services/platform/database/index.ts';
import { availableLists, createListStore } from './available-lists.ts';
import { arranged } from './name-shelves.ts';
import type { LineView } from './stone-lists.ts';

const away = connectDatabase('postgres://nobody@127.0.0.1:1/nothing');
afterAll(() => away.close());

const unheard: unknown[] = [];
const hear = (reason: unknown): void => void unheard.push(reason);
beforeEach(() => void process.on('unhandledRejection', hear));
afterEach(() => void process.off('unhandledRejection', hear));

const view: LineView = {
  line: 'natural',
  caller: {
    user: { username: 'rep' },
    customerId: null,
    showPrices: 'WHOLESALE',
    staff: true,
    administrator: false,
  },
  access: null,
  price: { mode: 'WHOLESALE', giaRoundDiscountPpm: 0, retailMarkups: [] },
  memo: null,
  rapOf: () => undefined,
  shapeName: (code) => code,
  closed: new Set(),
  inCart: new Set(),
  staleVendors: new Set(),
  look: 'as staff see it',
  mark: '',
};
const state = { version: '', mark: '', places: new Map<string, bigint>() };

test.each([1_000, 10_000])(
  'while Postgres is away a list of %i stones is refused, and nothing else ends by it',
  async (stones) => {
    const names = Array.from({ length: stones }, (_, index) => `S-${index}`);
    const lists = availableLists('natural', {
      readers: away,
      available: { at: () => Promise.resolve(arranged(names)) },
      parcels: { own: () => Promise.reject(new Error('not asked')), versionOf: () => Promise.resolve('') },
      store: createListStore(),
    });
    await expect(lists.of(view, state)).rejects.toThrow(/ECONNREFUSED/);
    // What is rejected and not heard is reported after this turn.
    await new Promise(setImmediate);
    expect(unheard).toEqual([]);
  },
);

test('many who ask at the same moment for a list that no one has asked for read the line once', async () => {
  let questions = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      questions += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const shelves = arranged(Array.from({ length: 10_000 }, (_, index) => `S-${index}`));
  const lists = availableLists('natural', {
    readers: { db: away.db.withPlugin(counting) },
    available: { at: () => Promise.resolve(shelves) },
    parcels: { own: () => Promise.reject(new Error('not asked')), versionOf: () => Promise.resolve('') },
    store: createListStore(),
  });
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => lists.of(view, state)));
  expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'rejected'));
  expect(questions).toBe(1);
});
