import { periodLockResource, setPeriodLockRequest, type PeriodLockResource } from '#contracts/api/finance.ts';
import { answeredOnce } from '#services/platform/commands/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { callGroup, callKey, type App } from '#services/platform/http/index.ts';
import type { BillingContext } from '../billing-context.ts';
import { periodLocks, setPeriodLock } from './period-lock.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['billing'] });

/** Which months are locked, and locking and unlocking them; for administrators (rule: Period lock). */
export function registerPeriodLockRoutes(app: App, billing: BillingContext): void {
  const lockIn = async (db: Db): Promise<PeriodLockResource> => {
    const history = (await periodLocks(db)).map(({ value, ...row }) => ({ ...value, ...row }));
    return { through: history[0]?.through ?? null, history };
  };

  app.get(
    '/api/period-lock',
    forAdministrators({
      summary: 'Which months are locked, since when, by whom and why',
      response: { 200: periodLockResource },
    }),
    () => lockIn(billing.db),
  );

  app.post(
    '/api/period-lock',
    forAdministrators({
      summary:
        'Lock the months up to one, or unlock; with a reason. `seen` refuses what somebody else has changed meanwhile',
      body: setPeriodLockRequest,
      response: { 200: periodLockResource },
    }),
    async (request) => {
      const { through, reason, seen } = request.body;
      const by = request.caller.user.username;
      const key = callKey(request, ['period-lock'], request.body);
      return answeredOnce(billing, key, periodLockResource, async (tx) => {
        await setPeriodLock({ ...billing, db: tx }, through, { reason, by, seen });
        return lockIn(tx);
      });
    },
  );
}
