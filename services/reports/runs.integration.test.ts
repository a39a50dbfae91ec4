import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportRunReply } from '#contracts/api/reports.ts';
import { createPositions } from '#projections/engine/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { queueDueReports } from './schedules/queue-due-reports.ts';
import {
  allSchedules,
  deleteSchedule,
  saveSchedule,
  type ReportSchedule,
} from './schedules/schedule-store.ts';
import { staffOf } from './schedules/staff.ts';

let vitrine: SmallVitrine;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-reports-'));
  vitrine = await startSmallVitrine({ VITRINE_DATA: folder });
  await vitrine.listStone('A-1');
});
afterAll(async () => {
  await vitrine.close();
  await rm(folder, { recursive: true });
});

type User = Awaited<ReturnType<SmallVitrine['as']>>;

async function ended(user: User, id: string): Promise<ReportRunReply> {
  for (;;) {
    const run = (await user.get(`/reports/runs/${id}`)).json as ReportRunReply;
    if (run.state === 'DONE' || run.state === 'FAILED') return run;
    await sleep(30);
  }
}

test('a report made in the background is found again, mailed once, and the one that the call answers', async () => {
  const rep = await vitrine.as('rep');
  const asked = (await rep.post('/reports/runs')).json as ReportRunReply;
  const run = await ended(rep, asked.id);
  expect(run).toMatchObject({ state: 'DONE', withCost: false, failure: null });
  expect(Date.parse(run.keptUntil!) - Date.parse(run.finishedAt!)).toBe(30 * 86_400_000);
  expect((await rep.get('/reports/runs')).json).toMatchObject([{ id: asked.id }]);
  const file = await rep.get(`/reports/runs/${asked.id}/file`);
  expect(file.headers.get('content-disposition')).toContain(encodeURIComponent(run.fileName).slice(0, 7));
  expect(Number(file.headers.get('content-length'))).toBe(run.size);
  const { rows } = await vitrine.pool.query(
    "select subject, body from vitrine.mail where key like 'report/%'",
  );
  expect(rows).toEqual([
    { subject: 'Your report is ready', body: expect.stringContaining('kept for 30 days') },
  ]);
});

test('it is the person’s own, and a report with cost needs an administrator', async () => {
  const admin = await vitrine.as('admin');
  const rep = await vitrine.as('rep');
  const { id } = (await admin.post('/reports/runs?includeCost=true')).json as ReportRunReply;
  expect(await ended(admin, id)).toMatchObject({ withCost: true, state: 'DONE' });
  expect((await rep.get(`/reports/runs/${id}/file`)).status).toBe(402);
  expect((await rep.post('/reports/runs?includeCost=true')).status).toBe(403);
  await vitrine.pool.query("update vitrine.report_run set requested_by = 'rep' where id = $1", [id]);
  // As of a former administrator: it is not offered, and asking for it does not sign out.
  for (const path of [`/reports/runs/${id}`, `/reports/runs/${id}/file`])
    expect(await rep.get(path), path).toMatchObject({ status: 402, json: { code: 'UNKNOWN_RUN' } });
  const listed = async (user: User) =>
    ((await user.get('/reports/runs')).json as ReportRunReply[]).map((run) => run.id);
  expect(await listed(rep)).not.toContain(id);
  await vitrine.pool.query("update vitrine.report_run set requested_by = 'admin' where id = $1", [id]);
  expect(await listed(admin)).toContain(id);
});

test('who sees no wholesale prices gets no report: not by a call, a run, a file or a mail', async () => {
  const rep = await vitrine.as('rep');
  const { id } = (await rep.post('/reports/runs')).json as ReportRunReply;
  await ended(rep, id);
  const narrowed = { headers: { prices: 'NONE' } };
  const refused = { status: 402, json: { code: 'NO_PRICES' } };
  for (const path of ['/reports/combined', '/reports/runs'])
    expect(await rep.post(path, undefined, narrowed), path).toMatchObject(refused);
  for (const path of [`/reports/runs/${id}`, `/reports/runs/${id}/file`])
    expect(await rep.get(path, narrowed), path).toMatchObject(refused);
  const staff = staffOf(vitrine.context.db);
  const shows = (prices: string) =>
    vitrine.pool.query('update vitrine.user_account set show_prices = $1 where username = $2', [
      prices,
      'rep',
    ]);
  expect(await staff('rep')).toMatchObject({ administrator: false });
  await shows('RETAIL');
  expect(await staff('rep')).toBeNull();
  await shows('WHOLESALE');
});

