/** Every form of a dash, and the minus sign. */
const DASHES = /[\p{Pd}\u2212]/gu;

/** A cell's text in capitals, with one form of the dash and no blanks around dashes or before '+'. */
export function tidied(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(DASHES, '-')
    .replace(/\s*-\s*/g, '-')
    .replace(/\s+\+/g, '+')
    .trim();
}

/** A text as texts of an ideal are compared: without case, spaces and forms of the dash (rule: Crosstab). */
export function plain(text: string): string {
  return tidied(text).replace(/\s+/g, '');
}
