import { parcelsAwaitingDocuments } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { pause } from '#services/platform/pause.ts';
import type { ProcessLog } from '#services/platform/process-log.ts';

type TradeOn = {
  db: Db;
  log: Pick<ProcessLog, 'warn'>;
  signal: AbortSignal;
  /** Posts what a parcel's last entry asks for; false when there is nothing to post. */
  post: (parcelName: string) => Promise<boolean>;
  everyMs?: number;
};

/** Slow enough for someone who looks around, quick enough to see the demo move. */
const EVERY_MS = 10 * 60_000;

/**
 * The requests, returns and sales that the demo's history left open go to the simulated trading system one at a time,
 * the oldest first, until the signal is aborted: its documents then end them. What users do in between is posted
 * anyway, and is passed over here.
 */
export async function tradeOn({ db, log, signal, post, everyMs = EVERY_MS }: TradeOn): Promise<void> {
  while (!signal.aborted) {
    await pause(everyMs, signal);
    if (signal.aborted) return;
    try {
      for (const parcelName of await parcelsAwaitingDocuments(db)) if (await post(parcelName)) break;
    } catch (error) {
      if (!signal.aborted) log.warn(`The demo's trade waits: ${messageOf(error)}`);
    }
  }
}
