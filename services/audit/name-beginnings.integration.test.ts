import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HistoryResource } from '#contracts/api/history.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await vitrine.shown();
});
afterAll(() => vitrine.close());

const ask = async ({ filter }: { filter: object }): Promise<{ rows: HistoryResource[] }> => {
  const head = String(await vitrine.context.events.headPosition());
  const { status, json, text } = await (
    await vitrine.as('admin')
  ).get(`/api/history?filter=${encodeURIComponent(JSON.stringify(filter))}&range=[0,99]`, {
    headers: { 'min-position': head },
  });
  if (status !== 200) throw new Error(text);
  return { rows: json as HistoryResource[] };
};

test('finds by how a name begins: with a * always, without where nothing is called so', async () => {
  for (const name of ['PX-1', 'PX-10', 'PX-11', 'PY-1']) await vitrine.listStone(name);
  const parcels = async (filter: object) => {
    const { rows } = await ask({ filter: { type: 'StoneListed', ...filter } });
    return rows.flatMap(({ parcelNames }) => parcelNames).sort();
  };
  expect(await parcels({ q: 'px-1*' })).toEqual(['PX-1', 'PX-10', 'PX-11']);
  expect(await parcels({ q: 'PX-1' })).toEqual(['PX-1']);
  expect(await parcels({ parcel: 'px-' })).toEqual(['PX-1', 'PX-10', 'PX-11']);
  expect(await parcels({ q: 'p_-1*' })).toEqual([]);
  const actors = new Set((await ask({ filter: { actor: 'fe*' } })).rows.map(({ actor }) => actor));
  expect(actors).toEqual(new Set(['feed']));
  // As users write their names when they sign in.
  expect((await ask({ filter: { actor: 'FEED' } })).rows).not.toEqual([]);
  expect((await ask({ filter: { actor: 'nobody*' } })).rows).toEqual([]);
});
test('a beginning that means too many names is refused, and shows nothing to who is still typing', async () => {
  await vitrine.pool.query(
    `insert into read.audit_name (kind, name) select 'about', 'zz-' || n from generate_series(1, 201) as n`,
  );
  const refused = await (
    await vitrine.as('admin')
  ).get(`/api/history?filter=${encodeURIComponent('{"q":"ZZ-*"}')}`);
  expect(refused).toMatchObject({ status: 400, json: { code: 'TOO_MANY_NAMES', field: 'filter' } });
  expect((await ask({ filter: { q: 'ZZ-' } })).rows).toEqual([]);
  await vitrine.pool.query(`delete from read.audit_name where name ^@ 'zz-'`);
});
