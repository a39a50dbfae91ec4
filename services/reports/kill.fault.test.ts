import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportRunReply } from '#contracts/api/reports.ts';
import type { ReportScheduleReply } from '#contracts/api/report-schedules.ts';
import { createPositions } from '#projections/engine/index.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { killedWorker } from '#tests/support/killed-worker.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { combinedReport } from './combined-report.ts';
import { takeReportCut } from './cut/report-cut.ts';

/** A report whose process is killed is made again of the same cut (rule: Reports in the background). */

const worker = killedWorker<'file' | 'mail'>('services/reports/testing/report-runs-program.ts', 'reports');
const { folder } = worker;
let vitrine: SmallVitrine;

beforeAll(async () => {
  vitrine = await startSmallVitrine({ VITRINE_ROLES: 'api,projections' });
  await vitrine.listStone('A-1');
  await vitrine.document('MEMO', 'A-1');
  await vitrine.shown();
});
afterAll(async () => {
  await worker.end();
  await vitrine?.close();
  await worker.close();
});

test('kill -9 before the file is kept and before the mail: one file of the first cut, one mail', async () => {
  const { context } = vitrine;
  const rep = await vitrine.as('rep');
  const asked = (await rep.post('/reports/runs')).json as ReportRunReply;
  // One at a time for each person: the same again is that one, another is refused.
  expect((await rep.post('/reports/runs')).json).toMatchObject({ id: asked.id, state: 'WAITING' });
  expect(await rep.post('/reports/runs?to=2026-04-30')).toMatchObject({
    status: 402,
    json: { code: 'REPORT_UNDER_WAY' },
  });
  const positions = createPositions(context.db, await logIdOf(context.events));
  const cut = await takeReportCut({ ...context, positions }, { knownAt: asked.position });
  const progress = async () => (await rep.get(`/reports/runs/${asked.id}`)).json as ReportRunReply;
  for (const stop of ['file', 'mail'] as const) {
    await worker.killAt(vitrine, stop);
    expect((await progress()).state).not.toBe('DONE');
    await vitrine.listStone(`B-${stop}`);
  }
  worker.start(vitrine, 'never');
  const deadline = performance.now() + 60_000;
  while ((await progress()).state !== 'DONE' && performance.now() < deadline) await sleep(50);
  expect(await progress()).toMatchObject({ state: 'DONE', position: asked.position, failure: null });

  const file = await openFileStore({ dataFolder: folder, filesUrl: undefined }).get(
    `reports/${asked.id}.xlsx`,
  );
  const made = await buffer(
    await combinedReport({ ...context, positions }, { ...cut, isNewest: true }, { withCost: false }),
  );
  expect(Buffer.compare(file!.bytes, made)).toBe(0);
  const { rows } = await vitrine.pool.query("select recipient from vitrine.mail where key like 'report/%'");
  expect(rows).toEqual([{ recipient: 'rep@example.com' }]);
});

test('kill -9 of a report from a schedule: one run for its time, one mail to each with the file that is theirs', async () => {
  await worker.end();
  const { pool } = vitrine;
  const admin = await vitrine.as('admin');
  const id = randomUUID();
  const set = { every: 'WEEK', day: 'MON', at: '06:30', recipients: ['rep', 'admin'], withCost: true };
  expect((await admin.post(`/api/report-schedules/${id}`, set, { method: 'PUT' })).status).toBe(200);
  await pool.query(
    "update vitrine.report_schedule set next_at = date_trunc('hour', now()) - interval '1 hour'",
  );
  for (const stop of ['file', 'mail'] as const) await worker.killAt(vitrine, stop);
  worker.start(vitrine, 'never');
  const ended = async () =>
    (await pool.query("select 1 from vitrine.report_run where state = 'DONE' and id like $1", [`${id}%`]))
      .rowCount;
  await expect.poll(ended, { timeout: 60_000 }).toBe(2);
  const { rows } = await pool.query(
    'select recipient, attachment_name as name from vitrine.mail where key like $1 order by recipient',
    [`report/${id}%`],
  );
  expect(rows).toEqual([
    { recipient: 'admin@example.com', name: expect.stringMatching(/ with cost\.xlsx$/) },
    { recipient: 'rep@example.com', name: expect.not.stringContaining('cost') },
  ]);
  const [next] = (await admin.get('/api/report-schedules')).json as ReportScheduleReply[];
  expect(Date.parse(next!.nextAt)).toBeGreaterThan(Date.now());
  // Who gets it by mail finds it under its reports too; the one with cost is not among the rep's.
  const kept = (await (await vitrine.as('rep')).get('/reports/runs')).json as ReportRunReply[];
  expect(kept.filter((run) => run.id.startsWith(id)).map(({ withCost }) => withCost)).toEqual([false]);
});
