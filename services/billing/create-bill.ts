import { type Bill, type CalculatedBill, type Cut, type Override } from '#contracts/billing/index.ts';
import { customerFold, type CustomerState } from '#contracts/customer/index.ts';
import { customerStream } from '#contracts/events/index.ts';
import { canonicalJson } from '#contracts/vocabulary/canonical-json.ts';
import { moneyWords } from '#contracts/vocabulary/money.ts';
import { houseToday } from '#services/platform/clock.ts';
import { appendEvents, deriveId, onFreshStream, type Command } from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { appendParts, asRecorded } from './bill-parts.ts';
import { BILLING_MODELS, type BillingContext } from './billing-context.ts';
import {
  accountsOf,
  newestBillOf,
  type Account,
  type Accounts,
  type BillingFacts,
  type Standing,
} from './calculation/account.ts';
import { nextMonthOf } from './calculation/closings.ts';
import { calculateBill, ownLines, type BillRequest } from './calculation/calculate-bill.ts';
import { checkConservation } from './calculation/conservation.ts';
import { UnmatchedOverrides } from './calculation/month-lines.ts';
import { billRequest } from './calculation/replacing.ts';
import { takeCut } from './cuts.ts';
import { lockInForce, unlessLocked, type LockWords } from './finance/period-lock.ts';
import { factsOfCustomer, refuseWhileParked } from './read-facts.ts';
import { type Month, monthName, monthOf, monthsBetween } from '#contracts/vocabulary/months.ts';

export type CreateBill = {
  customerId: number;
  month: Month;
  /** The customer's rows of the overrides sheet; overrides that they do not name stay in force. */
  overrides?: readonly Override[] | undefined;
  /** A run makes all its bills at one cut; by default the log's end. */
  cut?: Cut | undefined;
  /** The version that may be replaced: the one that was shown to the person, or any for a customer named by a sheet. */
  replaces?: number | 'ANY' | undefined;
  /** What it was shown to become; a bill that became another since is not replaced. */
  willBe?: ShownBill | undefined;
};

/** What a bill was shown to become (rule: Replacing a bill). */
export type ShownBill = Pick<CalculatedBill, 'totalCents' | 'dueDate'>;

/** UNCHANGED: the month is billed already, with the same lines. NOTHING: there is nothing to bill. */
export type BillOutcome = {
  outcome: 'CREATED' | 'REPLACED' | 'UNCHANGED' | 'NOTHING';
  bill: Bill | null;
  /** The log position reached, null when nothing was written. */
  position: bigint | null;
};

/**
 * Closes a customer's month: appends `BillCreated` (rule: Closing and adjusting). Repeated under its
 * command's id, or when nothing changed since, it writes nothing. The parts of a large bill are appended
 * before it: parts that no BillCreated names do not count. Throws Refusal 402 when the month is not over, an
 * earlier one is not billed, a later one is closed, the month is locked, a needed stream is parked or an override matches nothing;
 * 404 for an unknown customer; 503 while the read models are behind.
 */
export async function createBill(
  billing: BillingContext,
  command: Command,
  { customerId, month, overrides = [], cut: given, replaces, willBe }: CreateBill,
): Promise<BillOutcome> {
  refuseUnlessOver(billing, month);
  const stream = customerStream(customerId);
  // Not by `carryOut`: the bill is computed from read models at a cut that is taken again at each attempt, and its
  // parts are appended first.
  return onFreshStream(billing, stream, customerFold, async (loaded) => {
    const cut = given ?? (await takeCut(billing));
    const facts = await factsWithBills(billing, customerId, loaded.state);
    const id = deriveId(command.commandId, stream, 0);
    const repeated = facts.bills.find((bill) => bill.eventId === id);
    if (repeated)
      return { outcome: repeated.version === 1 ? 'CREATED' : 'REPLACED', bill: repeated, position: null };
    if (loaded.recent.some((event) => event.id === id))
      return { outcome: 'UNCHANGED', bill: null, position: null };
    const accounts = accountsOf(facts, billing.zone);
    // A run stays at its own cut: a customer registered after it is not billed.
    if (!accounts.isKnownAt(Number(cut.position))) return { outcome: 'NOTHING', bill: null, position: null };
    // Nor for a month before its billing begins.
    if (given && isBeforeBilling(accounts.at(Number(cut.position)), month))
      return { outcome: 'NOTHING', bill: null, position: null };
    await refuseWhileParked(billing, {
      what: 'bill',
      models: BILLING_MODELS,
      customerId,
      parcelNames: facts.parcels.map(({ parcelName }) => parcelName),
      vendorIds: [...facts.vendors.keys()],
    });
    const lock = await lockInForce(billing.db);
    const asked = { month, cut, overrides, replaces, willBe, lock };
    const decided = decideCreateBill(loaded.state, accounts, asked);
    if (decided.outcome === 'NOTHING' || decided.outcome === 'UNCHANGED')
      return { ...decided, position: null };
    const { outcome, bill } = decided;
    // The answer repeats what is recorded, to the millisecond.
    const now = billing.clock();
    const effectiveAt = now.toISOString();
    const issuedAt = effectiveAt > loaded.lastRecordedAt ? effectiveAt : loaded.lastRecordedAt;
    const atThisTime = { ...billing, clock: () => now };
    const recorded = asRecorded({ ...bill, effectiveAt });
    const position = await unlessLocked(billing.db, month, async () => {
      await appendParts(atThisTime, recorded, command);
      return appendEvents(atThisTime, loaded, [{ type: 'BillCreated', data: recorded.created, id }], command);
    });
    return {
      outcome,
      bill: {
        ...bill,
        issuedAt,
        eventId: id,
        position: position.toString(),
        issuedBy: command.actor.username,
      },
      position,
    };
  });
}

