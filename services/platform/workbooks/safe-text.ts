import type { Cell } from 'exceljs';
import { dollars, type Cents } from '#contracts/vocabulary/money.ts';
import { cellText } from '#contracts/vocabulary/workbook-text.ts';

/** True for text that a spreadsheet program may take for a formula when it opens a file (rule: No formulas from text). */
const isLikeAFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text);

/**
 * Writes text into a workbook's cell, as far as a workbook can hold it (rule: Text in workbooks). Text that begins like a
 * formula gets the text format, so that it stays text when edited.
 */
export function writeText(cell: Cell, text: string): void {
  const writable = cellText(text);
  cell.value = writable;
  if (isLikeAFormula(writable)) cell.numFmt = '@';
}

/** A field of CSV; an amount in cents is written in dollars with two decimals. */
type CsvValue = string | number | boolean | { cents: Cents } | null | undefined;

/**
 * A row of CSV, quoted where necessary. Numbers are written as they are; text that begins like a formula gets an
 * apostrophe in front, which spreadsheet programs take for "this is text".
 */
export function csvRow(values: readonly CsvValue[]): string {
  return values.map(csvField).join(',');
}

function csvField(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return dollars(value.cents).toFixed(2);
  if (typeof value !== 'string') return String(value);
  const text = isLikeAFormula(value) ? `'${value}` : value;
  return /[",\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
