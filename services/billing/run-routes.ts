import { z } from 'zod';
import {
  billAlarmResource,
  billRunDetails,
  billRunResource,
  startBillRunRequest,
  type BillRunResource,
} from '#contracts/api/bills.ts';
import {
  callGroup,
  idempotencyKey,
  isNarrowed,
  listOfRows,
  type App,
  type Caller,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { BillingContext } from './billing-context.ts';
import { overrideOf } from './billing-from-wire.ts';
import { wireRun, wireRunDetails } from './billing-wire.ts';
import { standingAlarms } from './runs/alarms.ts';
import { itemsOf, newestRuns } from './runs/run-store.ts';
import { requireRun, startBillRun } from './runs/start-run.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['billing'] });

/** 'Generate All', 'Generate Vendors' and the check of every bill, with their progress, and what the check found; for administrators. */
export function registerBillRunRoutes(app: App, billing: BillingContext): void {
  listOfRows(
    app,
    forAdministrators,
    {
      resource: 'bill-runs',
      summary: 'Bill runs, newest first',
      row: billRunResource,
      key: 'id',
      sortedBy: ['requestedAt'],
      filteredBy: ['month', 'kind', 'state'],
    },
    async (_filter, { caller }) =>
      (await newestRuns(billing.db)).map((run) => withinPrices(caller, wireRun(run))),
  );

  app.get(
    '/api/bill-runs/:id',
    forAdministrators({
      summary: 'A bill run with what became of each customer or vendor',
      params: z.object({ id: z.string() }),
      response: { 200: billRunDetails },
    }),
    async ({ params: { id }, caller }) => {
      const run = await requireRun(billing, id);
      const { items, ...details } = wireRunDetails(run, await itemsOf(billing.db, id));
      return {
        ...withinPrices(caller, details),
        items: isNarrowed(caller) ? items.map(({ subjectId, outcome }) => ({ subjectId, outcome })) : items,
      };
    },
  );

  app.post(
    '/api/bill-runs',
    forAdministrators({
      summary: 'Start a bill run in the background',
      body: startBillRunRequest,
      response: { 200: billRunResource },
    }),
    async (request) => {
      const { kind, month, overrides } = request.body;
      if ((kind === 'VERIFY') !== (month === undefined))
        throw new Refusal(422, 'month: BILLS and VENDORS are of a month, VERIFY is of all.', {
          field: 'month',
        });
      const run = await startBillRun(billing, {
        kind,
        month: month ?? null,
        overrides: overrides.map(overrideOf),
        actor: request.caller.actor,
        key: idempotencyKey(request),
      });
      return withinPrices(request.caller, wireRun(run));
    },
  );

  listOfRows(
    app,
    forAdministrators,
    {
      resource: 'bill-alarms',
      summary: 'Issued bills that the check found wrong',
      row: billAlarmResource,
      key: 'id',
      sortedBy: ['raisedAt', 'customerId', 'month'],
      filteredBy: ['customerId', 'month'],
    },
    async (_filter, { caller }) =>
      (await standingAlarms(billing.db)).map(({ message, raisedAt, ...alarm }) => ({
        ...alarm,
        ...(!isNarrowed(caller) && { message }),
        raisedAt: raisedAt.toISOString(),
      })),
  );
}

/** A run without its money for who sees no wholesale prices (rule: Price modes). */
function withinPrices(caller: Caller, { postings, ...run }: BillRunResource): BillRunResource {
  return isNarrowed(caller) ? run : { ...run, postings };
}
