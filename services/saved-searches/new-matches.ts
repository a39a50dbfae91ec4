import { HOUR_MS } from '#contracts/vocabulary/house-time.ts';
import { formatCount, formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import type { Mail } from '#services/mail/index.ts';

/** The parcels of a search, by name. */
export type Matches = {
  matched: readonly string[];
  /** Of these, those that came to match since the search was last opened. */
  fresh: readonly string[];
  /** And those that are still to be mailed. */
  unmailed: readonly string[];
};

/** What was looked at: these parcels, or every one (null), and which of them match. */
export type Looked = { at: ReadonlySet<string> | null; matching: readonly string[] };

/** The matches of a search's first look: what matches already is not new. */
export const firstMatches = (matching: readonly string[]): Matches => ({
  matched: matching,
  fresh: [],
  unmailed: [],
});

/**
 * The matches after another look (rule: Saved searches): what matches and did not before is new, what matches no longer
 * is neither new nor mailed. Pure.
 */
export function afterLook(before: Matches, { at, matching }: Looked, mails: boolean): Matches {
  const known = new Set(before.matched);
  const stays = at === null ? [] : before.matched.filter((name) => !at.has(name));
  const matched = [...stays, ...matching];
  const matches = new Set(matched);
  const came = matching.filter((name) => !known.has(name));
  const still = (names: readonly string[]): string[] => names.filter((name) => matches.has(name));
  return {
    matched,
    fresh: [...still(before.fresh), ...came],
    unmailed: mails ? [...still(before.unmailed), ...came] : [],
  };
}

/** A mail about one search comes an hour after the one before at the earliest. */
const MAILED_EVERY_MS = HOUR_MS;
const MOST_NAMED = 20;

/** Whether its new matches are mailed now. Pure. */
export const isMailDue = (
  { unmailed, mailedAt }: { unmailed: readonly string[]; mailedAt: Date | null },
  now: Date,
): boolean =>
  unmailed.length > 0 && (mailedAt === null || now.getTime() - mailedAt.getTime() >= MAILED_EVERY_MS);

/** The mail about them; it names no price, as not everybody may see one. Pure. */
export function matchesMail(
  search: { name: string; kind: string; line: string },
  parcels: readonly { parcelName: string; words: string }[],
  count: number,
  portal: string,
): Pick<Mail, 'subject' | 'text'> {
  const more = count - Math.min(parcels.length, MOST_NAMED);
  const page = new URL(`/?page=${search.kind}/${search.line}`, portal).href;
  return {
    subject: `${formatNumberOf(count, ['new match', 'new matches'])}: ${search.name}`,
    text: [
      `New for your saved search “${search.name}”:`,
      '',
      ...parcels
        .slice(0, MOST_NAMED)
        .map(({ parcelName, words }) => [parcelName, words].filter(Boolean).join(' · ')),
      ...(more > 0 ? [`and ${formatCount(more)} more`] : []),
      '',
      `They are under Saved searches in ${PRODUCT_NAME}: ${page}`,
      'These mails can be turned off there.',
    ].join('\n'),
  };
}