/**
 * A customer's facts with every bill that its stream has: at a given cut nothing else waits for the read models. Throws
 * as `factsOfCustomer`, and Refusal 503 while they are behind.
 */
async function factsWithBills(
  billing: BillingContext,
  customerId: number,
  { billed }: CustomerState,
): Promise<BillingFacts> {
  const facts = await factsOfCustomer(billing.db, customerId);
  const has = ([month, version]: [Month, number]): boolean =>
    (newestBillOf(facts, month)?.version ?? 0) >= version;
  if (Object.entries(billed).every(has)) return facts;
  await takeCut(billing);
  return factsOfCustomer(billing.db, customerId);
}

type BillDecision =
  | { outcome: 'NOTHING'; bill: null }
  | { outcome: 'UNCHANGED'; bill: Bill }
  | { outcome: 'CREATED' | 'REPLACED'; bill: CalculatedBill & { version: number } };

type DecideBill = {
  month: Month;
  cut: Cut;
  overrides: readonly Override[];
  replaces?: CreateBill['replaces'];
  willBe?: CreateBill['willBe'];
  lock?: LockWords;
};

/**
 * The bill of a month at a cut, and whether it is new; one that is unchanged, or a month with nothing to bill, is answered
 * in a closed month and before an open one too. Pure.
 * Throws Refusal 402 for a month that is closed or comes too early, for it or an earlier one billed since the cut (rule:
 * Closing and adjusting), for an override that matches nothing, and for a bill that would be replaced unseen (rule:
 * Replacing a bill); ConservationBroken.
 */
export function decideCreateBill(
  customer: CustomerState,
  accounts: Accounts,
  { month, cut, overrides, replaces, willBe, lock = () => null }: DecideBill,
): BillDecision {
  const account = accounts.at(Number(cut.position));
  refuseBeforeBilling(account, month);
  const bill = checkedBill(accounts, billRequest(accounts, month, cut, overrides));
  const existing = newestBillOf(accounts.facts, month);
  if (existing && sameLines(existing, bill)) return { outcome: 'UNCHANGED', bill: existing };
  if (!existing && bill.lines.length === 0) return { outcome: 'NOTHING', bill: null };
  const since = billedSince(customer, account, month);
  if (since !== undefined) throw billedAgain(account, since);
  refuseOutOfOrder(customer, account, month, lock);
  if (existing && replaces !== 'ANY' && replaces !== existing.version) throw unseen(existing, bill);
  if (existing && willBe && !comesTo(bill, willBe)) throw becomesAnother(existing, bill, willBe);
  // At the run's cut less is known than this bill was made of.
  if (existing && Number(existing.cut.position) > Number(cut.position)) throw billedAgain(account, month);
  const version = (customer.billed[month] ?? 0) + 1;
  return { outcome: version === 1 ? 'CREATED' : 'REPLACED', bill: { ...bill, version } };
}

/** A bill may be replaced only by someone who has seen it, and what it becomes (rule: Replacing a bill). */
function unseen(existing: Bill, bill: CalculatedBill): Refusal {
  const { customerId, month, version } = existing;
  const next = comesTo(bill, existing)
    ? 'one of the same amount and day, whose lines differ'
    : amountAndDue(bill);
  return new Refusal(
    402,
    `${monthName(month)} is billed to customer ${customerId}: version ${version} is ${amountAndDue(existing)}; it would be replaced by ${next}. Confirm that version ${version} is replaced: Create on the Billing page shows both.`,
    { code: 'REPLACES_BILL', field: 'replaces' },
  );
}

const comesTo = (bill: ShownBill, shown: ShownBill): boolean =>
  bill.totalCents === shown.totalCents && bill.dueDate === shown.dueDate;

