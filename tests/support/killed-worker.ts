import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RunningProcess } from './processes.ts';
import { startProgram } from './programs.ts';
import type { SmallVitrine } from './small-vitrine.ts';

/** A job in processes of its own, on a folder of files, for tests that kill it; `close` ends what still runs. */
export function killedWorker<Stop extends string>(program: string, name: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), `vitrine-${name}-`));
  const running: RunningProcess[] = [];
  const start = (vitrine: SmallVitrine, stop: Stop | 'never'): RunningProcess => {
    const worker = startProgram(program, [], {
      TEST_URL: vitrine.databaseUrl,
      TEST_LOG: vitrine.store.connectionString,
      TEST_FILES: folder,
      TEST_STOP: stop,
    });
    running.push(worker);
    return worker;
  };
  const end = async (): Promise<void> => {
    await Promise.all(running.map((worker) => worker.destroy()));
  };
  return {
    folder,
    start,
    end,
    /** Lets it work until it stops there, and kills it as kill -9 does. */
    async killAt(vitrine: SmallVitrine, stop: Stop): Promise<void> {
      const worker = start(vitrine, stop);
      await worker.printed(/stopped/);
      worker.signal('SIGKILL');
      await worker.ended();
    },
    async close(): Promise<void> {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
