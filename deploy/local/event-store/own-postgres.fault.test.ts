import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import type { RunningProcess } from '#tests/support/processes.ts';
import { startProgram } from '#tests/support/programs.ts';

let folder: string;
let running: RunningProcess;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-own-postgres-'));
  // Started by root, Postgres runs as another user, who shall be able to enter here.
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  running.signal('SIGTERM');
  await running.ended();
  await running.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const noted = () => ({ id: randomUUID(), type: 'Noted', data: {}, metadata: {} });

it('when the Postgres of an event store that runs alone is killed, then it gets it back with all that was appended', async () => {
  running = startProgram('deploy/local/event-store/main.ts', ['--port', '0'], {
    VITRINE_DATA: folder,
    DATABASE_URL: '',
  });
  const [, port] = await running.printed(/listening on 127\.0\.0\.1:(\d+)/);
  const events = connectEventStore({ connectionString: `esdb://127.0.0.1:${port}?tls=false` });
  try {
    const { revision } = await events.append('notes', 'no_stream', [noted()]);
    const file = path.join(folder, 'event-store/cluster/postmaster.pid');
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
    // The same event each time: one whose answer was lost may have been written.
    const second = noted();
    await expect
      .poll(() => events.append('notes', revision, [second]).then(() => 'appended', String), {
        timeout: 60_000,
      })
      .toBe('appended');
    const types: string[] = [];
    for await (const { type } of events.readStream('notes')) types.push(type);
    expect(types).toEqual(['Noted', 'Noted']);
    expect(running.output()).toContain('The embedded Postgres ended; starting it again.');
  } finally {
    await events.close();
  }
});
