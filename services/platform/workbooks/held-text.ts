import { formatCount } from '#contracts/vocabulary/counts.ts';
import { LONGEST_TEXT } from '#contracts/vocabulary/workbook-text.ts';
import { nameOf, tooManyCells } from './check-sheet.ts';
import { columnLetter, UnreadableSheet, type SheetLimits } from './sheet.ts';

/** Cells without a value, such as formulas without a result, are each reported up to this number. */
const MOST_PROBLEMS = 10_000;

/**
 * Counts what the sheets of a file hold when they leave the reading thread (rule: Workbook limits). A text shared by
 * many cells is held once in the thread, but once for each cell outside it.
 */
export class HeldText {
  readonly #limits: SheetLimits;
  #characters = 0;
  #cells = 0;
  #problems = 0;

  constructor(limits: SheetLimits) {
    this.#limits = limits;
  }

  /** Counts one cell's text. Throws UnreadableSheet naming sheet, cell and limit. */
  text(sheet: string, row: number, column: number, text: string): void {
    const cell = `${columnLetter(column)}${row}`;
    if (text.length > LONGEST_TEXT)
      throw new UnreadableSheet(
        `${nameOf(sheet)} holds ${formatCount(text.length)} characters in ${cell}, more than ${formatCount(LONGEST_TEXT)}: shorten the text.`,
      );
    this.#characters += text.length;
    if (this.#characters > this.#limits.characters)
      throw new UnreadableSheet(
        `${nameOf(sheet)} passes ${formatCount(this.#limits.characters)} characters of text of the file at ${cell}: split it, or shorten the texts.`,
      );
  }

  /** Counts one row by its last used column. Throws UnreadableSheet. */
  row(sheet: string, row: number, columns: number): void {
    this.#cells += columns;
    if (this.#cells > this.#limits.cells) throw tooManyCells(sheet, row, columns, this.#limits);
  }

  /** Counts one cell that holds no value. Throws UnreadableSheet. */
  problem(sheet: string, row: number, column: number): void {
    this.#problems += 1;
    if (this.#problems > MOST_PROBLEMS)
      throw new UnreadableSheet(
        `${nameOf(sheet)} passes ${formatCount(MOST_PROBLEMS)} cells without a value at ${columnLetter(column)}${row}: open it in a spreadsheet program, which calculates its formulas, and save it again.`,
      );
  }
}
