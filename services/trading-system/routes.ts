import { z } from 'zod';
import { restQuery, suspenseResource, syncReply, syncResource } from '#contracts/api/back-office.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { readRestList, sendRange, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { requestSync, syncRuns } from './sync/sync-requests.ts';
import { suspenseList } from './sync/suspense-list.ts';

export type TradingSystemRoutesDeps = {
  db: Db;
  clock: Clock;
  /** Whether the address of a trading system is configured. */
  configured: boolean;
};

/** The sync of the specification's section 7, and the suspense list of the back office; for administrators. */
export function registerTradingSystemRoutes(
  app: App,
  { db, clock, configured }: TradingSystemRoutesDeps,
): void {
  app.post(
    '/sync/sync',
    {
      config: { access: 'administrator', surface: 'portal' },
      schema: {
        tags: ['trading system'],
        summary: 'Check the external trading system for changes',
        response: { 200: syncReply },
      },
    },
    async (request) => {
      if (!configured)
        throw new Refusal(422, 'No trading system is configured: set TRADING_SYSTEM_URL.', {
          code: 'NO_TRADING_SYSTEM',
        });
      const syncId = await requestSync(db, {
        id: app.newId(),
        requestedBy: request.caller.user.username,
        now: clock(),
      });
      return { syncId };
    },
  );

  app.get(
    '/api/suspense',
    {
      config: { access: 'administrator', surface: 'rest' },
      schema: {
        tags: ['trading system'],
        summary: 'Documents that could not be recorded yet, and why',
        querystring: restQuery,
        response: { 200: z.array(suspenseResource) },
      },
    },
    async (request, reply) => {
      const { range } = readRestList(request.query);
      const waiting = await suspenseList(db);
      return sendRange(reply, 'suspense', waiting, range).map((row) => ({
        ...row,
        id: [row.instance, row.docType, row.docNo, row.line, row.version].join('/'),
        since: row.since.toISOString(),
        triedAt: row.triedAt.toISOString(),
      }));
    },
  );

  app.get(
    '/api/syncs',
    {
      config: { access: 'administrator', surface: 'rest' },
      schema: {
        tags: ['trading system'],
        summary: 'The newest syncs that were asked for, with their reports',
        querystring: restQuery,
        response: { 200: z.array(syncResource) },
      },
    },
    async (request, reply) => {
      const { range } = readRestList(request.query);
      const runs = await syncRuns(db);
      return sendRange(reply, 'syncs', runs, range).map(
        ({ requestedAt, startedAt, finishedAt, reports, ...run }) => ({
          ...run,
          requestedAt: requestedAt.toISOString(),
          startedAt: startedAt?.toISOString() ?? null,
          finishedAt: finishedAt?.toISOString() ?? null,
          reports: reports ?? [],
        }),
      );
    },
  );
}
