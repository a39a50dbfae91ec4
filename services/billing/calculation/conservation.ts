import type { BillLine, CalculatedBill } from '#contracts/billing/index.ts';
import type { Account } from './account.ts';
import { tradingSystemTotal } from './month-lines.ts';

/** Money that would appear or vanish: a fault of the program, never of the data (rule: Double entry). */
class ConservationBroken extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConservationBroken';
  }
}

export type Postings = {
  linesCents: number;
  tradingSystemCents: number;
  vendorsCents: number;
  houseCents: number;
};

/** What lines post against the customer's, the vendors' and the house's accounts, in cents. */
export function postingsOf(lines: readonly BillLine[]): Postings {
  const sum: Postings = { linesCents: 0, tradingSystemCents: 0, vendorsCents: 0, houseCents: 0 };
  for (const line of lines) {
    sum.linesCents += line.amountCents;
    sum.tradingSystemCents += line.tradingSystemCents;
    sum.houseCents += line.houseCents;
    for (const part of line.vendorParts) sum.vendorsCents += part.amountCents;
  }
  return sum;
}

/**
 * Double entry: bill lines + trading-system invoices − credits = vendor parts + house parts, to the cent, for each line;
 * and the month's documents are those of its lines. Throws ConservationBroken with the line that does not balance.
 */
export function checkConservation(account: Account, bill: CalculatedBill): void {
  for (const line of bill.lines) {
    const { linesCents, tradingSystemCents, vendorsCents, houseCents } = postingsOf([line]);
    if (linesCents + tradingSystemCents !== vendorsCents + houseCents)
      throw new ConservationBroken(
        `${line.key} of customer ${bill.customerId}, ${bill.month}: ${linesCents} + ${tradingSystemCents} is not ${vendorsCents} + ${houseCents}`,
      );
  }
  const own = bill.lines.filter((line) => line.kind !== 'ADJUSTMENT');
  const posted = postingsOf(own).tradingSystemCents;
  const documents = tradingSystemTotal(account, bill.month);
  if (posted !== documents)
    throw new ConservationBroken(
      `customer ${bill.customerId}, ${bill.month}: the lines post ${posted} of the trading system, its documents say ${documents}`,
    );
}
