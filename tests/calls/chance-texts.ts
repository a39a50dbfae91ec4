import type { Answer } from './send.ts';

const CHANCE_TEXTS = [
  // Ids, standing alone: no number runs on into one.
  /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-z])/gi,
  // The hash in a list's ETag.
  /(?<=W\/")[\w-]{27}(?=")/g,
  // Tokens: of a session, of a signed link, of a sign-in by a ticket.
  /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g,
  /(?<=#token=)[\w-]{64}(?![\w-])/g,
  /(?<="ticket":")[\w-]{43}(?=")/g,
];

/**
 * A text without its ids, hashes and tokens: these are made at random or by a hash, and by chance hold the digits of a
 * price or the letters of a name. What stands beside them is left.
 */
export const withoutChanceTexts = (text: string): string =>
  CHANCE_TEXTS.reduce((rest, pattern) => rest.replaceAll(pattern, '(chance)'), text);

/** All texts of a reply, a line for each header, without chance texts. */
export const textsOf = ({ headers, text }: Pick<Answer, 'headers' | 'text'>): string =>
  withoutChanceTexts(`${[...headers].map((one) => one.join(': ')).join('\n')}\n${text}`);
