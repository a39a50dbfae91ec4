/** Control characters and the two noncharacters that make XML invalid, whether escaped or not. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Text without the characters that no part of a workbook can hold. */
export const withoutUnwritable = (text: string): string => text.replace(NOT_IN_XML, '');

/** What spreadsheet programs let one cell hold, in characters. */
export const LONGEST_TEXT = 32_767;

/**
 * Text as a workbook's cell holds it, cut where a cell is full (rule: Text in workbooks). What looks like one of a
 * workbook's escapes, as `_x0041_` for A, is read as it stands.
 */
export function cellText(text: string): string {
  const writable = withoutUnwritable(text);
  // Half a character at the end goes too.
  const held =
    writable.length > LONGEST_TEXT
      ? `${writable.slice(0, LONGEST_TEXT - 1).replace(/\p{Surrogate}$/u, '')}…`
      : writable;
  return held.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}
