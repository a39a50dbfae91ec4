import { lookup as lookUp } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { messageOf } from '#services/platform/message-of.ts';
import { FEED_LIMITS } from '../feed/read-rows.ts';
import { FeedNotFetched, readFeedAddress } from './feed-address.ts';
import { isPublicAddress } from './public-address.ts';

/** How feeds are fetched; what tests replace is optional. */
export type HttpsFetching = {
  /** Hosts that feeds may be fetched from, with their port where it is not 443. */
  hosts: readonly string[];
  /** All addresses of a host. */
  resolve?: (host: string) => Promise<string[]>;
  mayConnect?: (address: string) => boolean;
  /** Authorities that are trusted instead of the usual ones, in PEM. */
  ca?: string;
  /** Milliseconds for all of it. */
  withinMs?: number;
  /** Bytes. */
  most?: number;
};

export type FetchedFile = {
  fileName: string;
  bytes: Buffer;
  /** Of a file of a folder: when it was put there, and those that were skipped for it, the oldest first. */
  dropped?: { readUntil: Date; skipped: string[] };
};

const MOST_REDIRECTS = 3;
const WITHIN_MS = 120_000;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

const resolveAll = async (host: string): Promise<string[]> =>
  (await lookUp(host, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Fetches a feed. Each address on the way is checked as the first one is, and the connection goes to the very address that
 * was checked, so that a name which changes its mind in between leads nowhere else (rule: Feeds by themselves). Throws
 * FeedNotFetched.
 */
export async function fetchHttps(
  address: string,
  { hosts, withinMs = WITHIN_MS, most = FEED_LIMITS.bytes, ...connecting }: HttpsFetching,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const deadline = AbortSignal.timeout(withinMs);
  const inTime = AbortSignal.any([signal, deadline]);
  let url = readFeedAddress(address, hosts);
  const { username, password, host } = url;
  try {
    const authorization = username === '' ? undefined : `Basic ${basicOf(username, password)}`;
    for (let redirects = 0; ; redirects += 1) {
      const headers = {
        'user-agent': 'Vitrine',
        accept: '*/*',
        // What is compressed could be larger than it looks.
        'accept-encoding': 'identity',
        ...(authorization !== undefined && url.host === host && { authorization }),
      };
      const answer = await ask(url, headers, connecting, inTime);
      const { statusCode, headers: answered } = answer;
      if (!REDIRECTS.has(statusCode))
        return { fileName: fileNameOf(url), bytes: await bodyOf(answer, url, most) };
      answer.destroy();
      if (redirects === MOST_REDIRECTS)
        throw new FeedNotFetched(`${host} redirects more than ${MOST_REDIRECTS} times.`);
      const next = answered.location ?? '';
      if (!URL.canParse(next, url.href)) throw new FeedNotFetched(`${url.host} redirects to no address.`);
      url = readFeedAddress(new URL(next, url.href).href, hosts);
    }
  } catch (error) {
    if (error instanceof FeedNotFetched || signal.aborted) throw error;
    if (deadline.aborted)
      throw new FeedNotFetched(
        `${url.host} did not send the file within ${Math.round(withinMs / 1000)} seconds.`,
      );
    throw new FeedNotFetched(`${url.host} could not be reached: ${messageOf(error)}.`, { cause: error });
  }
}

const basicOf = (username: string, password: string): string =>
  Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');

async function ask(
  url: URL,
  headers: Record<string, string>,
  {
    resolve = resolveAll,
    mayConnect = isPublicAddress,
    ca,
  }: Pick<HttpsFetching, 'resolve' | 'mayConnect' | 'ca'>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await unlessAborted(signal, resolve(host));
  const address = addresses[0];
  if (address === undefined || !addresses.every(mayConnect))
    throw new FeedNotFetched(
      `${url.host} has an address that is not on the public internet: it is not fetched.`,
    );
  return new Promise((answered, failed) => {
    const options = {
      // The address is fixed; name and certificate are the host's.
      host: address,
      port: url.port === '' ? 443 : Number(url.port),
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== undefined && { ca }),
      signal,
      agent: false,
    } as const;
    request(options, answered).on('error', failed).end();
  });
}

/** What comes first: the answer, or the end of the wait; a look-up cannot be called off. */
async function unlessAborted<Answer>(signal: AbortSignal, asked: Promise<Answer>): Promise<Answer> {
  signal.throwIfAborted();
  const ended = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    // What it fails with is seen by the signal that was aborted.
    signal.addEventListener('abort', () => reject(new Error('the wait has ended')), { signal: ended.signal });
  });
  try {
    return await Promise.race([asked, aborted]);
  } finally {
    ended.abort();
  }
}

async function bodyOf(answer: IncomingMessage, { host }: URL, most: number): Promise<Buffer> {
  const { statusCode, headers } = answer;
  const refuse = (message: string): never => {
    answer.destroy();
    throw new FeedNotFetched(message);
  };
  if (statusCode !== 200) refuse(`${host} answers with status ${statusCode} instead of the file.`);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    refuse(`${host} sends the file compressed, which was not asked for.`);
  const tooLarge = `The file of ${host} is larger than ${Math.floor(most / 1024 / 1024)} MB.`;
  if (Number(headers['content-length'] ?? 0) > most) refuse(tooLarge);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > most) refuse(tooLarge);
    chunks.push(chunk);
  }
  if (size === 0) refuse(`${host} sends an empty file.`);
  return Buffer.concat(chunks);
}

/** The last part of the path; it is only shown. */
function fileNameOf({ pathname, host }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).trim().slice(0, 200) || host;
  } catch {
    return last.slice(0, 200) || host;
  }
}
