import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  stuckInstructionResource,
  stuckRetryReply,
  suspenseResource,
  suspenseRetryAllReply,
  suspenseRetryReply,
  syncReply,
  syncResource,
} from '#contracts/api/back-office.ts';
import { repointRequest } from '#contracts/api/inboxes.ts';
import { registerInboxRoutes } from '#services/inboxes/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { answeredOnce } from '#services/platform/commands/index.ts';
import {
  callGroup,
  isNarrowed,
  listOfRows,
  minPosition,
  callKey,
  type App,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { retryNow } from '#services/platform/reactors/index.ts';
import { INSTRUCTION_REACTOR } from './outgoing/instruction-reactor.ts';
import { stuckInstructions } from './outgoing/stuck-instructions.ts';
import { retryAllSuspended, retrySuspended } from './sync/retry-suspense.ts';
import type { Ledgers } from './sync/settle-document.ts';
import { requestSync, syncRuns } from './sync/sync-requests.ts';
import { repointSuspended } from './sync/repoint.ts';
import { waitingDocument } from './sync/sync-store.ts';
import { setDismissed, suspenseRows } from './sync/suspense-rows.ts';

const restCall = callGroup({ access: 'administrator', surface: 'rest', tags: ['trading system'] });
const portalCall = callGroup({ access: 'administrator', surface: 'portal', tags: ['trading system'] });

export type TradingSystemRoutesDeps = Ledgers & {
  db: Db;
  clock: Clock;
  /** Whether the address of a trading system is configured. */
  configured: boolean;
  /** Waits a while for the customers' read model to reach a log position; false when it has not. */
  reached: (position: bigint) => Promise<boolean>;
};

/**
 * The sync call (product: Sync call) and the back office's suspense list (rule: Suspense); for
 * administrators.
 */
export function registerTradingSystemRoutes(app: App, deps: TradingSystemRoutesDeps): void {
  const { db, clock, configured, reached } = deps;
  app.post(
    '/sync/sync',
    portalCall({ summary: 'Check the external trading system for changes', response: { 200: syncReply } }),
    async (request) => {
      if (!configured)
        throw new Refusal(422, 'No trading system is configured: set TRADING_SYSTEM_URL.', {
          code: 'NO_TRADING_SYSTEM',
        });
      const { username } = request.caller.user;
      return answeredOnce({ db, clock }, callKey(request, ['sync'], null), syncReply, async (tx) => ({
        syncId: await requestSync(tx, { id: app.newId(), requestedBy: username, now: clock() }),
      }));
    },
  );

  listOfRows(
    app,
    restCall,
    {
      resource: 'suspense',
      summary: 'Documents that could not be recorded yet, and why',
      row: suspenseResource,
      key: 'id',
      sortedBy: ['since'],
      filteredBy: ['state', 'owner', 'old', 'instance', 'docType'],
    },
    async (_filter, { caller }) => {
      const rows = await suspenseRows({ db, clock });
      return isNarrowed(caller) ? rows.map(({ amount: _, ...row }) => row) : rows;
    },
  );
  registerInboxRoutes(app, {
    db,
    clock,
    inbox: 'SUSPENSE',
    path: '/api/suspense',
    tags: ['trading system'],
    noun: 'document in suspense',
    exists: async (within, id) => (await waitingDocument(within, id)) !== undefined,
    onState: (tx, id, state) => setDismissed(tx, id, state === 'DISMISSED'),
  });

  /** An account that the caller has just given somebody counts already. */
  const accountsKnown = async (request: FastifyRequest): Promise<void> => {
    const position = minPosition(request);
    if (position !== null) await reached(position);
  };
  app.post(
    '/api/suspense/:id/retry',
    restCall({
      summary: 'Try one document of the suspense list again',
      params: z.object({ id: z.string() }),
      response: { 200: suspenseRetryReply },
    }),
    async ({ params }) => retrySuspended(deps, params.id),
  );
  app.post(
    '/api/suspense/:id/re-point',
    restCall({
      summary: 'Let a document name another parcel or account, and try it again',
      params: z.object({ id: z.string() }),
      body: repointRequest,
      response: { 200: suspenseRetryReply },
    }),
    async (request) => {
      const { params, body, caller } = request;
      const key = callKey(request, ['re-point'], { ...params, body });
      return repointSuspended(deps, params.id, body, { by: caller.actor.username, key });
    },
  );
  app.post(
    '/api/suspense/retry',
    restCall({ summary: 'Try everything in suspense again', response: { 200: suspenseRetryAllReply } }),
    async () => retryAllSuspended(deps),
  );

  listOfRows(
    app,
    restCall,
    {
      resource: 'stuck-instructions',
      summary: 'Instructions that the trading system has not taken yet, and why',
      row: stuckInstructionResource,
      key: 'id',
      sortedBy: ['since', 'nextAttemptAt', 'attempts', 'parcelName', 'customerName'],
      filteredBy: ['action', 'customerId', 'parcelName'],
    },
    () => stuckInstructions(db),
  );
  app.post(
    '/api/stuck-instructions/retry',
    restCall({
      summary: 'Post everything again that the trading system has not taken',
      response: { 200: stuckRetryReply },
    }),
    async (request) => {
      await accountsKnown(request);
      return { retried: await retryNow(db, INSTRUCTION_REACTOR) };
    },
  );

  listOfRows(
    app,
    restCall,
    {
      resource: 'syncs',
      summary: 'The newest syncs that were asked for, with their reports',
      row: syncResource,
      key: 'id',
      sortedBy: ['requestedAt', 'requestedBy', 'finishedAt'],
      filteredBy: ['requestedBy'],
    },
    async () =>
      (await syncRuns(db)).map(({ requestedAt, startedAt, finishedAt, reports, ...run }) => ({
        ...run,
        requestedAt: requestedAt.toISOString(),
        startedAt: startedAt?.toISOString() ?? null,
        finishedAt: finishedAt?.toISOString() ?? null,
        reports: reports ?? [],
      })),
  );
}
