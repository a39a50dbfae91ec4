import { moneyWords } from '#contracts/vocabulary/money.ts';
import type { BillNumbers } from '../finance/document-numbers.ts';
import { billNumber, printedParty, senderLine, type BillDocument } from './bill-document.ts';
import { printDocument } from './pdf-kit.ts';
import { monthName } from '#contracts/vocabulary/months.ts';

/**
 * The credit note that takes back the version that a bill replaces (rule: Document numbers): it names the former number
 * and the new one. The same input gives the same bytes.
 */
export function creditNotePdf(
  document: BillDocument,
  { number, former, amountCents }: NonNullable<BillNumbers['creditNote']>,
): Promise<Buffer> {
  const { bill, issuedOn, house } = document;
  const month = monthName(bill.month);
  const amount = moneyWords(amountCents);
  const next = document.number === null ? `version ${bill.version}` : document.number;
  return printDocument({
    title: `Credit note for ${month}`,
    sender: senderLine(house),
    party: printedParty(document),
    facts: [
      ['Number', number],
      ['Takes back', former],
      ['Issued', issuedOn],
      ['Amount', amount],
    ],
    columns: ['Item', 'How it comes about', 'Amount'],
    nothing: '',
    groups: [
      {
        title: 'Taken back',
        rows: [{ item: former, detail: `The bill for ${month}, replaced by ${next}`, note: '', amount }],
        total: amount,
      },
    ],
    total: { words: 'Taken back', amount, note: `What is due is on ${next}.` },
    closing: [],
    reference: `Credit note ${number}, bill ${billNumber(bill)}`,
    at: bill.issuedAt,
  });
}
