import { type CalculatedBill, type Cut } from '#contracts/billing/index.ts';
import { canonicalJson } from '#contracts/vocabulary/canonical-json.ts';
import { readCutTime } from '#contracts/vocabulary/house-time.ts';
import { inPortions } from '#contracts/vocabulary/in-portions.ts';
import { createPositions } from '#projections/engine/index.ts';
import { BadCall, readCall, runCommandLine } from '#services/platform/command-line.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { withRunningStores } from '#services/platform/stores/with-running-stores.ts';
import { BILLING_MODELS } from '../billing-context.ts';
import { accountsOf, newestBillOf, type Accounts } from '../calculation/account.ts';
import { calculateBill } from '../calculation/calculate-bill.ts';
import { explainChange } from '../calculation/explain-change.ts';
import { billRequest } from '../calculation/replacing.ts';
import { factsOfCustomers } from '../read-facts.ts';
import { isBeforeBilling } from '../create-bill.ts';
import { EVENT_ID } from '../cuts.ts';
import { factsFromLog, type KnownAt } from './facts-from-log.ts';
import { settlementOf } from '../calculation/settlement.ts';
import { printedBill, printedExplanation, printedSettlement, type Names } from './print-bill.ts';
import { monthName, type Month } from '#contracts/vocabulary/months.ts';
import { monthSchema, positionSchema } from '#contracts/vocabulary/schemas.ts';

const USAGE = `npm run billing -- replay --month 2026-10 [--customer 7] [--known-at CUT] [--zero-lines]
                             [--explain [--from CUT]]

  --month     the month of the bills
  --customer  of this customer alone
  --known-at  as it was known then: a log position, the id of the last event known, or a time (the longest prefix of
              the log recorded by then; by the house's clock unless it has an offset, and a day is its end)
  --zero-lines  shows also lines that come to nothing
  --explain   tells what changed the bill, event by event, since --from, or since the cut it was issued at

Computes the bills straight from the event log, and says whether the read models give the same; writes nothing.
Works beside a running Vitrine, and on DATABASE_URL and EVENTSTORE_URL.`;

const READ_MODELS_WITHIN_MS = 10_000;
const CUSTOMERS_AT_ONCE = 50;

const OPTIONS = {
  month: { type: 'string' },
  customer: { type: 'string' },
  'known-at': { type: 'string' },
  'zero-lines': { type: 'boolean' },
  explain: { type: 'boolean' },
  from: { type: 'string' },
} as const;

type Arguments = {
  month: Month;
  customerId: number | null;
  /** As they were given: a time without an offset is read by the house's clock. */
  knownAt: string | undefined;
  zeroLines: boolean;
  explain: boolean;
  from: string | undefined;
};

/** Throws BadCall. */
function readArguments(): Arguments {
  const { values, positionals } = readCall(USAGE, OPTIONS);
  if (positionals.length !== 1 || positionals[0] !== 'replay') throw new BadCall(USAGE);
  const month = monthSchema.safeParse(values.month);
  if (!month.success) throw new BadCall(`--month must be like 2026-10.\n\n${USAGE}`);
  if (values.customer !== undefined && !/^[1-9]\d{0,8}$/.test(values.customer))
    throw new BadCall(`--customer must be a customer's id, for example 7, not "${values.customer}".`);
  if (values.from !== undefined && values.explain !== true)
    throw new BadCall(`--from says since when --explain explains: give both, or neither.`);
  return {
    month: month.data,
    customerId: values.customer === undefined ? null : Number(values.customer),
    knownAt: values['known-at'],
    zeroLines: values['zero-lines'] === true,
    explain: values.explain === true,
    from: values.from,
  };
}

/** A cut as the calls read it (rule: Knowledge cut). Throws BadCall that names the option. */
function readKnownAt(option: string, text: string, zone: string): KnownAt {
  if (positionSchema.safeParse(text).success) return { position: BigInt(text) };
  if (EVENT_ID.test(text)) return { eventId: text };
  const time = readCutTime(text, zone);
  if (time === undefined)
    throw new BadCall(
      `${option} must be a log position, the id of an event, a day such as 2026-05-05 or a time such as 2026-05-05T12:00:00Z, not "${text}".`,
    );
  return { time };
}

/** A place that the log has not reached is no cut: what is known then may still change. Throws BadCall. */
function requireReached(option: string, knownAt: KnownAt | undefined, end: bigint): void {
  if (typeof knownAt !== 'object' || !('position' in knownAt) || knownAt.position <= end) return;
  throw new BadCall(`${option} is ${knownAt.position}, which lies beyond the end of the log (${end}).`);
}

type Calculated = { bill: CalculatedBill; accounts: Accounts };

