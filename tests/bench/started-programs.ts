import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '#tests/support/launcher.ts';
import { startRole } from '#tests/support/role-processes.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { buildStale } from '../../deploy/build/build.mjs';
import type { BenchEnvironment } from './bench-row.ts';
import { until } from './measure.ts';

/** Of a process that does everything. */
export const ALL_ROLES = 'api,projections,reactors,jobs';

type Program = Awaited<ReturnType<typeof startRole>>;

/**
 * The built application over the bench's stores, a process for each of these roles; they are stopped whatever comes of
 * the work.
 * @param more further environment variables
 */
export async function withPrograms<Result>(
  { databaseUrl, eventStoreUrl }: BenchEnvironment,
  roles: readonly string[],
  more: Readonly<Record<string, string>>,
  work: (programs: readonly Program[]) => Promise<Result>,
): Promise<Result> {
  await buildStale(root, { only: 'server' });
  const data = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-programs-'));
  const programs = await Promise.all(
    roles.map((role) =>
      startRole(role, {
        DATABASE_URL: databaseUrl,
        EVENTSTORE_URL: eventStoreUrl,
        VITRINE_DATA: data,
        VITRINE_TIME_ZONE: ZONE,
        VITRINE_LOG_LEVEL: 'error',
        JWT_SECRET: 'a secret of the bench, long enough',
        ...more,
      }),
    ),
  );
  try {
    await until(async () => {
      const states = await Promise.all(programs.map((one) => one.state()));
      return states.every((state) => state?.ready === true);
    });
    return await work(programs);
  } finally {
    await Promise.all(programs.map((one) => one.stop()));
    rmSync(data, { recursive: true, force: true });
  }
}
