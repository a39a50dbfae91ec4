import { connectDatabase, type Database } from '#services/platform/database/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { createPositions, type Committed, type ProjectionsRunner } from '../index.ts';
import type { AnyProjection } from '../projection.ts';
import { startEngine } from './test-engine.ts';
import type { MemoryLog } from './test-log.ts';

/** A program of one or more processes on one database: each has its own connections, as processes have. */
export type Process = {
  readonly database: Database;
  readonly runner: ProjectionsRunner;
  readonly positions: ReturnType<typeof createPositions>;
  readonly committed: Committed[];
  /** What it logged of its course. */
  readonly logged: string[];
};

/** Starts processes on one database, and ends those that still run. */
export function engineProcesses(url: string) {
  const running = new Set<Process>();
  const stop = async (one: Process): Promise<void> => {
    running.delete(one);
    await one.runner.stop();
    await one.database.close();
  };
  return {
    async start(log: MemoryLog, projections: readonly AnyProjection[], connections = 10): Promise<Process> {
      const database = connectDatabase(url, { max: connections, pipeline: true });
      const positions = createPositions(database.db, await logIdOf(log));
      const committed: Committed[] = [];
      const logged: string[] = [];
      const runner = startEngine(
        {
          pool: database.pool,
          events: log,
          projections,
          positions,
          onCommitted: (one) => committed.push(one),
        },
        (message) => logged.push(message),
      );
      const started = { database, runner, positions, committed, logged };
      running.add(started);
      return started;
    },
    stop,
    async stopAll(): Promise<void> {
      for (const one of running) await stop(one);
    },
  };
}