async function main(): Promise<number> {
  const wanted = readArguments();
  return withRunningStores(async ({ db, events, clock, zone }) => {
    const now = clock().toISOString();
    const knownAt = wanted.knownAt === undefined ? 'now' : readKnownAt('--known-at', wanted.knownAt, zone);
    const since = wanted.from === undefined ? undefined : readKnownAt('--from', wanted.from, zone);
    const end = await events.endPosition();
    requireReached('--known-at', knownAt, end);
    requireReached('--from', since, end);
    const { facts, cut, names } = await factsFromLog(events, knownAt, now);
    const isKnown = (customerId: number): boolean =>
      facts.get(customerId)?.terms.some((row) => row.position <= Number(cut.position)) === true;
    if (wanted.customerId !== null && !isKnown(wanted.customerId))
      throw new BadCall(`There is no customer ${wanted.customerId} in the log up to ${cut.position}.`);
    const from = since === undefined ? null : (await factsFromLog(events, since, now)).cut;
    if (from && BigInt(from.position) > BigInt(cut.position))
      throw new BadCall(`--from (${from.position}) must not lie after --known-at (${cut.position}).`);
    const chosen = [...facts.values()]
      .filter(({ customerId }) => isKnown(customerId) && (wanted.customerId ?? customerId) === customerId)
      .sort((a, b) => a.customerId - b.customerId);
    const calculated = chosen.flatMap((known) => {
      const accounts = accountsOf(known, zone);
      const standing = accounts.standingAt(Number(cut.position));
      if (!isBeforeBilling(standing, wanted.month)) return calculate(accounts, wanted.month, cut);
      const begins = `billing begins with ${monthName(standing.opening.month)}`;
      console.log(`${names.customer(known.customerId)}: ${begins}, ${monthName(wanted.month)} has no bill.`);
      return [];
    });
    let unaccounted = false;
    for (const { bill, accounts } of calculated) {
      if (bill.lines.length > 0 || wanted.customerId !== null)
        console.log(printedBill(bill, names, zone, wanted.zeroLines).join('\n'));
      const settlement = settlementOf(accounts, bill.month, bill.cut);
      if (settlement) console.log(printedSettlement(settlement));
      unaccounted ||= settlement !== null && settlement.unaccountedCents !== 0;
    }
    if (wanted.explain)
      for (const one of calculated)
        explained(one, { month: wanted.month, given: from, to: cut, names, zone });
    const differ = await compared({ db, events }, calculated, zone, names);
    return unaccounted ? 1 : differ;
  });
}

/** At the cut of an issued bill it is that bill; else as it would be made (rule: Replacing a bill). */
function calculate(accounts: Accounts, month: Month, cut: Cut): Calculated {
  return { accounts, bill: calculateBill(accounts, billRequest(accounts, month, cut)) };
}

type Explained = { month: Month; given: Cut | null; to: Cut; names: Names; zone: string };

function explained({ accounts }: Calculated, { month, given, to, names, zone }: Explained): void {
  const { facts } = accounts;
  const from = given ?? newestBillOf(facts, month)?.cut;
  if (!from) {
    console.log(`${names.customer(facts.customerId)}, ${month}: not billed yet; say --from when.`);
    return;
  }
  console.log(printedExplanation(explainChange(accounts, month, from, to), names, zone).join('\n'));
}

/** Prints whether the read models give exactly the same bills; returns 0 when they do, else 1. */
async function compared(
  { db, events }: { db: Db; events: EventStore },
  calculated: readonly Calculated[],
  zone: string,
  names: Names,
): Promise<number> {
  const positions = createPositions(db, await logIdOf(events));
  const cut = calculated[0]?.bill.cut;
  if (!cut) return 0;
  if (!(await positions.waitForPosition(BILLING_MODELS, BigInt(cut.position), READ_MODELS_WITHIN_MS))) {
    console.log(`The read models are not at ${cut.position} yet: not compared.`);
    return 0;
  }
  const differing: string[] = [];
  for (const some of inPortions(calculated, CUSTOMERS_AT_ONCE)) {
    const read = await factsOfCustomers(
      db,
      some.map(({ bill }) => bill.customerId),
    );
    for (const { bill } of some) {
      const facts = read.get(bill.customerId);
      const same =
        facts !== undefined &&
        canonicalJson(calculateBill(accountsOf(facts, zone), bill)) === canonicalJson(bill);
      if (!same) differing.push(names.customer(bill.customerId));
    }
  }
  console.log(
    differing.length === 0
      ? `The read models give the same ${calculated.length === 1 ? 'bill' : `${calculated.length} bills`}.`
      : `The read models give OTHER bills for: ${differing.join(', ')}.`,
  );
  return differing.length === 0 ? 0 : 1;
}

await runCommandLine(main);
