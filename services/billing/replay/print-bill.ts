import {
  settlementWords,
  type BillLine,
  type CalculatedBill,
  type Cut,
  type Explanation,
  type Settlement,
} from '#contracts/billing/index.ts';
import { onWire } from '#contracts/api/on-wire.ts';
import { moneyWords } from '#contracts/vocabulary/money.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import {
  causeWords,
  KIND_WORDS,
  whyWords,
  workingWords,
  type CausesOfOthers,
} from '../bill-documents/words.ts';

/** The names of customers and vendors in the log; without a name, the number is shown. */
export type Names = { customer: (customerId: number) => string; vendor: (vendorId: number) => string };

const money = (cents: number): string => moneyWords(cents).padStart(14);

const placed = ({ position, eventId }: Cut): string =>
  eventId === undefined ? position : `${position}, event ${eventId}`;

/**
 * A bill as lines of text, for a terminal: as finance reads it, without keys; the vendors' parts below.
 * @param zeroLines also lines of zero
 */
export function printedBill(bill: CalculatedBill, names: Names, zone: string, zeroLines: boolean): string[] {
  const { customerId, month, cut, totalCents, dueDate, lines } = bill;
  const shown = lines.filter(
    ({ computedCents, amountCents }) => zeroLines || computedCents !== 0 || amountCents !== 0,
  );
  return [
    `${names.customer(customerId)}, ${monthName(month)}, as known at ${placed(cut)} (${cut.recordedAt}), due ${dueDate}`,
    ...shown.map((line) => `  ${money(line.amountCents)}  ${lineWords(line, zone)}`),
    `  ${money(totalCents)}  total`,
    ...vendorTotals(lines).map(
      ([vendorId, cents]) => `  ${money(cents)}  of the month for ${names.vendor(vendorId)}`,
    ),
  ];
}

/** Finance reads every cause as it was recorded. */
const SHOWN_TO_STAFF: CausesOfOthers = new Map();

function lineWords(line: BillLine, zone: string): string {
  const parcel = line.parcelName === null ? '' : ` ${line.parcelName}`;
  if (line.kind !== 'ADJUSTMENT')
    return `${KIND_WORDS[line.kind]}${parcel}: ${workingWords(line, zone, SHOWN_TO_STAFF)}${overridden(line)}`;
  // All of its causes: a document has the first few of those that changed the customer's amount.
  const { month, kind, causes } = line.working;
  const why = whyWords(causes.map((cause) => causeWords(cause, zone)));
  return `adjustment of ${KIND_WORDS[kind]}${parcel}: ${monthName(month)}: ${why}${overridden(line)}`;
}

function vendorTotals(lines: readonly BillLine[]): [number, number][] {
  const totals = new Map<number, number>();
  for (const { vendorId, amountCents } of lines.flatMap((line) => line.vendorParts))
    totals.set(vendorId, (totals.get(vendorId) ?? 0) + amountCents);
  return [...totals].filter(([, cents]) => cents !== 0).sort(([a], [b]) => a - b);
}

const overridden = ({ override, computedCents }: BillLine): string =>
  override === null ? '' : `  instead of ${money(computedCents).trim()}: ${override.reason}`;

/** How the difference of an issued bill has been settled since, in a sentence. */
export const printedSettlement = (settlement: Settlement): string =>
  `  Version ${settlement.version}. ${settlementWords(onWire(settlement))}`;

/** An explanation as lines of text, for a terminal. */
export function printedExplanation(explanation: Explanation, names: Names, zone: string): string[] {
  const { customerId, month, from, to, beforeCents, afterCents, events } = explanation;
  return [
    `${names.customer(customerId)}, ${monthName(month)}, from ${placed(from)} to ${placed(to)}`,
    `  ${money(beforeCents)}  before`,
    ...events.map(
      (event) => `  ${money(event.deltaCents)}  at ${event.position}: ${causeWords(event, zone)}`,
    ),
    `  ${money(afterCents)}  after`,
  ];
}
