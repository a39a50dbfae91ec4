import type { SuspenseRetryReply } from '#contracts/api/back-office.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { isTradingInstance, TRADING_INSTANCES } from '#contracts/trading-system/wire.ts';
import { settleWaiting, type SettleDeps } from './sync-instance.ts';
import { waitingDocument, waitingIds, wasRecorded } from './sync-store.ts';

const MOST_OF_AN_INSTANCE = 10_000;

/**
 * Tries one document of the suspense list again, as the next sync would (rule: Suspense), and gives the
 * reason if it must still wait. Repeated, or beside a sync, it records nothing twice; what has been recorded
 * meanwhile is answered as recorded. Throws Refusal 404 for a document that never waited.
 */
export async function retrySuspended(deps: SettleDeps, id: string): Promise<SuspenseRetryReply> {
  const waiting = await waitingDocument(deps.db, id);
  if (!waiting || !isTradingInstance(waiting.instance)) {
    if (await wasRecorded(deps.db, id)) return { id, outcome: 'RECORDED', reason: null };
    throw new Refusal(404, `There is no document ${id} in suspense.`, { code: 'UNKNOWN_DOCUMENT' });
  }
  const [outcome] = await settleWaiting(deps, waiting.instance, [id], { evenDismissed: true });
  const reason = outcome?.suspended ?? null;
  return { id, outcome: reason === null ? 'RECORDED' : 'WAITING', reason };
}

/** Tries everything in suspense again, one instance after the other; answers how many were recorded and how many wait. */
export async function retryAllSuspended(deps: SettleDeps): Promise<{ recorded: number; waiting: number }> {
  const counted = { recorded: 0, waiting: 0 };
  for (const instance of TRADING_INSTANCES) {
    const ids = await waitingIds(deps.db, instance, MOST_OF_AN_INSTANCE);
    for (const { suspended } of await settleWaiting(deps, instance, ids))
      counted[suspended === null ? 'recorded' : 'waiting'] += 1;
  }
  return counted;
}
