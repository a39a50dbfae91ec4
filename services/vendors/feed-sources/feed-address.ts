const HIDDEN = '***';

/**
 * The file was not fetched, with a sentence for people: it names the host, never a part that may have a password or a
 * token.
 */
export class FeedNotFetched extends Error {
  override readonly name = 'FeedNotFetched';
}

/**
 * An address that a feed may be fetched from: https, its host (with its port where it is not 443) on the list. Throws
 * FeedNotFetched (rule: Feeds by themselves).
 */
export function readFeedAddress(text: string, hosts: readonly string[]): URL {
  if (!URL.canParse(text))
    throw new FeedNotFetched('Give a whole address, for example https://feeds.example.com/stock.csv.');
  const url = withoutHash(text);
  if (url.protocol !== 'https:')
    throw new FeedNotFetched('Only addresses that begin with https:// are fetched.');
  if (!hosts.includes(url.host))
    throw new FeedNotFetched(
      `${url.host} is not a host that feeds may be fetched from: have it added to VITRINE_FEED_HOSTS.`,
    );
  return url;
}

/** What follows # is not sent to a host. */
function withoutHash(text: string): URL {
  const url = new URL(text);
  url.hash = '';
  return url;
}

/** Whether an address that was sent is the one that is kept, with its secrets or as it is shown. Pure. */
export function isKeptAddress(sent: string, kept: string): boolean {
  return sent === hideSecrets(kept) || (URL.canParse(sent) && withoutHash(sent).href === kept);
}

/** The address with `***` for the password and for each value of the query. */
export function hideSecrets(text: string): string {
  const url = new URL(text);
  if (url.password !== '') url.password = HIDDEN;
  const shown = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=${HIDDEN}`);
  url.search = '';
  return shown.length === 0 ? url.href : `${url.href}?${shown.join('&')}`;
}

/**
 * The address as it was sent, or the one that is kept where it was sent as that one is shown. Throws FeedNotFetched for
 * another one in which `***` still stands for a secret.
 */
export function withSecrets(sent: string, kept: string | null): string {
  if (kept !== null && sent === hideSecrets(kept)) return kept;
  if (URL.canParse(sent)) {
    const { password, searchParams } = new URL(sent);
    if ([password, ...searchParams.values()].includes(HIDDEN))
      throw new FeedNotFetched(
        'The address has changed: enter its password, and the value after each =, again in place of ***.',
      );
  }
  return sent;
}
