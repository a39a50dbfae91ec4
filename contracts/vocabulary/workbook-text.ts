/** Control characters and the two noncharacters that make XML invalid, whether escaped or not. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Text without the characters that no part of a workbook can hold. */
export const withoutUnwritable = (text: string): string => text.replace(NOT_IN_XML, '');