test('a report that is picked up on the day after its time is about the days before that time', async () => {
  const { context, pool } = vitrine;
  const { db } = context;
  const id = randomUUID();
  // Of a year to come: the application's own clock leaves it alone.
  await saveSchedule(db, {
    id,
    schedule: { every: 'WEEK', day: 'MON', at: '06:30', recipients: ['rep'], withCost: false },
    nextAt: new Date('2030-01-07T11:30:00.000Z'),
    changedBy: 'admin',
    changedAt: new Date(),
  });
  const positions = createPositions(db, await logIdOf(context.events));
  const clock = () => new Date('2030-01-08T14:00:00.000Z');
  await queueDueReports({ ...context, positions, clock }, staffOf(db));
  const { rows } = await pool.query('select asked from vitrine.report_run where id like $1', [`${id}-%`]);
  expect(rows).toEqual([{ asked: { from: '2029-12-31', to: '2030-01-06' } }]);
  expect(await allSchedules(db)).toMatchObject([{ id, nextAt: new Date('2030-01-14T11:30:00.000Z') }]);
  await deleteSchedule(db, id);
});

test('a schedule that is removed, or changed, while its report is put in the queue queues none', async () => {
  const { context, pool } = vitrine;
  const { db } = context;
  const positions = createPositions(db, await logIdOf(context.events));
  const clock = () => new Date('2030-01-08T14:00:00.000Z');
  for (const meanwhile of ['removed', 'changed']) {
    // Given a report whose time has come
    const of: ReportSchedule = {
      id: randomUUID(),
      schedule: { every: 'WEEK', day: 'MON', at: '06:30', recipients: ['rep'], withCost: false },
      nextAt: new Date('2030-01-07T11:30:00.000Z'),
      changedBy: 'admin',
      changedAt: new Date(),
    };
    await saveSchedule(db, of);
    // When a person sees to it once its recipients are known
    const changedAt = new Date(of.changedAt.getTime() + 1);
    await queueDueReports({ ...context, positions, clock }, async (username) => {
      const who = await staffOf(db)(username);
      await (meanwhile === 'removed' ? deleteSchedule(db, of.id) : saveSchedule(db, { ...of, changedAt }));
      return who;
    });
    // Then none is made as it was set before
    const { rows } = await pool.query('select id from vitrine.report_run where id like $1', [`${of.id}-%`]);
    expect(rows, meanwhile).toEqual([]);
    await deleteSchedule(db, of.id);
  }
});

test('while the files are away a report is not given up, and what ends its process each time is', async () => {
  const rep = await vitrine.as('rep');
  const reports = path.join(folder, 'files', 'reports');
  await rm(reports, { recursive: true, force: true });
  await writeFile(reports, 'in the way');
  const { id } = (await rep.post('/reports/runs?from=2026-03-01')).json as ReportRunReply;
  // As if it had failed as often as it may but once.
  await vitrine.pool.query('update vitrine.report_run set attempts = 4 where id = $1', [id]);
  await sleep(5_000);
  expect((await rep.get(`/reports/runs/${id}`)).json).toMatchObject({ failure: null, finishedAt: null });
  await rm(reports);
  expect(await ended(rep, id)).toMatchObject({ state: 'DONE' });

  const { rows } = await vitrine.pool.query<{ id: string }>(
    `insert into vitrine.report_run (id, requested_by, requested_at, with_cost, mails, asked, cut, file_name, attempts)
      select id || '-killed', requested_by, now(), with_cost, mails, asked, cut, file_name, 5
      from vitrine.report_run where id = $1 returning id`,
    [id],
  );
  expect(await ended(rep, rows[0]!.id)).toMatchObject({
    state: 'FAILED',
    failure: 'its process ended each time',
  });
});

test('what is kept for 30 days is taken away, with its file', async () => {
  const rep = await vitrine.as('rep');
  const { id } = (await rep.post('/reports/runs?from=2026-01-01')).json as ReportRunReply;
  await ended(rep, id);
  const kept = async () => (await readdir(path.join(folder, 'files', 'reports'))).join();
  expect(await kept()).toContain(id);
  await vitrine.pool.query(
    "update vitrine.report_run set finished_at = now() - interval '31 days' where id = $1",
    [id],
  );
  // With nothing left to make, the job looks for old ones: at once after another report, else within a minute.
  await rep.post('/reports/runs?from=2026-02-01');
  await expect
    .poll(async () => (await rep.get(`/reports/runs/${id}`)).status, { timeout: 80_000, interval: 100 })
    .toBe(402);
  // Its file went first.
  expect(await kept()).not.toContain(id);
});
