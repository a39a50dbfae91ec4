/** Control characters and the two noncharacters that make XML invalid, whether escaped or not. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Text without the characters that no part of a workbook can hold. */
export const withoutUnwritable = (text: string): string => text.replace(NOT_IN_XML, '');

/**
 * Text as a workbook's cell holds it: what looks like one of its escapes, as `_x0041_` for A, is read as it stands
 * (rule: Text in workbooks).
 */
export const cellText = (text: string): string =>
  withoutUnwritable(text).replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
