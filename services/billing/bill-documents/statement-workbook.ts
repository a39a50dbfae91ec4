import type { DocumentDetails } from '#contracts/api/finance.ts';
import type { LineKind, VendorStatement, VendorStatementLine } from '#contracts/billing/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { PPM, dollars } from '#contracts/vocabulary/money.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { senderLine } from './bill-document.ts';
import {
  addSheet,
  fitRow,
  FORMATS,
  formula,
  headings,
  newWorkbook,
  number,
  text,
  workbookBytes,
  writeLetterhead,
  writeSections,
  type Sheet,
} from '#services/platform/workbooks/sheet-kit.ts';
import { KIND_WORDS } from './words.ts';

/** Everything that a vendor's statement contains: the same input gives the same bytes. */
export type StatementDocument = {
  statement: VendorStatement;
  vendor: { vendorId: number; name: string; legalName: string };
  /** When the last bill of the month was issued: an instant in UTC. */
  issuedAt: string;
  /** The house day of that instant. */
  issuedOn: HouseDay;
  /** The house's lines. */
  house: DocumentDetails;
  /** A description of each parcel, by name. */
  descriptions: ReadonlyMap<string, string>;
};

export type StatementSection = { title: string; rows: VendorStatementLine[]; totalCents: number };

const TITLES: Readonly<Record<LineKind, string>> = {
  SALE: 'Sales',
  CREDIT: 'Sales taken back',
  FEE: 'Your share of monthly fees',
  SURCHARGE: 'Your share of hearts-and-arrows surcharges',
  TRUE_UP: 'Minimum inventory',
  OPENING_BALANCE: 'Opening balance',
  REBATE: 'Your share of rebates',
  REBATE_REVERSAL: 'Rebates taken back',
  DEPLOYMENT: 'Deployment',
  ADJUSTMENT: 'Adjustments of earlier months',
};
const ORDER = Object.keys(TITLES) as LineKind[];

/**
 * A statement's lines by kind. A vendor does not learn which customers had the parcels (rule: What one may
 * not see).
 */
export function statementSections({ lines }: VendorStatement): StatementSection[] {
  return ORDER.flatMap((kind) => {
    const own = lines.filter((line) => line.kind === kind);
    const totalCents = own.reduce((sum, { amountCents }) => sum + amountCents, 0);
    return own.length === 0 ? [] : [{ title: TITLES[kind], rows: own, totalCents }];
  });
}

/** The text of a statement's line next to its parcel: 'fee', 'adjustment of April 2026, fee'. */
export function statementWords({ adjusts, kind }: VendorStatementLine): string {
  const words = KIND_WORDS[kind];
  return adjusts ? `${words} of ${monthName(adjusts.month)}, ${KIND_WORDS[adjusts.kind]}` : words;
}

const HEADINGS_ROW = 6;

/**
 * A vendor's statement as a workbook (rule: Statements): each part is `flat + base × share`, rounded on its own, as a
 * formula with our value next to it. The same statement gives the same bytes; it names no customer.
 */
export async function statementWorkbook({
  statement,
  vendor,
  issuedAt,
  issuedOn,
  house,
  descriptions,
}: StatementDocument): Promise<Buffer> {
  const heading = `Statement for ${monthName(statement.month)}`;
  const workbook = await newWorkbook(`${vendor.name}, ${heading}`, issuedAt);
  const sheet = addSheet(workbook, 'Statement', {
    widths: [20, 40, 30, 15, 15, 12, 16],
    frozen: HEADINGS_ROW,
    landscape: true,
  });
  writeLetterhead(
    sheet,
    { name: vendor.name, size: 20, height: 28 },
    { legal: vendor.legalName, heading, lines: [senderLine(house)] },
    [
      ['Vendor', String(vendor.vendorId)],
      ['Issued', issuedOn],
    ],
  );
  headings(sheet, HEADINGS_ROW, ['Parcel', 'Description', 'What', 'Flat', 'Shared', 'Share', 'Amount'], 3);

  const content = { sections: statementSections(statement), totalCents: statement.totalCents };
  writeSections(sheet, HEADINGS_ROW + 1, 6, content, (row, line) =>
    writeLine(sheet, row, line, descriptions),
  );
  return workbookBytes(workbook);
}

function writeLine(
  sheet: Sheet,
  row: number,
  line: VendorStatementLine,
  descriptions: ReadonlyMap<string, string>,
): void {
  const { parcelName, flatCents, baseCents, sharePpm, amountCents } = line;
  const texts = [parcelName, descriptions.get(parcelName) ?? '', statementWords(line)];
  texts.forEach((words, index) => {
    text(sheet.getCell(row, index + 1), words).alignment = { wrapText: true, vertical: 'top' };
  });
  number(sheet.getCell(row, 4), dollars(flatCents), FORMATS.money);
  number(sheet.getCell(row, 5), dollars(baseCents), FORMATS.money);
  number(sheet.getCell(row, 6), sharePpm / PPM, FORMATS.rate);
  formula(sheet.getCell(row, 7), `D${row}+ROUND(E${row}*F${row},2)`, dollars(amountCents), FORMATS.money);
  for (const column of [4, 5, 6, 7]) sheet.getCell(row, column).alignment = { vertical: 'top' };
  fitRow(sheet, row, texts);
}
