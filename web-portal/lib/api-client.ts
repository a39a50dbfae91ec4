import { HEADERS } from '#contracts/api/headers.ts';
import { CallFailed, networkFailure } from './failures.ts';

export type Call<Result> = {
  method?: 'GET' | 'POST';
  path: string;
  /** Sent as JSON; a file as it is. */
  body?: unknown;
  /** Makes the result of the answer's JSON; throws when it is not what was agreed. */
  read: (body: unknown) => Result;
  /** Makes the call a command: repeating it with the same id changes nothing more (rule: Repeated commands). */
  commandId?: string;
  signal?: AbortSignal | undefined;
};

export type Answer<Result> = {
  data: Result;
  /** The log position the answer is made of, or that the command reached. */
  position: string | null;
  /** The answer is older than what was asked for (rule: Read your own writes). */
  stale: boolean;
};

const successListeners = new Set<() => void>();
let actingFor: number | null = null;
let lastCommandPosition: string | null = null;

/** Hears of every successful answer: each one extends the session. Answers how to stop. */
export function onSuccessfulAnswer(listener: () => void): () => void {
  successListeners.add(listener);
  return () => successListeners.delete(listener);
}

/** The customer that staff act for: sent as the `customer` header with every call from now on; null: none. */
export function actForCustomer(customerId: number | null): void {
  actingFor = customerId;
}

/** Whom the calls are made for now; null for one's own customer. */
export const customerActedFor = (): number | null => actingFor;

/** Forgets whom one acted for and what one did: the next session starts from nothing. */
export function forgetSession(): void {
  changingSession = false;
  actingFor = null;
  lastCommandPosition = null;
}

let changingSession = false;

/**
 * A call after whose answer this browser has another session, and whose page goes elsewhere then. What the old session
 * is refused meanwhile means nothing, and is not answered.
 */
export async function callForSession<Result>(request: Call<Result>): Promise<Answer<Result>> {
  changingSession = true;
  try {
    return await call(request);
  } catch (error) {
    changingSession = false;
    throw error;
  }
}

/**
 * One call to the server, by the session cookie of the same origin. Reads after a command ask to be at least as new
 * as it (`min-position`). Throws `CallFailed`; whoever called, or the query client for it, decides what to tell.
 */
export async function call<Result>(request: Call<Result>): Promise<Answer<Result>> {
  const response = await send(request);
  if (response.status === 401 && changingSession) return new Promise(() => undefined);
  const body = await bodyOf(response);
  if (!response.ok) throw new CallFailed({ kind: 'answer', status: response.status, body });
  for (const listener of successListeners) listener();
  const position = response.headers.get(HEADERS.position) ?? positionIn(body);
  if (request.commandId !== undefined && position !== null)
    lastCommandPosition = later(lastCommandPosition, position);
  return { data: readBody(request, body), position, stale: response.headers.get(HEADERS.stale) === 'true' };
}

export type DownloadedFile = { blob: Blob; fileName: string };

/**
 * A call whose answer is a file. Its name is the content-disposition header's, else `fallbackName` (product:
 * Billing calls). Throws `CallFailed`.
 */
export async function callForFile(request: {
  path: string;
  body: unknown;
  fallbackName: string;
}): Promise<DownloadedFile> {
  const response = await send({ ...request, read: () => undefined });
  if (!response.ok)
    throw new CallFailed({ kind: 'answer', status: response.status, body: await bodyOf(response) });
  for (const listener of successListeners) listener();
  const fileName = fileNameIn(response.headers.get('content-disposition')) ?? request.fallbackName;
  return { blob: await response.blob(), fileName };
}

/** The file name in a content-disposition header; the one in UTF-8 counts before the plain one. */
function fileNameIn(disposition: string | null): string | null {
  const encoded = /filename\*=utf-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  return encoded ? decodeURIComponent(encoded) : (plain ?? null);
}

function readBody<Result>(request: Call<Result>, body: unknown): Result {
  try {
    return request.read(body);
  } catch (cause) {
    throw new Error(`The server's answer to ${request.path} could not be understood.`, { cause });
  }
}

async function send(request: Call<unknown>): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  const file = request.body instanceof Blob ? request.body : null;
  if (request.body !== undefined)
    headers.set('content-type', file ? 'application/octet-stream' : 'application/json');
  if (actingFor !== null) headers.set(HEADERS.customer, String(actingFor));
  if (request.commandId !== undefined) headers.set(HEADERS.idempotencyKey, request.commandId);
  else if (lastCommandPosition !== null) headers.set(HEADERS.minPosition, lastCommandPosition);
  try {
    return await fetch(request.path, {
      method: request.method ?? 'POST',
      credentials: 'same-origin',
      cache: 'no-cache', // the browser asks with the ETag it has, and a 304 costs nothing
      headers,
      ...(request.body === undefined ? {} : { body: file ?? JSON.stringify(request.body) }),
      ...(request.signal ? { signal: request.signal } : {}),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw networkFailure();
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text;
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

function positionIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('position' in body)) return null;
  return typeof body.position === 'string' ? body.position : null;
}

const later = (a: string | null, b: string): string => (a !== null && BigInt(a) > BigInt(b) ? a : b);

/** A fresh id for a command (a version 4 UUID); works without a secure context too. */
export function newCommandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
