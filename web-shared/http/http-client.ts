import { HEADERS } from '#contracts/api/headers.ts';
import { WORKBOOK_TYPE } from '#contracts/vocabulary/file-types.ts';
import { followActs, isAttended } from './attended.ts';
import { forgetUnanswered, hasNetwork, noAnswerWords, underKeptKey } from './unanswered-commands.ts';

/** What a sign-in that fails reads (product: Error texts). */
export const LOGIN_FAILED = 'Login Failed';

export type HttpRequest = {
  /** POST unless given. */
  method?: string | undefined;
  path: string;
  /** Sent as JSON; a file as it is. */
  body?: unknown;
  headers?: Headers | undefined;
  /** The customer that the call is made for (product: Roles). */
  customer?: number | null | undefined;
  /** The price mode of the answer, where it shows less than the user's own (product: Client view). */
  prices?: string | null | undefined;
  /** Makes the call a command: repeating it with the same id changes nothing more (rule: Repeated commands). */
  commandId?: string | undefined;
  /** The answer is at least as new as one's own changes (rule: Read your own writes). */
  readsOwnWrites: boolean;
  /** `no-cache`: the browser asks with the ETag it has, and a 304 costs nothing. */
  cache?: RequestCache;
  signal?: AbortSignal | undefined;
};

/** The error that an application makes of a failed call. */
type CallErrors = {
  /** The server refused; `body` is its JSON, or its text. */
  refused: (status: number, body: unknown) => Error;
  /** No answer came; the words say what is known. */
  unreachable: (words: string) => Error;
};

/** Calls to the server by the session cookie of the same origin. */
export function createHttpClient({ refused, unreachable }: CallErrors) {
  let reached: string | null = null;
  followActs();
  return {
    /**
     * One call. The answer's status is a success, and all of it has come. A command whose answer did not come, or broke
     * off, keeps its key for the next time that it is sent (`underKeptKey`).
     * @throws {Error} what `refused` and `unreachable` make of a failure; `AbortError` when the signal ends it
     */
    async send({ path, body, signal, cache, ...request }: HttpRequest): Promise<Response> {
      const { method = 'POST', commandId } = request;
      const text = body instanceof Blob ? body : JSON.stringify(body);
      const headers = headersOf(request, body, request.readsOwnWrites ? reached : null);
      const sendUnder = async (key: string | undefined): Promise<Response> => {
        if (key !== undefined) headers.set(HEADERS.idempotencyKey, key);
        const begun = await fetch(path, {
          method,
          credentials: 'same-origin',
          headers,
          ...(cache && { cache }),
          ...(body !== undefined && { body: text }),
          ...(signal && { signal }),
        });
        return wholeOf(begun);
      };
      const sent = hasNetwork();
      const answer =
        commandId === undefined
          ? sendUnder(undefined)
          : underKeptKey(commandWords(method, path, headers, text), commandId, sendUnder);
      const response = await answer.catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') throw error;
        throw unreachable(noAnswerWords({ command: commandId !== undefined, sent }));
      });
      if (!response.ok) throw refused(response.status, await bodyOf(response, path));
      return response;
    },
    /** Notes the log position that one's own change reached; an older one never replaces a newer one. */
    noteReached(position: string | null): void {
      if (position !== null && (reached === null || BigInt(position) > BigInt(reached))) reached = position;
    },
    /** The next session starts without the last one's changes. */
    forgetReached(): void {
      reached = null;
      forgetUnanswered();
    },
  };
}

/** The answer once its body has come. @throws {Error} when that breaks off */
const wholeOf = async (answer: Response): Promise<Response> =>
  answer.body === null ? answer : new Response(await answer.arrayBuffer(), answer);

/** Identifies a command by its content, its customer and its version: the same text for the same command. */
function commandWords(
  method: string,
  path: string,
  headers: Headers,
  body: string | Blob | undefined,
): string {
  const words =
    body instanceof File
      ? [body.name, body.size, body.lastModified]
      : body instanceof Blob
        ? body.size
        : body;
  return JSON.stringify([method, path, headers.get(HEADERS.customer), headers.get('if-match'), words]);
}

/** A file's content type, by its extension (product: Reassortment inputs). */
function typeOf(file: Blob): string {
  const name = file instanceof File ? file.name.toLowerCase() : '';
  if (name.endsWith('.csv')) return 'text/csv';
  return name.endsWith('.xlsx') ? WORKBOOK_TYPE : 'application/octet-stream';
}

function headersOf(
  { customer, prices, headers: given }: Omit<HttpRequest, 'path'>,
  body: unknown,
  minPosition: string | null,
): Headers {
  const headers = new Headers(given);
  headers.set('accept', 'application/json');
  if (body !== undefined)
    headers.set('content-type', body instanceof Blob ? typeOf(body) : 'application/json');
  if (customer !== undefined && customer !== null) headers.set(HEADERS.customer, String(customer));
  if (!isAttended()) headers.set(HEADERS.unattended, 'true');
  if (prices) headers.set(HEADERS.prices, prices);
  if (minPosition !== null) headers.set(HEADERS.minPosition, minPosition);
  return headers;
}

/**
 * An answer's JSON, or its text; undefined when it is empty JSON.
 * @throws {Error} naming the path when it is not the JSON that its type promises
 */
export async function bodyOf(response: Response, path: string): Promise<unknown> {
  const text = await response.text();
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text;
  return text === '' ? undefined : parsed(path, () => JSON.parse(text) as unknown);
}

/** What `read` makes of an answer. @throws {Error} naming the path when `read` throws: it is not what was agreed */
export function parsed<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw new Error(`The server's answer to ${path} could not be understood.`, { cause });
  }
}

/** The file name of a content-disposition header, its UTF-8 form first; undefined when there is none. */
export function fileNameOf(response: Response): string | undefined {
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=utf-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}

/** A fresh id for a command (a version 4 UUID); works without a secure context too. */
export function newCommandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
