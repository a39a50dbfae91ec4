import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOTAL_IS_ESTIMATE } from '#contracts/api/history.ts';
import { compareNames } from '#contracts/vocabulary/compare-text.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { connectDatabase, instantOf, migrate, type Database } from '../database/index.ts';
import { readRestList } from './rest-lists.ts';
import { sendSelect, type RestSelect } from './rest-select.ts';

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase());
  await migrate(database.pool, []);
  await database.pool.query(`
    create table stone (id int primary key, name text, weight int, sold boolean not null, listed_at timestamptz);
    insert into stone values
      (1, 'Koh-i-Noor', 105, false, '2026-03-01T10:00:00Z'), (2, 'Hope', 45, true, '2026-03-02T10:00:00.250Z'),
      (3, 'Cullinan', 530, false, null), (4, '100%_Sancy', 45, false, '2026-02-01T10:00:00Z')`);
});
afterAll(() => database.close());

const STONES: RestSelect = {
  select: sql`select id, name, weight, sold, ${instantOf('listed_at')} as "listedAt" from stone`,
  sortedBy: ['listedAt', 'name', 'weight'],
  order: ['listedAt', 'DESC'],
  filteredBy: ['weight', 'sold', 'listedAt'],
  searched: ['name', 'weight'],
};

async function ask(
  query: { sort?: unknown; range?: unknown; filter?: unknown } = {},
  stones: RestSelect = STONES,
) {
  const headers: Record<string, string> = {};
  const texts = Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]);
  const reply = { header: (name: string, value: string) => void (headers[name] = value) };
  const list = readRestList(Object.fromEntries(texts));
  const rows = await sendSelect<{ id: number; listedAt: string | null }>(
    database.db,
    reply,
    'stones',
    stones,
    list,
  );
  return {
    ids: rows.map(({ id }) => id),
    range: headers['content-range'],
    rows,
    estimated: headers[TOTAL_IS_ESTIMATE],
  };
}

test('newest first by default; what has no date comes last; dates are instants', async () => {
  const { ids, range, rows } = await ask();
  expect([ids, range]).toEqual([[2, 1, 4, 3], 'stones 0-3/4']);
  expect(rows.map(({ listedAt }) => listedAt)).toEqual([
    '2026-03-02T10:00:00.250Z',
    '2026-03-01T10:00:00.000Z',
    '2026-02-01T10:00:00.000Z',
    null,
  ]);
});

test('sorted by the column behind a text, and counted no further than wanted', async () => {
  const select = sql`select id, ${instantOf('listed_at')} as "listedAt", listed_at from stone`;
  const stones = { ...STONES, select, behind: { listedAt: 'listed_at' }, countedTo: 2, searched: [] };
  await database.pool.query(`
    insert into stone values (6, 'Regent', 1, true, '2026-03-03T10:00:00.000200Z'),
      (7, 'Florentine', 1, true, '2026-03-03T10:00:00.000100Z')`);
  const { ids, range, estimated } = await ask({ range: [0, 2] }, stones);
  expect([ids, estimated]).toEqual([[6, 7, 2], 'true']);
  expect(Number(range?.split('/')[1])).toBeGreaterThan(2);
  expect(await ask({ filter: { id: [6, 7] } }, stones)).toMatchObject({ range: 'stones 0-1/2' });
  await database.pool.query('delete from stone where id > 5');
});

test('sorted and cut; rows of equal value keep one order; a range beyond the end is empty', async () => {
  expect((await ask({ sort: ['weight', 'ASC'] })).ids).toEqual([2, 4, 1, 3]);
  expect((await ask({ sort: ['weight', 'DESC'], range: [1, 2] })).ids).toEqual([1, 4]);
  expect(await ask({ sort: ['id', 'ASC'], range: [2, 9] })).toMatchObject({
    ids: [3, 4],
    range: 'stones 2-3/4',
  });
  expect(await ask({ range: [10, 19] })).toMatchObject({ ids: [], range: 'stones */4' });
});

const ODD_NAMES =
  `de Beer|ZEBRA|éclat|Eclat|eclat|e\u0301clat|Nb 10|Nb 9|nb 09|Nb-9|Nb9|Nb_9| Nb||10|9|9a|2.10|2.9|Zoë|Zoe|
  |Œuvre|oeuvre|Øre|straße|strasse|O’Neil|O'Neil|ONeil|Alder & Sons|Alder and Sons|Alder|İstanbul|istanbul|Ωmega|Жук|金
  |(new)|$5|100%_Sancy|a@b.com|a.b@b.com|Ångström|Angstrom|😀|٣`.split('|');

test('names are in the order in which the program has them, odd ones too', async () => {
  await database.pool.query(
    'create table odd as select place::int as id, name from unnest($1::text[]) with ordinality as name (name, place)',
    [ODD_NAMES],
  );
  const stones = { ...STONES, select: sql`select id, name from odd`, names: ['name'] };
  const listed = async (order: 'ASC' | 'DESC') =>
    (await ask({ sort: ['name', order], range: [0, 99] }, stones)).ids.map((id) => ODD_NAMES[id - 1]);
  const sorted = ODD_NAMES.toSorted(compareNames);
  expect(await listed('ASC')).toEqual(sorted);
  expect(await listed('DESC')).toEqual(sorted.toReversed());
  const known = ['de Beer', 'éclat', 'Nb 9', 'Nb 10', 'ZEBRA'];
  expect(known.toSorted().toSorted(compareNames)).toEqual(known);
});

test.each([
  [{ q: ' hope' }, [2]],
  [{ q: '100%_' }, [4]],
  [{ q: '45' }, [2, 4]],
  [{ weight: 45, sold: false }, [4]],
  [{ id: [1, 3] }, [1, 3]],
  [{ listedAt: null }, [3]],
  [{ weight: [] }, []],
])('filtered by %o', async (filter, ids) => {
  expect((await ask({ filter, sort: ['id', 'ASC'] })).ids).toEqual(ids);
});

test.each([
  [{ sort: ['password', 'ASC'] }, /sort: password is none of id, listedAt/],
  [{ sort: ['name; drop table stone', 'ASC'] }, /sort/],
  [{ filter: { 'name" or true --': 'x' } }, /filter/],
  [{ filter: { name: 'Hope' } }, /name cannot be filtered by; use q, id, weight/],
])('refuses %o', async (query, message) => {
  await expect(ask(query)).rejects.toThrow(message);
});
