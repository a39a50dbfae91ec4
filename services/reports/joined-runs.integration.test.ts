import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReportRunReply } from '#contracts/api/reports.ts';
import { createPositions } from '#projections/engine/index.ts';
import { createOutbox } from '#services/mail/index.ts';
import { openFileStore, type FileStore } from '#services/platform/files/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { workReportRuns } from './runs/work-report-runs.ts';
import { deleteSchedule, saveSchedule } from './schedules/schedule-store.ts';
import { staffOf } from './schedules/staff.ts';

/** Who asks for a report while the same one is being made (rule: Reports in the background). */

let vitrine: SmallVitrine;
let folder: string;
let rep: Awaited<ReturnType<SmallVitrine['as']>>;
beforeAll(async () => {
  vitrine = await startSmallVitrine({ VITRINE_ROLES: 'api,projections' });
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-joined-runs-'));
  await vitrine.listStone('A-1');
  rep = await vitrine.as('rep');
});
beforeEach(() => vitrine.pool.query('delete from vitrine.report_run'));
afterAll(async () => {
  await vitrine?.close();
  rmSync(folder, { recursive: true });
});

/** Works off what is asked for, and mails; to whom, one after the other. */
async function worked(files: FileStore): Promise<string[]> {
  const { db, events, clock } = vitrine.context;
  const done = new AbortController();
  const mailed: string[] = [];
  const send = createOutbox({ db, clock, sending: false });
  await workReportRuns({
    context: { ...vitrine.context, positions: createPositions(db, await logIdOf(events)) },
    files,
    sendMail(mail, within) {
      mailed.push(mail.to);
      return send(mail, within);
    },
    staff: staffOf(db),
    leases: openLeases(vitrine.pool),
    log: { info: () => undefined, warn: () => undefined },
    work: {
      ...polledWork(),
      until: () => {
        done.abort();
        return Promise.resolve(false);
      },
    },
    signal: done.signal,
  });
  return mailed;
}

const ask = (minPosition?: bigint) =>
  rep.post('/reports/runs', undefined, {
    headers: minPosition === undefined ? {} : { 'min-position': String(minPosition) },
  });

test('a call joins only a run of a cut that shows what it must at least show', async () => {
  const { events } = vitrine.context;
  const { id, position } = (await ask()).json as ReportRunReply;
  // Behind the last event there may be places without one: nothing is missing from the cut.
  for (const atLeast of [undefined, BigInt(position), (await events.headPosition()) + 1n])
    expect((await ask(atLeast)).json, String(atLeast)).toMatchObject({ id });
  const newer = await vitrine.listStone('A-2');
  expect((await ask(BigInt(position))).json).toMatchObject({ id });
  expect(await ask(newer)).toMatchObject({ status: 402, json: { code: 'REPORT_UNDER_WAY' } });
});

test('an event after what a call must show keeps it from no run: nothing that it must show is missing', async () => {
  const { events } = vitrine.context;
  const { id } = (await ask()).json as ReportRunReply;
  // A place without an event that reports are made of.
  const other = { id: randomUUID(), type: 'Other', data: {}, metadata: {} };
  const { position } = await events.append('other-1', 'no_stream', [other]);
  const another = await vitrine.listStone('A-3');
  expect((await ask(position)).json).toMatchObject({ id });
  expect(await ask(another)).toMatchObject({ status: 402, json: { code: 'REPORT_UNDER_WAY' } });
});

test('a run that was not to be mailed is, once a call that is announced by mail joins it', async () => {
  const { id } = (await ask()).json as ReportRunReply;
  // As a call begins it that waits for the file.
  await vitrine.pool.query('update vitrine.report_run set mails = false');
  const files = openFileStore({ dataFolder: folder, filesUrl: undefined });
  const mailed = await worked({
    ...files,
    async put(key, bytes) {
      expect((await ask()).json).toMatchObject({ id });
      await files.put(key, bytes);
    },
  });
  expect((await rep.get(`/reports/runs/${id}`)).json).toMatchObject({ state: 'DONE' });
  expect(mailed).toEqual(['rep@example.com']);
});

test('reports are made in the order in which they were asked for; one that a call waits for is not mailed', async () => {
  const { id } = (await ask()).json as ReportRunReply;
  // As a call begins it that waits for the file.
  await vitrine.pool.query('update vitrine.report_run set mails = false');
  const admin = await vitrine.as('admin');
  const { id: next } = (await admin.post('/reports/runs')).json as ReportRunReply;
  const files = openFileStore({ dataFolder: folder, filesUrl: undefined });
  const made: string[] = [];
  const mailed = await worked({
    ...files,
    async put(key, bytes) {
      made.push(key);
      await files.put(key, bytes);
    },
  });
  expect(made).toEqual([`reports/${id}.xlsx`, `reports/${next}.xlsx`]);
  expect(mailed).toEqual(['admin@example.com']);
});

test('a report with cost is mailed to its recipients that are administrators still, and to no one else', async () => {
  const { id } = (await ask()).json as ReportRunReply;
  // As a schedule began it for two administrators, of whom one is an administrator no longer.
  await vitrine.pool.query(
    "update vitrine.report_run set mails = true, with_cost = true, recipients = '{admin,rep}'",
  );
  const files = openFileStore({ dataFolder: folder, filesUrl: undefined });
  const mailed = await worked(files);
  const { rows } = await vitrine.pool.query('select state from vitrine.report_run where id = $1', [id]);
  expect(rows).toEqual([{ state: 'DONE' }]);
  expect(mailed).toEqual(['admin@example.com']);
});

test('a schedule that cannot be queued while a read model stands still holds up no other report', async () => {
  const { db, events } = vitrine.context;
  const { id } = (await ask()).json as ReportRunReply;
  const due = {
    id: randomUUID(),
    schedule: {
      every: 'WEEK' as const,
      day: 'MON' as const,
      at: '06:30',
      recipients: ['rep'],
      withCost: false,
    },
    nextAt: new Date('2026-01-05T11:30:00.000Z'),
    changedBy: 'admin',
    changedAt: new Date(),
  };
  await saveSchedule(db, due);
  const positions = createPositions(db, await logIdOf(events));
  const files = openFileStore({ dataFolder: folder, filesUrl: undefined });
  const done = new AbortController();
  const warnings: string[] = [];
  await workReportRuns({
    context: {
      ...vitrine.context,
      positions: {
        ...positions,
        waitForPosition: async (readModels, ...rest) =>
          !readModels.includes('audit') && (await positions.waitForPosition(readModels, ...rest)),
      },
    },
    files: {
      ...files,
      async put(key, bytes) {
        await files.put(key, bytes);
        done.abort();
      },
    },
    sendMail: async () => true,
    staff: staffOf(db),
    leases: openLeases(vitrine.pool),
    log: {
      info: () => undefined,
      warn: (message: string) => {
        warnings.push(message);
      },
    },
    work: polledWork(),
    signal: AbortSignal.any([done.signal, AbortSignal.timeout(10_000)]),
  });
  await deleteSchedule(db, due.id);
  expect((await rep.get(`/reports/runs/${id}`)).json).toMatchObject({ state: 'DONE' });
  expect(warnings.join()).toContain(
    'a scheduled report is not in the queue yet: The audit is behind the log.',
  );
});
