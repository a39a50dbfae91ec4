import { moneyWords, percent } from '#contracts/vocabulary/money.ts';
import type { VendorStatementLine } from '#contracts/billing/index.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { senderLine } from './bill-document.ts';
import { printDocument } from './pdf-kit.ts';
import { statementSections, statementWords, type StatementDocument } from './statement-workbook.ts';

/** A vendor's statement as a PDF (rule: Statements). The same statement gives the same bytes; it names no customer. */
export function statementPdf({
  statement,
  vendor,
  issuedAt,
  issuedOn,
  house,
  descriptions,
}: StatementDocument): Promise<Buffer> {
  const owed = statement.totalCents < 0;
  const words = owed ? 'Owed by you' : 'Payable to you';
  const amount = moneyWords(Math.abs(statement.totalCents));
  return printDocument({
    title: `Statement for ${monthName(statement.month)}`,
    sender: senderLine(house),
    party: {
      large: vendor.name,
      lines: [
        ...(vendor.legalName === '' || vendor.legalName === vendor.name ? [] : [vendor.legalName]),
        `Vendor ${vendor.vendorId}`,
      ],
    },
    facts: [
      ['Statement', `${statement.month}/V${vendor.vendorId}`],
      ['Issued', issuedOn],
      [words, amount],
    ],
    columns: ['Parcel', 'How it comes about', 'Amount'],
    nothing: `Nothing of yours was held or sold in ${monthName(statement.month)}.`,
    groups: statementSections(statement).map(({ title, rows, totalCents }) => ({
      title,
      rows: rows.map((line) => ({
        item: line.parcelName,
        detail: descriptions.get(line.parcelName) ?? partWords(line),
        note: descriptions.has(line.parcelName) ? partWords(line) : '',
        amount: moneyWords(line.amountCents),
      })),
      total: moneyWords(totalCents),
    })),
    total: { words, amount, note: `${monthName(statement.month)}, all parcels` },
    closing: [],
    reference: `Statement ${statement.month}/V${vendor.vendorId}`,
    at: issuedAt,
  });
}

function partWords(line: VendorStatementLine): string {
  const { flatCents, baseCents, sharePpm } = line;
  const parts = [
    ...(flatCents === 0 ? [] : [moneyWords(flatCents)]),
    ...(baseCents === 0 ? [] : [`${percent(sharePpm)} % of ${moneyWords(baseCents)}`]),
  ];
  return `${statementWords(line)}: ${parts.join(' + ') || 'nothing'}`;
}
