import { oneAtATime } from '#services/platform/one-at-a-time.ts';
import type { JobTools } from '#services/platform/jobs/index.ts';
import { alwaysUnderLease } from '#services/platform/leases/index.ts';
import { pause } from '#services/platform/pause.ts';
import { TRADING_INSTANCES, type TradingInstance } from '#contracts/trading-system/wire.ts';
import type { ProcessLog } from '#services/platform/process-log.ts';
import type { InstanceReport } from './instance-report.ts';
import { syncInstance, type KnownOfInstance, type SyncDeps } from './sync-instance.ts';
import { noteRun, openRun } from './sync-requests.ts';

export type RunSyncOptions = SyncDeps &
  JobTools & {
    /** Seconds between the end of a sync and the next one by itself; null: only when asked for. */
    everySeconds: number | null;
    /** Called with a requested sync before it is noted as ended, and again when that was not reached. */
    onRequestedEnd?: (id: string, reports: readonly InstanceReport[]) => Promise<void>;
  };

const LOOK_FOR_REQUESTS_MS = 30_000;

/**
 * Syncs until the signal is aborted, in one process at a time: each instance every few seconds when asked to,
 * so that a slow one keeps no other waiting, and all of them whenever an administrator has asked (rule:
 * Sync).
 */
export async function runSync(options: RunSyncOptions): Promise<void> {
  const { leases, log, signal } = options;
  await alwaysUnderLease({ leases, name: 'trading system sync', log, signal }, (held) =>
    syncWhileHeld(options, held),
  );
}

async function syncWhileHeld(options: RunSyncOptions, held: AbortSignal): Promise<void> {
  const { everySeconds } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([held, ended.signal]);
  const inTurn = oneAtATime<TradingInstance>();
  const failures = new Map<TradingInstance, string | undefined>();
  const known = new Map<TradingInstance, KnownOfInstance>();
  const sync = (instance: TradingInstance, isAskedFor = false): Promise<InstanceReport> =>
    inTurn(instance, async () => {
      // What a person asks for looks at everything again.
      const since = (isAskedFor ? undefined : known.get(instance)) ?? {};
      known.set(instance, since);
      const report = await syncInstance(options, instance, { signal, known: since, isAskedFor });
      if (!signal.aborted) logOutcome(options.log, report, failures);
      return report;
    });
  const periodic = async (instance: TradingInstance, seconds: number): Promise<void> => {
    while (!signal.aborted) {
      await sync(instance);
      await pause(seconds * 1000, signal);
    }
  };
  const loops = [
    onRequest(options, signal, (instance) => sync(instance, true)),
    ...(everySeconds === null ? [] : TRADING_INSTANCES.map((instance) => periodic(instance, everySeconds))),
  ];
  const settled = await Promise.allSettled(loops.map((loop) => loop.finally(() => ended.abort())));
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

async function onRequest(
  { db, clock, work, onRequestedEnd }: RunSyncOptions,
  signal: AbortSignal,
  sync: (instance: TradingInstance) => Promise<InstanceReport>,
): Promise<void> {
  while (!signal.aborted) {
    const run = await openRun(db);
    if (run) {
      const reports: InstanceReport[] = [];
      await noteRun(db, run.id, { startedAt: clock(), reports });
      await Promise.all(
        TRADING_INSTANCES.map(async (instance) => {
          reports.push(await sync(instance));
          if (!signal.aborted) await noteRun(db, run.id, { reports });
        }),
      );
      // Broken off: it stays open, and the next holder of the lease begins it again.
      if (!signal.aborted) {
        await onRequestedEnd?.(run.id, reports);
        await noteRun(db, run.id, { finishedAt: clock(), reports });
      }
    }
    await work.until('syncs', LOOK_FOR_REQUESTS_MS, signal);
  }
}

/** Says what is new: documents, a failure that was not there before, its end. */
function logOutcome(
  log: ProcessLog,
  report: InstanceReport,
  failures: Map<TradingInstance, string | undefined>,
): void {
  const { instance, recorded, suspended, resolved, failed } = report;
  if (recorded + suspended + resolved > 0)
    log.info(
      `sync ${instance}: ${recorded} recorded, ${suspended} suspended, ${resolved} no longer suspended`,
    );
  if (failed === failures.get(instance)) return;
  if (failed === undefined) log.info(`sync ${instance}: well again`);
  else log.warn(`sync ${instance} failed: ${failed}`);
  failures.set(instance, failed);
}
