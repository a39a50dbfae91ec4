import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { deleteRows, loadRows, upsertRows } from './rows.ts';
import {
  bigint,
  boolean,
  column,
  createTable,
  date,
  int,
  nullable,
  readTable,
  text,
  textArray,
  timestamptz,
} from './table.ts';
import { projectionTx } from './transactions.ts';

const thing = readTable('thing', {
  columns: {
    id: int(),
    words: nullable(text()),
    note: nullable(column<string>('varchar(200)')),
    cents: nullable(bigint()),
    share: nullable(column<number>('double precision')),
    kept: nullable(boolean()),
    day: nullable(date()),
    at: nullable(timestamptz()),
    list: nullable(textArray()),
    doc: nullable(column<object>('jsonb')),
  },
  key: ['id'],
});

let database: Database;
let client: pg.PoolClient;
const tx = () => projectionTx(client, (name) => `"public"."${name}"`);

beforeAll(async () => {
  database = connectDatabase(await testDatabase(), { pipeline: true });
  client = await database.pool.connect();
  for (const statement of createTable(thing, '"public"."thing"')) await client.query(statement);
});
afterAll(async () => {
  client.release();
  await database.close();
});

// Postgres text cannot hold NUL, nor UTF-16 halves.
const words = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replaceAll('\u0000', ''));
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const row = fc.record({
  id: fc.nat(20),
  words: optional(words),
  note: optional(words),
  cents: optional(fc.maxSafeInteger()),
  share: optional(fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n || 0)),
  kept: optional(fc.boolean()),
  day: optional(fc.constantFrom('2024-02-29', '1999-12-31')),
  at: optional(fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })),
  list: optional(fc.array(words, { maxLength: 3 })),
  doc: optional(fc.array(words, { maxLength: 2 }).map((texts) => ({ texts, n: 1.5 }))),
});

describe('rows', () => {
  it('are read as they were written, the later write replacing the earlier', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1 }),
        fc.uniqueArray(row, { selector: ({ id }) => id }),
        async (first, second) => {
          await client.query('truncate thing');
          const writing = tx();
          upsertRows(writing, thing, first);
          upsertRows(writing, thing, second);
          await writing.written();
          const expected = new Map([...first, ...second].map((one) => [one.id, one]));
          const ids = [...expected.keys()];
          const found = await loadRows(tx(), thing, 'id', ids);
          expect(new Map(found.map((one) => [one.id, one]))).toEqual(expected);
          const deleting = tx();
          deleteRows(deleting, thing, 'id', ids.slice(1));
          await deleting.written();
          expect((await loadRows(tx(), thing, 'id', ids)).map(({ id }) => id)).toEqual(ids.slice(0, 1));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('cost nothing when there are none', async () => {
    const refusing = {
      table: String,
      query: () => Promise.reject(new Error('asked')),
      write: () => expect.fail('written'),
    };
    upsertRows(refusing, thing, []);
    deleteRows(refusing, thing, 'id', []);
    expect(await loadRows(refusing, thing, 'id', [])).toEqual([]);
  });
});
