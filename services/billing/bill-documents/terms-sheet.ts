import { CUSTOMER_TERMS } from '#contracts/api/terms.ts';
import type { Workbook } from 'exceljs';
import type { BillingTerm, Override } from '#contracts/billing/index.ts';
import { PPM, dollars } from '#contracts/vocabulary/money.ts';
import type { BillDocument } from './bill-document.ts';
import {
  addSheet,
  FORMATS,
  headings,
  number,
  text,
  title,
  type Cell,
} from '#services/platform/workbooks/sheet-kit.ts';

/** The terms of a bill, by their display names (product: Customer). */
export const TERMS: readonly [term: BillingTerm | 'giaRoundDiscountPpm', words: string][] = [
  ['minInventoryCents', 'Minimum inventory'],
  ['giaRoundDiscountPpm', 'GIA round discount'],
  ['gracePeriodDays', 'Grace period'],
  ['paymentDays', 'Payment'],
  ['feeRatePpm', 'Monthly fee: natural, jewellery'],
  ['lgFeeRatePpm', 'Monthly fee: lab-grown'],
  ['fcFeeRatePpm', 'Monthly fee: fancy colour'],
  ['hafPct1Ppm', 'H&A surcharge: first threshold'],
  ['hafPct2Ppm', 'H&A surcharge: second threshold'],
  ['normalRebatePpm', 'Rebate: natural, jewellery'],
  ['hafRebatePpm', 'Rebate: H&A'],
  ['lgRebatePpm', 'Rebate: lab-grown'],
  ['fcRebatePpm', 'Rebate: fancy colour'],
];

/** The terms of the month, for each run of equal days, and what was overridden (rule: Overrides). */
export function addTermsSheet(workbook: Workbook, { bill, terms }: BillDocument): void {
  const sheet = addSheet(workbook, 'Terms', { widths: [36, ...terms.map(() => 28), 28, 44], frozen: 1 });
  headings(sheet, 1, ['Term', ...terms.map(({ from, to }) => `${from} – ${to}`)], 1);
  let row = 2;
  for (const [term, words] of TERMS) {
    text(sheet.getCell(row, 1), words);
    terms.forEach((period, index) => fill(sheet.getCell(row, index + 2), term, period.terms[term]));
    row += 1;
  }
  if (bill.overrides.length === 0) return;
  row += 1;
  title(sheet, row, 'Overrides of this month');
  headings(sheet, row + 1, ['What', 'Value', 'Reason'], 3);
  row += 2;
  for (const override of bill.overrides) {
    text(sheet.getCell(row, 1), wordsOf(override));
    if (override.target === 'LINE')
      number(sheet.getCell(row, 2), dollars(override.valueCents), FORMATS.money);
    else fill(sheet.getCell(row, 2), override.term, override.value);
    text(sheet.getCell(row, 3), override.reason).alignment = { wrapText: true, vertical: 'top' };
    row += 1;
  }
}

const wordsOf = (override: Override): string =>
  override.target === 'LINE'
    ? `Line ${override.lineKey}`
    : (TERMS.find(([term]) => term === override.term)?.[1] ?? override.term);

function fill(cell: Cell, term: keyof typeof CUSTOMER_TERMS, value: number): void {
  const { unit } = CUSTOMER_TERMS[term];
  if (unit === 'cents') number(cell, dollars(value), FORMATS.money);
  else if (unit === 'ppm') number(cell, value / PPM, FORMATS.rate);
  else number(cell, value, '0 "days"');
  cell.alignment = { horizontal: 'right' };
}
