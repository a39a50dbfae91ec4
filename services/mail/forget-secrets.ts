import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { pause } from '#services/platform/pause.ts';
import type { ProcessLog } from '#services/platform/process-log.ts';
import { forgetSecrets, keepSecrets } from './outbox.ts';

const LOOK_EVERY_MS = 60_000;

type KeepForgetting = {
  db: Db;
  clock: Clock;
  /** A mail server is configured. */
  sending: boolean;
  log: Pick<ProcessLog, 'warn'>;
  signal: AbortSignal;
};

/**
 * Forgets passwords and links in the outbox when their day is over, until the signal is aborted; any number of processes
 * may.
 */
export async function keepForgettingSecrets({
  db,
  clock,
  sending,
  log,
  signal,
}: KeepForgetting): Promise<void> {
  while (!signal.aborted) {
    try {
      if (!sending) await keepSecrets(db);
      await forgetSecrets(db, clock());
    } catch (error) {
      log.warn(`old passwords and links in the outbox could not be forgotten: ${messageOf(error)}`);
    }
    await pause(LOOK_EVERY_MS, signal);
  }
}
