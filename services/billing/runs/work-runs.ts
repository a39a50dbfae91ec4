import { type Bill, type Cut } from '#contracts/billing/index.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { billOfMonth, billsOfMonth } from '#projections/billing/index.ts';
import { customerNumbers } from '#projections/customers/index.ts';
import { houseToday } from '#services/platform/clock.ts';
import { deriveId, type Command } from '#services/platform/commands/index.ts';
import { isMomentary } from '#services/platform/database/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { workInTurn, type JobTools } from '#services/platform/jobs/index.ts';
import { pause } from '#services/platform/pause.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { isStoreAway } from '#services/platform/stores/index.ts';
import type { BillingContext } from '../billing-context.ts';
import { postingsOf, type Postings } from '../calculation/conservation.ts';
import { createBill, type CreateBill } from '../create-bill.ts';
import { takeCut } from '../cuts.ts';
import { statementsOfMonth } from '../issued-bills.ts';
import {
  insertRun,
  itemsOf,
  noteEnd,
  noteItem,
  noteStart,
  oldestOpenRun,
  type BillRun,
  type RunItem,
} from './run-store.ts';
import { customersToVerify, verifyCustomer } from './verify-bills.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { monthOf } from '#contracts/vocabulary/months.ts';
import type { ProcessLog } from '#services/platform/process-log.ts';

export type WorkBillRuns = JobTools & { billing: BillingContext };

const SIDE_BY_SIDE = 4;

/**
 * Works off bill runs until the signal is aborted, one process at a time, and starts the check of all bills
 * each night (rule: Closing and adjusting). A run that was killed continues where it was, at its own cut;
 * nothing is billed twice.
 */
export async function workBillRuns(options: WorkBillRuns): Promise<void> {
  const { billing, log } = options;
  let checkedOn = '';
  await workInTurn(options, { name: 'bill-runs' }, async (held) => {
    const today = houseToday(billing);
    if (checkedOn !== today) await askForNightlyCheck(billing, today);
    checkedOn = today;
    const run = await oldestOpenRun(billing.db);
    if (run) await workOffOrFail(billing, run, log, held);
    return run !== null;
  });
}

/** What fails while the stores answer fails again: the run ends with its reason, and the next ones continue. */
async function workOffOrFail(
  billing: BillingContext,
  run: BillRun,
  log: ProcessLog,
  signal: AbortSignal,
): Promise<void> {
  try {
    await unlessMomentary(signal, () => workOff(billing, run, log, signal));
  } catch (error) {
    if (signal.aborted || isStoreAway(error)) throw error;
    log.warn(`the bill run ${run.id} has failed: ${messageOf(error)}`);
    await noteEnd(billing.db, run.id, { at: billing.clock(), failure: messageOf(error), postings: null });
  }
}

async function askForNightlyCheck({ db, clock }: BillingContext, today: string): Promise<void> {
  await insertRun(db, {
    id: deriveId('bill-check', today),
    kind: 'VERIFY',
    month: null,
    overrides: [],
    requestedBy: 'nightly check',
    requestedRole: 'system',
    requestedAt: clock(),
  });
}

/** Works off one run to its end. Throws what an outage of a store throws: the run is then resumed. */
async function workOff(
  billing: BillingContext,
  run: BillRun,
  log: ProcessLog,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = billing;
  const head = await takeCut(billing);
  const cut: Cut = run.cut ?? head;
  if (run.kind === 'BILLS' && run.month! >= monthOf(houseDayOf(head.recordedAt, billing.zone))) {
    await noteEnd(db, run.id, { at: clock(), failure: `${run.month} is not over yet.`, postings: null });
    return;
  }
  const done = new Set((await itemsOf(db, run.id)).map((item) => item.subjectId));
  const work = await workOf(billing, run, cut);
  if (!(await noteStart(db, run.id, { at: clock(), cut, total: work.subjects.length }))) return;
  const left = work.subjects.filter((subject) => !done.has(subject));
  await inParallel(left, SIDE_BY_SIDE, async (subject) => {
    if (signal.aborted) return;
    await noteItem(db, run.id, await itemOf(subject, work.one, signal), clock());
  });
  if (signal.aborted) return;
  // Includes the last bills made.
  await takeCut(billing);
  const postings = run.month === null ? null : totalPostings(await billsOfMonth(db, run.month));
  const failure =
    postings &&
    postings.linesCents + postings.tradingSystemCents !== postings.vendorsCents + postings.houseCents
      ? 'Double entry does not balance over the bills of the month.'
      : null;
  await noteEnd(db, run.id, { at: clock(), failure, postings });
  log.info(`bill run ${run.kind} ${run.month ?? ''}: ${work.subjects.length} done`);
}