/** Something was recorded since the new bill was shown: it is shown again before it replaces. */
function becomesAnother(
  { customerId, month, version }: Bill,
  bill: CalculatedBill,
  shown: ShownBill,
): Refusal {
  return new Refusal(
    402,
    `The bill of ${monthName(month)} to customer ${customerId} has changed since it was shown: version ${version} would be replaced by ${amountAndDue(bill)}, not by ${amountAndDue(shown)}. Confirm the new amount.`,
    { code: 'REPLACES_BILL', field: 'willBe' },
  );
}

const amountAndDue = ({ totalCents, dueDate }: ShownBill): string =>
  `${moneyWords(totalCents)}, due ${dueDate}`;

/** A bill that keeps the conservation rule. Throws Refusal 402 for an override that matches nothing, ConservationBroken. */
export function checkedBill(accounts: Accounts, request: BillRequest): CalculatedBill {
  try {
    const bill = calculateBill(accounts, request);
    checkConservation(accounts.at(Number(request.cut.position)), bill);
    return bill;
  } catch (error) {
    if (error instanceof UnmatchedOverrides)
      throw new Refusal(402, error.message, { code: 'UNMATCHED_OVERRIDE', field: 'overrides' });
    throw error;
  }
}

/** True when both charge the same; what they were made of, and the policy, may differ. */
export function sameLines(
  a: Pick<CalculatedBill, 'lines' | 'overridesHash'>,
  b: Pick<CalculatedBill, 'lines' | 'overridesHash'>,
): boolean {
  return a.overridesHash === b.overridesHash && canonicalJson(a.lines) === canonicalJson(b.lines);
}

/** A bill is created only after its month has ended. Throws Refusal 402. */
export function refuseUnlessOver(billing: Pick<BillingContext, 'clock' | 'zone'>, month: Month): void {
  if (month < monthOf(houseToday(billing))) return;
  throw new Refusal(402, `${month} is not over yet: a bill is made after its month has ended.`, {
    code: 'MONTH_NOT_OVER',
    field: 'month',
  });
}

type Begun = { readonly opening: NonNullable<Standing['opening']> };

/** True for a month before the one with which the house lets billing begin (rule: Billing begins on). */
export function isBeforeBilling<Known extends Pick<Standing, 'opening'>>(
  standing: Known,
  month: Month,
): standing is Known & Begun {
  return standing.opening !== undefined && month < standing.opening.month;
}

/** Throws Refusal 402 for a month before billing begins (rule: Billing begins on). */
export function refuseBeforeBilling(account: Standing, month: Month): void {
  if (!isBeforeBilling(account, month)) return;
  throw new Refusal(
    402,
    `Billing of customer ${account.customerId} begins with ${monthName(account.opening.month)}: earlier months are neither billed nor adjusted.`,
    { code: 'BEFORE_BILLING', field: 'month' },
  );
}

/** The first month after one that has been billed, and so closes it; undefined when there is none. */
export const closedBy = (billed: readonly Month[], month: Month): Month | undefined =>
  billed.filter((later) => later > month).sort()[0];

/**
 * The earliest month before this one that was billed since the account's cut: a run's may be older than the newest bill of
 * an earlier month, and made at that cut, a bill would adjust what the newer one has put right already.
 */
function billedSince({ billed }: CustomerState, { issued }: Account, month: Month): Month | undefined {
  return Object.keys(billed)
    .filter((earlier) => earlier < month && (issued.get(earlier)?.version ?? 0) < billed[earlier]!)
    .sort()[0];
}

const billedAgain = ({ customerId, issued }: Account, since: Month): Refusal =>
  new Refusal(
    402,
    `${monthName(since)} was billed ${issued.has(since) ? 'again ' : ''}to customer ${customerId} since this run began: make this bill by itself, or run again.`,
    { code: 'BILLED_SINCE', field: 'month' },
  );

function refuseOutOfOrder({ billed }: CustomerState, account: Account, month: Month, lock: LockWords): void {
  const later = closedBy(Object.keys(billed), month);
  if (later !== undefined)
    throw new Refusal(
      402,
      `${month} is closed for customer ${account.customerId}: ${later} has been billed. What changed since goes on the next bill as an adjustment.`,
      { code: 'MONTH_CLOSED', field: 'month' },
    );
  const open = monthsBetween(nextMonthOf(account), month).find(
    (earlier) => earlier < month && hasSomething(account, earlier),
  );
  if (open !== undefined) {
    const locked = lock(open);
    throw new Refusal(
      402,
      `${open} comes first: it has not been billed to customer ${account.customerId}. Months are billed in order.${locked === null ? '' : ` It is locked: ${locked}. Unlock it, and bill it first.`}`,
      { code: 'MONTHS_IN_ORDER', field: 'month' },
    );
  }
}

/** True when a month has anything to pay, give or post. */
function hasSomething(account: Account, month: Month): boolean {
  return ownLines(account, month, []).some(
    (line) => line.amountCents !== 0 || line.tradingSystemCents !== 0 || line.vendorParts.length > 0,
  );
}
