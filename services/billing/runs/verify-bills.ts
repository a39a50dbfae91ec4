import type { Bill, BillLine, Settlement } from '#contracts/billing/index.ts';
import { canonicalJson } from '#contracts/vocabulary/canonical-json.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { daysBetween, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { moneyWords } from '#contracts/vocabulary/money.ts';
import { billColumns, customersBilledSince, IncompleteBill } from '#projections/billing/index.ts';
import { customerNumbers } from '#projections/customers/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import type { BillingContext } from '../billing-context.ts';
import { accountsOf, type Accounts, type BillingFacts } from '../calculation/account.ts';
import { calculateBill } from '../calculation/calculate-bill.ts';
import { settlementsAt } from '../calculation/settlement.ts';
import { factsOfCustomers } from '../read-facts.ts';
import { factsOfCustomerFromLog } from '../replay/facts-from-log.ts';
import { clearAlarm, raiseAlarm, standingAlarms } from './alarms.ts';
import { lastCheck, type BillRun, type RunItem } from './run-store.ts';

/** Nights within which each customer's bills are checked at least once. */
const NIGHTS = 28;
/** Lines of a bill that differ which an alarm names at most. */
const MOST_NAMED = 10;

/**
 * The customers whose bills a check goes through (rule: Checking bills). When a person asks for it: all. Each night:
 * those to whom a bill was issued since the last check, those for whom it failed, those with an open alarm, and a share
 * of the rest, so that the cost of a night does not grow with every bill ever issued.
 */
export async function customersToVerify(
  { db, zone }: Pick<BillingContext, 'db' | 'zone'>,
  { requestedRole, requestedAt }: Pick<BillRun, 'requestedRole' | 'requestedAt'>,
): Promise<number[]> {
  const all = await customerNumbers(db);
  const last = await lastCheck(db);
  if (requestedRole !== 'system' || last === null) return all;
  const billed = await customersBilledSince(db, last.at);
  const alarmed = new Set((await standingAlarms(db)).map(({ customerId }) => customerId));
  const night = daysBetween('2020-01-01', houseDayOf(requestedAt.toISOString(), zone)) % NIGHTS;
  const isDue = (one: number): boolean => billed.has(one) || last.failed.has(one) || alarmed.has(one);
  return all.filter((one) => isDue(one) || one % NIGHTS === night);
}

/**
 * Derives every bill of a customer again from the log, at its own cut, under its policy version and overrides, and
 * compares it with the issued bill in the log and with the read model. Raises an alarm for each that differs by a byte,
 * lacks a part or is missing, and for each whose month's changes stand on no bill (rule: Checking bills).
 * @param upTo a position that the read models have reached: bills issued later are left to the next check
 */
export async function verifyCustomer(
  billing: BillingContext,
  customerId: number,
  upTo: bigint,
): Promise<Omit<RunItem, 'subjectId'>> {
  const { db, clock, zone, events } = billing;
  let read: BillingFacts | undefined;
  try {
    read = (await factsOfCustomers(db, [customerId])).get(customerId);
  } catch (error) {
    if (!(error instanceof IncompleteBill)) throw error;
    await raiseAlarm(db, error.bill, error.message, clock());
    return { outcome: 'DIFFERENT', message: error.message, totalCents: null };
  }
  if (!read) throw new Error(`there is no customer ${customerId}`);
  const logged = await factsOfCustomerFromLog(events, customerId, parcelsOf(read));
  const accounts = accountsOf(logged ?? { ...read, bills: [] }, zone);
  const columns = await billColumns(db, customerId);
  const known = new Map(read.bills.map((bill) => [bill.eventId, bill]));
  const isDue = (bill: Bill): boolean => BigInt(bill.position) <= upTo;
  const bills = accounts.facts.bills.filter(isDue);
  const differing: string[] = [];
  const note = async (bill: Bill, message: string | null): Promise<void> => {
    if (message === null) return clearAlarm(db, bill, clock());
    differing.push(`${bill.month} version ${bill.version}: ${message}`);
    await raiseAlarm(db, bill, message, clock());
  };
  const settlement = settlementsAt(accounts, {
    position: upTo.toString(),
    recordedAt: clock().toISOString(),
  });
  for (const bill of bills) {
    const row = { bill: known.get(bill.eventId), columns: columns.get(bill.eventId) };
    const isNewest = bills.findLast(({ month }) => month === bill.month) === bill;
    await note(
      bill,
      differenceOf(accounts, bill) ??
        differenceOfRow(bill, row) ??
        (isNewest ? unaccountedIn(settlement(bill.month)) : null),
    );
  }
  const inLog = new Set(bills.map(({ eventId }) => eventId));
  for (const bill of read.bills.filter(isDue))
    if (!inLog.has(bill.eventId)) await note(bill, 'the log has no such bill');
  return {
    outcome: differing.length === 0 ? (bills.length === 0 ? 'NOTHING' : 'SAME') : 'DIFFERENT',
    message: differing.length === 0 ? null : differing.join('; '),
    totalCents: null,
  };
}

