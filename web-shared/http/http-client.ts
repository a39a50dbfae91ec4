import { HEADERS } from '#contracts/api/headers.ts';

/** What a call fails with when no answer comes (product: Error catalogue). */
export const NO_NETWORK = 'No connection to the server. Nothing was changed; please try again.';
/** What a call fails with when the session has ended (product: Error catalogue). */
export const SESSION_EXPIRED = 'Your session has expired. Please log in again.';

export type HttpRequest = {
  /** POST unless given. */
  method?: string | undefined;
  path: string;
  /** Sent as JSON; a file as it is. */
  body?: unknown;
  headers?: Headers | undefined;
  /** The customer that the call is made for (product: Roles). */
  customer?: number | null | undefined;
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
  /** No answer came. */
  unreachable: () => Error;
};

/** Calls to the server by the session cookie of the same origin. */
export function createHttpClient({ refused, unreachable }: CallErrors) {
  let reached: string | null = null;
  return {
    /**
     * One call. The answer's status is a success and its body not read yet.
     * @throws {Error} what `refused` and `unreachable` make of a failure; `AbortError` when the signal ends it
     */
    async send({ path, body, signal, cache, ...request }: HttpRequest): Promise<Response> {
      const response = await fetch(path, {
        method: request.method ?? 'POST',
        credentials: 'same-origin',
        headers: headersOf(request, body, request.readsOwnWrites ? reached : null),
        ...(cache && { cache }),
        ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      }).catch((error: unknown) => {
        throw error instanceof DOMException && error.name === 'AbortError' ? error : unreachable();
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
    },
  };
}

function headersOf(
  { customer, commandId, headers: given }: Omit<HttpRequest, 'path'>,
  body: unknown,
  minPosition: string | null,
): Headers {
  const headers = new Headers(given);
  headers.set('accept', 'application/json');
  if (body !== undefined)
    headers.set('content-type', body instanceof Blob ? 'application/octet-stream' : 'application/json');
  if (customer !== undefined && customer !== null) headers.set(HEADERS.customer, String(customer));
  if (commandId !== undefined) headers.set(HEADERS.idempotencyKey, commandId);
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
  return text === '' ? undefined : understood(path, () => JSON.parse(text) as unknown);
}

/** What `read` makes of an answer. @throws {Error} naming the path when `read` throws: it is not what was agreed */
export function understood<Result>(path: string, read: () => Result): Result {
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