type Work = { subjects: readonly number[]; one: (subject: number) => Promise<Omit<RunItem, 'subjectId'>> };

async function workOf(billing: BillingContext, run: BillRun, cut: Cut): Promise<Work> {
  const { db } = billing;
  if (run.kind === 'VERIFY') {
    return {
      subjects: await customersToVerify(billing, run),
      one: (customerId) => verifyCustomer(billing, customerId, BigInt(cut.position)),
    };
  }
  const month = run.month!;
  if (run.kind === 'VENDORS') {
    const statements = new Map((await statementsOfMonth(db, month)).map((row) => [row.vendorId, row]));
    return {
      subjects: [...statements.keys()],
      one: async (vendorId) => ({
        outcome: 'MADE',
        message: null,
        totalCents: statements.get(vendorId)!.totalCents,
      }),
    };
  }
  return {
    subjects: await customerNumbers(db),
    one: async (customerId) => {
      const command: Command = {
        commandId: deriveId(run.id, String(customerId)),
        actor: { username: run.requestedBy, role: run.requestedRole },
      };
      const overrides = run.overrides.filter((row) => row.customerId === customerId);
      const request = { customerId, month, overrides, cut, ...replacedBy(run, customerId) };
      try {
        const { outcome, bill } = await createBill(billing, command, request);
        return { outcome, message: null, totalCents: bill?.totalCents ?? null };
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'REPLACES_BILL') throw error;
        const bill = await billOfMonth(db, customerId, month);
        return { outcome: 'UNCHANGED', message: error.message, totalCents: bill?.totalCents ?? null };
      }
    },
  };
}

/**
 * What a run may replace of a customer: nothing unless its sheet names the customer, as the effect on the others was not
 * seen; else the version that its author was shown, by what it was shown to become, and whichever stands where the run
 * does not say (rule: Replacing a bill). Pure.
 */
export function replacedBy(
  { overrides, replaces }: Pick<BillRun, 'overrides' | 'replaces'>,
  customerId: number,
): Pick<CreateBill, 'replaces' | 'willBe'> {
  if (!overrides.some((row) => row.customerId === customerId)) return {};
  if (!replaces) return { replaces: 'ANY' };
  const shown = replaces.find((one) => one.customerId === customerId);
  return { replaces: shown?.version, willBe: shown?.willBe };
}

/**
 * The outcome for one customer or vendor. Its failure is reported and the rest continues, but an outage of a store, and
 * the end of the process or of its lease, ends the attempt.
 */
async function itemOf(subjectId: number, one: Work['one'], signal: AbortSignal): Promise<RunItem> {
  try {
    return { subjectId, ...(await unlessMomentary(signal, () => one(subjectId))) };
  } catch (error) {
    if (signal.aborted || isStoreAway(error)) throw error;
    return { subjectId, outcome: 'FAILED', message: messageOf(error), totalCents: null };
  }
}

const MOST_TRIES = 3;
const AGAIN_AFTER_MS = 2_000;

/** Does work again, a few times, that Postgres refused for the moment. Throws what the last try threw. */
async function unlessMomentary<Answer>(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || tries === MOST_TRIES || !isMomentary(error)) throw error;
      await pause(AGAIN_AFTER_MS, signal);
      if (signal.aborted) throw error;
    }
  }
}

/** Double entry over all bills of a month, in cents (rule: Double entry). */
function totalPostings(bills: readonly Bill[]): Postings {
  return postingsOf(bills.flatMap((bill) => bill.lines));
}
