import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase, type Template } from '#tests/support/postgres.ts';

async function rows(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('each database is empty and its own', async () => {
  const [one, other] = [await testDatabase(), await testDatabase()];
  await rows(one, 'create table only_here (n int)');
  expect(await rows(other, "select to_regclass('only_here') as found")).toEqual([{ found: null }]);
});

test('a template is prepared once and every clone begins with it', async () => {
  let prepared = 0;
  const template: Template = {
    name: 'support_example',
    async prepare(url) {
      prepared += 1;
      await rows(url, 'create table stock as select 7 as n');
    },
  };
  const clones = await Promise.all([testDatabase(template), testDatabase(template), testDatabase(template)]);
  await rows(clones[0] ?? '', 'delete from stock');
  expect(await rows(clones[1] ?? '', 'select n from stock')).toEqual([{ n: 7 }]);
  expect(await rows(clones[2] ?? '', 'select n from stock')).toEqual([{ n: 7 }]);
  expect(prepared).toBe(1);
});
