import { freePort } from '#local/postgres.mjs';
import { supervise } from '#local/supervise.mjs';
import { z } from 'zod';
import { builtProgram } from '../../deploy/build/programs.mjs';
import { root } from './launcher.ts';

const readiness = z.object({ ready: z.boolean(), leads: z.array(z.string()) });

/** A limit for what hangs. */
const STOPPED_WITHIN_MS = 10_000;

/** One process of Vitrine with one role, or with several, kept running as the launcher keeps it. */
export type RoleProcess = {
  readonly role: string;
  /** Where it serves its health, and pages and calls with the role `api`. */
  readonly address: string;
  /** Of the process that runs now; another one after each restart. */
  pid(): number;
  /** The answer of /readyz; null while nothing answers. */
  state(): Promise<z.infer<typeof readiness> | null>;
  stop(): Promise<void>;
};

/**
 * Starts a role's process from the built server (`dist/server`, built before) on any free port.
 * @param role several are separated by commas, as in `VITRINE_ROLES`
 */
export async function startRole(role: string, environment: Record<string, string>): Promise<RoleProcess> {
  const port = await freePort();
  const supervised = supervise({
    name: `process of ${role}`,
    file: builtProgram(root, 'application'),
    args: [],
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      // Writers of a test go as fast as they can.
      VITRINE_CALLS_PER_MINUTE: '0',
      ...environment,
      VITRINE_ROLES: role,
      [role.split(',').includes('api') ? 'PORT' : 'VITRINE_HEALTH_PORT']: String(port),
    },
    quiet: true,
    mayRestart: () => true,
  });
  const address = `http://127.0.0.1:${port}`;
  return {
    role,
    address,
    pid() {
      const pid = supervised.pid();
      if (pid === undefined) throw new Error(`the process of ${role} does not run`);
      return pid;
    },
    async state() {
      try {
        const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3_000) });
        return readiness.parse(await answer.json());
      } catch (error) {
        if (error instanceof z.ZodError) throw error;
        return null;
      }
    },
    stop: () => supervised.stop(performance.now() + STOPPED_WITHIN_MS),
  };
}
