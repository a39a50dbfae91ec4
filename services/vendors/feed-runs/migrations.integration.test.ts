import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectDatabase, migrate } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { feedRunMigrations } from './migrations.ts';

/** Rows as an older version left them: each step brings them up to date. */
const stepsBefore = (name: string) =>
  feedRunMigrations.slice(
    0,
    feedRunMigrations.findIndex((step) => step.name === name),
  );

test('an offer of a file without groups has its vendor’s tier no longer; of other runs, and with groups, it stays', async () => {
  const { pool, db, close } = connectDatabase(await testDatabase());
  await migrate(pool, stepsBefore('feed-runs-groups'));
  const readRun = async (id: string, state: string, attributes: readonly string[]): Promise<void> => {
    const mapping = {
      columns: attributes.map((attribute) => ({ heading: attribute, attribute })),
      conventions: {},
    };
    await sql`
      insert into vitrine.feed_run (id, vendor_id, file_id, file_name, source, kind, state, requested_by,
        requested_role, requested_at, mapping)
      values (${id}, 1, 'file', 'stock.csv', 'UPLOAD', 'FULL', ${state}, 'admin', 'administrator', now(),
        ${JSON.stringify(mapping)}::json)`.execute(db);
    const offers = {
      tiered: { parcelName: 'tiered', attributes: { weight: 1010, tier: 'Reserve' }, costCents: 1 },
      plain: { parcelName: 'plain', attributes: { weight: 1010 }, costCents: 1 },
      missing: null,
    };
    for (const [row, offer] of Object.entries(offers))
      await sql`
        insert into vitrine.feed_run_row (run_id, id, class, stone, changes, problems, offer)
        values (${id}, ${row}, 'NEW', '', '[]', '[]', ${offer && JSON.stringify(offer)}::json)`.execute(db);
  };
  const open = ['CLASSIFIED', 'HELD', 'APPLYING', 'APPLIED'];
  for (const state of open) await readRun(state, state, ['parcelName', 'weight']);
  await readRun('grouped', 'APPLIED', ['parcelName', 'weight', 'group']);
  await readRun('ended', 'DISCARDED', ['parcelName', 'weight']);

  await migrate(pool, feedRunMigrations);
  const { rows } = await sql<{ run: string; attributes: object[] }>`
    select run_id as run, json_agg(offer->'attributes' order by id desc) as attributes
    from vitrine.feed_run_row group by run_id`.execute(db);
  const [bare, tiered] = [{ weight: 1010 }, { weight: 1010, tier: 'Reserve' }];
  expect(Object.fromEntries(rows.map(({ run, attributes }) => [run, attributes]))).toEqual({
    ...Object.fromEntries(open.map((state) => [state, [bare, bare, null]])),
    grouped: [tiered, bare, null],
    ended: [tiered, bare, null],
  });
  await close();
});

test('a run that was applied past its holds says by whom, and past which of them', async () => {
  const { pool, db, close } = connectDatabase(await testDatabase());
  await migrate(pool, stepsBefore('feed-runs-decisions'));
  const holds = ['PRICES', 'UNIDENTIFIED_ROWS', 'WITHDRAWALS'].map((reason) => ({ reason }));
  const runs = [
    ['withdrew', 'APPLIED', true],
    ['kept', 'APPLYING', false],
    ['waiting', 'HELD', false],
  ] as const;
  for (const [id, state, withdraws] of runs)
    await sql`
      insert into vitrine.feed_run (id, vendor_id, file_id, file_name, source, kind, state, requested_by,
        requested_role, requested_at, mapping, holds, withdraws, decided_by)
      values (${id}, 1, 'file', 'stock.csv', 'UPLOAD', 'FULL', ${state}, 'admin', 'administrator', now(), '{}',
        ${JSON.stringify(holds)}::json, ${withdraws}, ${state === 'HELD' ? null : 'ada'})`.execute(db);

  await migrate(pool, feedRunMigrations);
  const { rows } =
    await sql`select id, applied_by as by, confirmed from vitrine.feed_run order by id desc`.execute(db);
  expect(rows).toEqual([
    { id: 'withdrew', by: 'ada', confirmed: ['PRICES', 'UNIDENTIFIED_ROWS', 'WITHDRAWALS'] },
    { id: 'waiting', by: null, confirmed: [] },
    { id: 'kept', by: 'ada', confirmed: ['PRICES', 'WITHDRAWALS'] },
  ]);
  await close();
});
