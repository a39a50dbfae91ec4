import type { Bill } from '#contracts/billing/index.ts';
import { IncompleteBill } from '#projections/billing/index.ts';
import { accountsOf, canonicalJson, type Accounts } from '../calculation/account.ts';
import { calculateBill } from '../calculation/calculate-bill.ts';
import type { BillingContext } from '../billing-context.ts';
import { factsOfCustomers } from '../read-facts.ts';
import { clearAlarm, raiseAlarm } from './alarms.ts';
import type { RunItem } from './run-store.ts';
import { messageOf } from '#services/platform/message-of.ts';

/**
 * Derives every bill of a customer again at its own cut, under its policy version and overrides, and raises
 * an alarm for each that differs by a byte or misses a part (rule: Closing and adjusting).
 */
export async function verifyCustomer(
  billing: BillingContext,
  customerId: number,
): Promise<Omit<RunItem, 'subjectId'>> {
  const { db, clock, zone } = billing;
  let facts;
  try {
    facts = (await factsOfCustomers(db, [customerId])).get(customerId);
  } catch (error) {
    if (!(error instanceof IncompleteBill)) throw error;
    await raiseAlarm(db, error.bill, error.message, clock());
    return { outcome: 'DIFFERENT', message: error.message, totalCents: null };
  }
  if (!facts) throw new Error(`there is no customer ${customerId}`);
  const accounts = accountsOf(facts, zone);
  const differing: string[] = [];
  for (const bill of facts.bills) {
    const message = differenceOf(accounts, bill);
    if (message === null) {
      await clearAlarm(db, bill, clock());
      continue;
    }
    differing.push(`${bill.month} version ${bill.version}: ${message}`);
    await raiseAlarm(db, bill, message, clock());
  }
  return {
    outcome: differing.length === 0 ? (facts.bills.length === 0 ? 'NOTHING' : 'SAME') : 'DIFFERENT',
    message: differing.length === 0 ? null : differing.join('; '),
    totalCents: null,
  };
}

/** What differs between a bill and what its inputs give now; null when not a byte does. */
export function differenceOf(accounts: Accounts, bill: Bill): string | null {
  const { month, cut, overrides, policyVersion } = bill;
  let derived;
  try {
    derived = calculateBill(accounts, { month, cut, overrides, policyVersion });
  } catch (error) {
    return `it can no longer be derived: ${messageOf(error)}`;
  }
  if (canonicalJson(derived.lines) === canonicalJson(bill.lines) && derived.dueDate === bill.dueDate)
    return null;
  const issued = new Map(bill.lines.map((line) => [line.key, canonicalJson(line)]));
  const now = new Map(derived.lines.map((line) => [line.key, canonicalJson(line)]));
  const keys = [...new Set([...issued.keys(), ...now.keys()])].filter(
    (key) => issued.get(key) !== now.get(key),
  );
  return `issued at ${bill.totalCents} cents, derived ${derived.totalCents}; lines that differ: ${keys.join(', ') || 'none, but the due date'}`;
}
