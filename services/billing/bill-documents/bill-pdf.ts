import type { OverriddenTerm } from '#contracts/billing/overridden-terms.ts';
import { moneyWords } from '#contracts/vocabulary/money.ts';
import {
  billNumber,
  billSections,
  linesOf,
  printedParty,
  senderLine,
  type BillDocument,
  type BillRow,
} from './bill-document.ts';
import { printDocument, type PrintedRow } from './pdf-kit.ts';
import { monthName } from '#contracts/vocabulary/months.ts';

/**
 * A bill as a PDF for the jeweller: legal name, month, due date, lines by kind with their computation, subtotals, total
 * (product: Billing screen). The same bill gives the same bytes.
 */
export function billPdf(document: BillDocument): Promise<Buffer> {
  const { bill, issuedOn, number, house, details, overriddenTerms } = document;
  const credit = bill.totalCents < 0;
  return printDocument({
    title: `Bill for ${monthName(bill.month)}`,
    sender: senderLine(house),
    party: printedParty(document),
    facts: [
      ...(number === null ? [] : [['Number', number] as const]),
      ['Bill', billNumber(bill)],
      ['Issued', issuedOn],
      ['Due', bill.dueDate],
      [credit ? 'In your favour' : 'Total due', moneyWords(Math.abs(bill.totalCents))],
    ],
    columns: ['Item', 'How it comes about', 'Amount'],
    nothing: `There is nothing to bill for ${monthName(bill.month)}.`,
    groups: [
      ...billSections(document).map(({ title, rows, totalCents }) => ({
        title,
        rows: rows.map(printed),
        total: moneyWords(totalCents),
      })),
      ...(overriddenTerms.length === 0
        ? []
        : [{ title: 'Overridden this month', rows: overriddenTerms.map(printedTerm), total: null }]),
    ],
    total: {
      words: credit ? 'In your favour' : 'Total due',
      amount: moneyWords(Math.abs(bill.totalCents)),
      note: credit
        ? 'It will be set off against what is due.'
        : bill.totalCents === 0
          ? 'Nothing is payable.'
          : `Payable by ${bill.dueDate}`,
    },
    closing: credit ? linesOf(details.bankLines) : linesOf(house.bankLines),
    reference: `Bill ${billNumber(bill)}`,
    at: bill.issuedAt,
  });
}

const printedTerm = ({ name, value, was, reason }: OverriddenTerm): PrintedRow => ({
  item: name,
  detail: `${value} (was ${was}): ${reason}`,
  note: '',
  amount: '',
});

function printed({ line, item, description, working }: BillRow): PrintedRow {
  const overridden =
    line.override === null
      ? ''
      : `. Computed ${moneyWords(line.computedCents)}, set to ${moneyWords(line.amountCents)}: ${line.override.reason}`;
  const how = working + overridden;
  return {
    item,
    detail: description === '' ? how : description,
    note: description === '' ? '' : how,
    amount: moneyWords(line.amountCents),
  };
}
