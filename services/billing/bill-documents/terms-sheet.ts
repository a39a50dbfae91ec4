import { dayName } from '#contracts/vocabulary/house-time.ts';
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

export type Unit = 'money' | 'rate' | 'days';

/** The terms of a bill, by their display names (product: Customer). */
export const TERMS: readonly {
  term: BillingTerm | 'giaRoundDiscountPpm';
  name: string;
  words: string;
  unit: Unit;
}[] = [
  { term: 'minInventoryCents', name: 'minInventory', words: 'Minimum inventory', unit: 'money' },
  { term: 'giaRoundDiscountPpm', name: 'giaRoundDiscount', words: 'GIA round discount', unit: 'rate' },
  { term: 'gracePeriodDays', name: 'gracePeriodDays', words: 'Grace period', unit: 'days' },
  { term: 'paymentDays', name: 'paymentDays', words: 'Payment', unit: 'days' },
  { term: 'feeRatePpm', name: 'feeRate', words: 'Monthly fee: natural, jewellery', unit: 'rate' },
  { term: 'lgFeeRatePpm', name: 'lgFeeRate', words: 'Monthly fee: lab-grown', unit: 'rate' },
  { term: 'fcFeeRatePpm', name: 'fcFeeRate', words: 'Monthly fee: fancy colour', unit: 'rate' },
  { term: 'hafPct1Ppm', name: 'hafPct1', words: 'H&A surcharge: first threshold', unit: 'rate' },
  { term: 'hafPct2Ppm', name: 'hafPct2', words: 'H&A surcharge: second threshold', unit: 'rate' },
  { term: 'normalRebatePpm', name: 'normalRebate', words: 'Rebate: natural, jewellery', unit: 'rate' },
  { term: 'hafRebatePpm', name: 'hafRebate', words: 'Rebate: H&A', unit: 'rate' },
  { term: 'lgRebatePpm', name: 'lgRebate', words: 'Rebate: lab-grown', unit: 'rate' },
  { term: 'fcRebatePpm', name: 'fcRebate', words: 'Rebate: fancy colour', unit: 'rate' },
];

const unitOf = (term: BillingTerm): Unit => TERMS.find((known) => known.term === term)?.unit ?? 'days';

/** The terms of the month, for each run of equal days, and what was overridden (rule: Overrides). */
export function addTermsSheet(workbook: Workbook, { bill, terms }: BillDocument): void {
  const sheet = addSheet(workbook, 'Terms', { widths: [36, ...terms.map(() => 28), 28, 44], frozen: 1 });
  headings(sheet, 1, ['Term', ...terms.map(({ from, to }) => `${dayName(from)} – ${dayName(to)}`)], 1);
  let row = 2;
  for (const { term, words, unit } of TERMS) {
    text(sheet.getCell(row, 1), words);
    terms.forEach((period, index) => fill(sheet.getCell(row, index + 2), unit, period.terms[term]));
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
    else fill(sheet.getCell(row, 2), unitOf(override.term), override.value);
    text(sheet.getCell(row, 3), override.reason).alignment = { wrapText: true, vertical: 'top' };
    row += 1;
  }
}

const wordsOf = (override: Override): string =>
  override.target === 'LINE'
    ? `Line ${override.lineKey}`
    : (TERMS.find(({ term }) => term === override.term)?.words ?? override.term);

function fill(cell: Cell, unit: Unit, value: number): void {
  if (unit === 'money') number(cell, dollars(value), FORMATS.money);
  else if (unit === 'rate') number(cell, value / PPM, FORMATS.rate);
  else number(cell, value, '0 "days"');
  cell.alignment = { horizontal: 'right' };
}
