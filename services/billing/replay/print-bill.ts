import type { BillLine, CalculatedBill, Cut, Explanation, Settlement } from '#contracts/billing/index.ts';
import { dollars, formatPrice } from '#contracts/vocabulary/money.ts';

const money = (cents: number): string => formatPrice(dollars(cents)).padStart(14);

const placed = ({ position, eventId }: Cut): string =>
  eventId === undefined ? position : `${position}, event ${eventId}`;

/** A bill as lines of text, for a terminal. */
export function printedBill(bill: CalculatedBill): string[] {
  const { customerId, month, cut, totalCents, dueDate, lines } = bill;
  return [
    `Customer ${customerId}, ${month}, as known at ${placed(cut)} (${cut.recordedAt}), due ${dueDate}`,
    ...lines.map((line) => `  ${money(line.amountCents)}  ${line.key}${worked(line)}${overridden(line)}`),
    `  ${money(totalCents)}  total`,
  ];
}

function worked(line: BillLine): string {
  if (line.kind === 'FEE') {
    const { feeDays, daysInMonth, graceDays } = line.working;
    return `  ${feeDays}/${daysInMonth} days${graceDays > 0 ? `, ${graceDays} of grace` : ''}`;
  }
  if (line.kind !== 'ADJUSTMENT') return '';
  return line.working.causes.map((cause) => `; ${cause.what}, by ${cause.actor}`).join('');
}

const overridden = ({ override, computedCents }: BillLine): string =>
  override === null ? '' : `  instead of ${money(computedCents).trim()}: ${override.reason}`;

/** What has become of an issued bill, in a sentence: 'issued $610.54, as known now $605.93, …'. */
export function printedSettlement(settlement: Settlement): string {
  const { version, issuedCents, nowCents, stands, next, unaccountedCents } = settlement;
  const plain = (cents: number): string => formatPrice(dollars(cents));
  const where = [
    ...stands.map(({ month, amountCents }) => `${plain(amountCents)} stands on bill ${month}`),
    ...(next ? [`${plain(next.amountCents)} will stand on bill ${next.month}`] : []),
    ...(unaccountedCents === 0 ? [] : [`${plain(unaccountedCents)} STANDS NOWHERE`]),
  ];
  return [
    `  version ${version}: issued ${plain(issuedCents)}, as known now ${plain(nowCents)}`,
    ...where,
  ].join(', ');
}

/** An explanation as lines of text, for a terminal. */
export function printedExplanation(explanation: Explanation): string[] {
  const { customerId, month, from, to, beforeCents, afterCents, events } = explanation;
  return [
    `Customer ${customerId}, ${month}, from ${placed(from)} to ${placed(to)}`,
    `  ${money(beforeCents)}  before`,
    ...events.map(
      ({ deltaCents, position, what, actor, reason }) =>
        `  ${money(deltaCents)}  at ${position}: ${what}, by ${actor}${reason === null ? '' : ` (${reason})`}`,
    ),
    `  ${money(afterCents)}  after`,
  ];
}