/** The bills of the read model and those that issued bills refer to, so that a lost row is noticed. */
function parcelsOf({ parcels, bills }: BillingFacts): Set<string> {
  const names = new Set(parcels.map(({ parcelName }) => parcelName));
  for (const { lines } of bills)
    for (const { parcelName } of lines) if (parcelName !== null) names.add(parcelName);
  return names;
}

/** How a bill differs from what its inputs give now; null when it is the same to the byte. */
function differenceOf(accounts: Accounts, bill: Bill): string | null {
  const { month, cut, overrides, policyVersion } = bill;
  let derived;
  try {
    derived = calculateBill(accounts, { month, cut, overrides, policyVersion });
  } catch (error) {
    return `it can no longer be derived: ${messageOf(error)}`;
  }
  const { lines, totalCents, dueDate, overridesHash } = derived;
  const same =
    canonicalJson(lines) === canonicalJson(bill.lines) &&
    totalCents === bill.totalCents &&
    dueDate === bill.dueDate &&
    overridesHash === bill.overridesHash;
  if (same) return null;
  const [issued, now] = [bill.totalCents, totalCents].map(moneyWords);
  return `issued at ${issued}, derived ${now}; ${linesInWords(bill.lines, lines)}`;
}

/** What of a billed month's changes stands on no bill, and what to do about it; null when all of it does. */
export function unaccountedIn(settlement: Settlement | null): string | null {
  if (!settlement || settlement.unaccountedCents === 0) return null;
  return `${moneyWords(settlement.unaccountedCents)} of what has changed in it since stands on no bill: the next bill puts it right once something dated in this month is recorded, such as the customer's terms as they were`;
}

/** How a bill of the log differs from the read model's; null when it does not. */
function differenceOfRow(
  bill: Bill,
  row: { bill: Bill | undefined; columns: string | undefined },
): string | null {
  if (!row.bill) return 'the read model has lost it: rebuild it';
  if (canonicalJson(row.bill) !== canonicalJson(bill))
    return `the read model has another bill than the log: rebuild it; ${linesInWords(bill.lines, row.bill.lines)}`;
  const { customerId, month, version, totalCents, dueDate } = bill;
  const expected = [customerId, month, version, totalCents, dueDate].join(' ');
  if (row.columns === expected) return null;
  return `the read model's columns say ${row.columns ?? 'nothing'}, the log ${expected}: rebuild it`;
}

/** The first of the lines that differ, by their keys, and how many more there are: a bill may have thousands. */
export function linesInWords(
  issued: readonly Pick<BillLine, 'key'>[],
  now: readonly Pick<BillLine, 'key'>[],
): string {
  const was = new Map(issued.map((line) => [line.key, canonicalJson(line)]));
  const is = new Map(now.map((line) => [line.key, canonicalJson(line)]));
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
  const left = keys.length - MOST_NAMED;
  const more = left > 0 ? `, and ${formatCount(left)} more` : '';
  return `lines that differ: ${keys.slice(0, MOST_NAMED).join(', ') || 'none, but its head'}${more}`;
}
