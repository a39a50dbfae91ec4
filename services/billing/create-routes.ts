import type { z } from 'zod';
import {
  createAllRequest,
  createOneRequest,
  replacementsReply,
  replacementsRequest,
} from '#contracts/api/bill-replacements.ts';
import { workbookReply, zipReply } from '#contracts/api/downloads.ts';
import { monthRequest } from '#contracts/api/month-request.ts';
import type { Override } from '#contracts/billing/index.ts';
import { FIRST_BILLED_MONTH, monthFrom, monthName, type Month } from '#contracts/vocabulary/months.ts';
import { dollars } from '#contracts/vocabulary/money.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { customerNamesOf } from '#projections/customers/index.ts';
import { checkPastMonth, invoiceFile } from '#services/invoices/index.ts';
import { oncePerKey } from '#services/platform/commands/index.ts';
import {
  asFastify,
  callGroup,
  chosenCustomer,
  idempotencyKey,
  sendFile,
  sendPosition,
  sendZip,
  callCommand,
  type AnyReply,
  type App,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { billArchive, statementArchive } from './archives.ts';
import { issueDocuments } from './bill-documents/issue-documents.ts';
import type { BillCallsContext, BillingContext } from './billing-context.ts';
import { shownBillOf } from './billing-from-wire.ts';
import { createBill } from './create-bill.ts';
import { earliestMonth } from './first-month.ts';
import { checkOverrides } from './issued-bills.ts';
import { OVERRIDES_BODY_LIMIT, readOverrides, refusedOverrides } from './overrides/read-overrides.ts';
import { replacementsBy } from './replacements.ts';
import type { BillRun } from './runs/run-store.ts';
import { runWhenEnded, startBillRun, type StartRun } from './runs/start-run.ts';

const ofBills = callGroup({
  access: 'administrator',
  surface: 'portal',
  wholesale: 'Bills and statements are',
  tags: ['billing'],
});

/**
 * How long a call waits for a run, in milliseconds. The run then continues without it, and the same call again joins
 * it.
 */
const RUN_WITHIN_MS = 30 * 60_000;

/**
 * Create, 'Generate All' and 'Generate Vendors' (product: Billing screen; product: Billing calls); for
 * administrators who see wholesale prices (rule: Price modes).
 */
export function registerCreateRoutes(app: App, billing: BillCallsContext): void {
  const checkAsked = async (month: Month, customerId?: number): Promise<void> => {
    const first = month < FIRST_BILLED_MONTH ? await earliestMonth(billing, customerId) : null;
    checkPastMonth(month, billing.today(), first);
  };

  app.post(
    '/billing/create',
    ofBills({
      summary: "Create a customer's bill of a month, and answer its workbook",
      body: createOneRequest,
      response: { 200: workbookReply },
    }),
    async (request, reply) => {
      const customerId = chosenCustomer(request.caller);
      const month = monthFrom(request.body);
      const { replaces, willBe: shown } = request.body;
      const willBe = shown && shownBillOf(shown);
      await checkAsked(month, customerId);
      const { key, ...command } = callCommand(request, ['create-bill', String(customerId)], {
        month,
        replaces,
        willBe,
      });
      const { bill, position } = await oncePerKey(billing, key, () =>
        createBill(billing, command, { customerId, month, replaces, willBe }),
      );
      if (!bill)
        throw new Refusal(402, `There is nothing to bill for ${monthName(month)}.`, {
          code: 'NOTHING_TO_BILL',
          field: 'month',
        });
      const { workbook } = await issueDocuments(billing, bill);
      const { bytes, contentType } = await invoiceFile(billing, workbook.invoiceId);
      sendPosition(reply, position ?? bill.position);
      await sendFile(reply, { fileName: workbook.fileName, bytes, contentType });
    },
  );

  app.post(
    '/billing/createall',
    {
      ...ofBills({
        summary:
          "Create all customers' bills of a month with an overrides sheet: 'Generate All'. `replaces` leaves bills as they are that were not shown, or become another than was shown",
        body: createAllRequest,
        response: { 200: zipReply },
      }),
      bodyLimit: OVERRIDES_BODY_LIMIT,
    },
    async (request, reply) => {
      const month = monthFrom(request.body);
      await checkAsked(month);
      const start = {
        kind: 'BILLS' as const,
        month,
        actor: request.caller.actor,
        key: idempotencyKey(request),
        replaces: request.body.replaces?.map(({ willBe, ...bill }, index) => ({
          ...bill,
          ...(willBe && { willBe: shownBillOf(willBe, `replaces[${index}].willBe`) }),
        })),
      };
      const run = await ended(billing, reply, month, () =>
        withOverrides(billing, request.body, (overrides) => startBillRun(billing, { ...start, overrides })),
      );
      if (run) await sendZip(reply, `${PRODUCT_NAME} bills ${month}.zip`, billArchive(billing, run));
    },
  );

  app.post(
    '/billing/replacements',
    {
      ...ofBills({
        summary:
          "The bills of a month that 'Generate All' would replace with an overrides sheet, old and new",
        body: replacementsRequest,
        response: { 200: replacementsReply },
      }),
      bodyLimit: OVERRIDES_BODY_LIMIT,
    },
    async (request) => {
      const month = monthFrom(request.body);
      await checkAsked(month);
      const replacements = await withOverrides(billing, request.body, (overrides) =>
        replacementsBy(billing, month, overrides),
      );
      const names = await customerNamesOf(
        billing.db,
        replacements.map(({ standing }) => standing.customerId),
      );
      return replacements.map(({ standing, next }) => ({
        customerId: standing.customerId,
        customerName: names.get(standing.customerId) ?? null,
        version: standing.version,
        was: { total: dollars(standing.totalCents), dueDate: standing.dueDate },
        willBe: { total: dollars(next.totalCents), dueDate: next.dueDate },
      }));
    },
  );

  app.post(
    '/billing/vendorall',
    ofBills({
      summary: "All vendors' statements of a month: 'Generate Vendors'",
      body: monthRequest,
      response: { 200: zipReply },
    }),
    async (request, reply) => {
      const month = monthFrom(request.body);
      await checkAsked(month);
      const start: StartRun = {
        kind: 'VENDORS',
        month,
        actor: request.caller.actor,
        key: idempotencyKey(request),
      };
      const run = await ended(billing, reply, month, () => startBillRun(billing, start));
      if (!run) return;
      if (run.total === 0)
        throw new Refusal(
          402,
          `No bill of ${monthName(month)} includes a vendor yet: generate the bills first.`,
          { code: 'NO_BILLS', field: 'month' },
        );
      await sendZip(reply, `${PRODUCT_NAME} vendor statements ${month}.zip`, statementArchive(billing, run));
    },
  );
}

/**
 * The run once it has ended; null when the caller has gone, which does not end the run. Throws Refusal 402 when it
 * takes too long, or could not be done at all.
 */
async function ended(
  billing: BillingContext,
  reply: AnyReply,
  month: Month,
  start: () => Promise<BillRun>,
): Promise<BillRun | null> {
  const { raw } = asFastify(reply);
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  const { id } = await start();
  const run = await runWhenEnded(billing, id, { timeoutMs: RUN_WITHIN_MS, signal: gone.signal });
  if (gone.signal.aborted) return null;
  if (run.finishedAt === null)
    throw new Refusal(402, `${monthName(month)} is still being made: ask again in a few minutes.`, {
      code: 'STILL_RUNNING',
    });
  if (run.failure !== null && run.done === 0) throw new Refusal(402, run.failure, { code: 'RUN_FAILED' });
  return run;
}

/**
 * What is done with a sheet's overrides. Throws Refusal 422 that names every row that cannot be used, those that cannot
 * be read as well as those that match nothing of the month.
 */
async function withOverrides<Answer>(
  billing: BillingContext,
  { base64Overrides, ...asked }: z.infer<typeof replacementsRequest>,
  act: (overrides: readonly Override[]) => Promise<Answer>,
): Promise<Answer> {
  const { overrides, rowOf, wrong } = await readOverrides(base64Overrides);
  try {
    if (wrong.length === 0) return await act(overrides);
    await checkOverrides(billing, monthFrom(asked), overrides);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'UNMATCHED_OVERRIDE') throw error;
    // Billing counts overrides from the first; people count the sheet's rows, including the headings and empty ones.
    for (const { message } of error.errors ?? []) {
      const [, counted = '1', words = message] = /^row (\d+): (.*)$/s.exec(message) ?? [];
      wrong.push({
        row: rowOf[Number(counted) - 1] ?? 0,
        message: `: ${words}`,
      });
    }
  }
  throw refusedOverrides(wrong);
}
