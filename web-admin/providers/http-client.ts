import { HttpError } from 'react-admin';
import type { z } from 'zod';
import { NO_MESSAGE } from '#web-shared/formats/message-of.ts';
import { HEADERS, problemSchema, type Problem } from '#contracts/api/problems.ts';

export type SendOptions = {
  method?: string;
  /** JSON text. */
  body?: string;
  headers?: Headers;
  signal?: AbortSignal;
  /** The customer that the call is made for (product: Roles). */
  customer?: number | undefined;
  /** The version of the record that is changed, as it was read. */
  version?: string;
};

export type Answer = { status: number; headers: Headers; body: string; json: unknown };

export const NO_NETWORK = 'No connection to the server. Nothing was changed; please try again.';

/** What a form of react-admin shows at its fields: a message by the field's path. */
type FormErrors = Record<string, string>;

/** The log position that the newest of one's own changes reached. */
let reached: string | null = null;

/** Of a call that may have changed something: what one reads next is as new as that. */
function noteReached(response: Response): void {
  const position = response.headers.get(HEADERS.position);
  if (position !== null && (reached === null || BigInt(position) > BigInt(reached))) reached = position;
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** One call whose answer is what the contract says. @throws {Error} as `send`, or when it is not */
export async function call<Reply>(
  path: string,
  reply: z.ZodType<Reply>,
  { body, ...options }: Omit<SendOptions, 'body'> & { body?: unknown } = {},
): Promise<Reply> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const { json } = await send(path, { method: 'POST', ...options, ...sent });
  const read = reply.safeParse(json);
  if (!read.success)
    throw new Error(`The server's answer to ${path} could not be understood.`, { cause: read.error });
  return read.data;
}

/**
 * One call by the session cookie of the same origin, in the shape that `ra-data-simple-rest` works with.
 * @throws {HttpError} with words to show; status 0 when no answer came; `body.errors` by the fields' paths where the
 *   server names fields, for react-admin's forms
 */
export async function send(
  url: string,
  { customer, version, headers = new Headers(), ...request }: SendOptions = {},
): Promise<Answer> {
  const changes = (request.method ?? 'GET') !== 'GET';
  headers.set('accept', 'application/json');
  if (version !== undefined) headers.set('if-match', `"${version}"`);
  if (changes) headers.set(HEADERS.idempotencyKey, newKey());
  // What one has just done is in what one reads next (rule: Read your own writes).
  if (reached !== null) headers.set(HEADERS.minPosition, reached);
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  if (customer !== undefined) headers.set(HEADERS.customer, String(customer));
  const response = await reach(url, { ...request, headers, credentials: 'same-origin' });
  const body = await response.text();
  const json = response.headers.get('content-type')?.includes('json') && body ? parse(body) : undefined;
  if (!response.ok) throw failure(response.status, json, body);
  if (changes) noteReached(response);
  return { status: response.status, headers: response.headers, body, json };
}

/**
 * A file that the server makes, saved under the name that it gives. Answers the name.
 * @throws {HttpError} as `send`
 */
export async function download(
  url: string,
  { customer, body, method = 'POST' }: { customer?: number; body?: unknown; method?: string } = {},
): Promise<string> {
  const headers = new Headers();
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (method !== 'GET') headers.set(HEADERS.idempotencyKey, newKey());
  if (customer !== undefined) headers.set(HEADERS.customer, String(customer));
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await reach(url, { method, headers, credentials: 'same-origin', ...text });
  if (!response.ok) {
    const words = await response.text();
    const json = response.headers.get('content-type')?.includes('json') && words ? parse(words) : undefined;
    throw failure(response.status, json, words);
  }
  if (method !== 'GET') noteReached(response);
  const fileName = fileNameOf(response.headers.get('content-disposition')) ?? 'download';
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
  return fileName;
}

/** Sends a file as it is. @throws {HttpError} as `send`, and {Error} for an answer that is not what was agreed */
export async function upload<Reply>(url: string, file: File, reply: z.ZodType<Reply>): Promise<Reply> {
  const headers = new Headers({ 'content-type': 'application/octet-stream', accept: 'application/json' });
  headers.set(HEADERS.idempotencyKey, newKey());
  const response = await reach(url, { method: 'POST', headers, credentials: 'same-origin', body: file });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') && text ? parse(text) : undefined;
  if (!response.ok) throw failure(response.status, json, text);
  noteReached(response);
  return reply.parse(json);
}

/** The name in a content-disposition header, its encoded form first. */
function fileNameOf(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(header ?? '')?.[1];
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new HttpError(NO_NETWORK, 0);
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new Error('The answer of the server is not the JSON that it says it is.', { cause });
  }
}

/** The words for a failure: the server's message field, else a plain text unless it is a page, else a general one. */
function failure(status: number, json: unknown, body: string): HttpError {
  const problem = problemSchema.safeParse(json);
  if (!problem.success) return new HttpError(plainText(body) ?? NO_MESSAGE, status);
  return new HttpError(problem.data.message, status, { ...problem.data, errors: formErrors(problem.data) });
}

function plainText(body: string): string | undefined {
  const text = body.trim();
  return text === '' || /^[<{[]/.test(text) ? undefined : text;
}

function formErrors({ field, message, errors = [] }: Problem): FormErrors | undefined {
  const named = [...(field === undefined ? [] : [{ field, message }]), ...errors];
  return named.length === 0
    ? undefined
    : Object.fromEntries(named.map((error) => [error.field, error.message]));
}

/** What the server said of the fields it refuses, by the path that `rename` gives; undefined when it named none. */
export function errorsOf(
  error: unknown,
  rename: (path: string) => string = (path) => path,
): FormErrors | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const { errors } = Object(error.body) as { errors?: FormErrors };
  return (
    errors && Object.fromEntries(Object.entries(errors).map(([path, message]) => [rename(path), message]))
  );
}

/** The code that the server gave a refusal; undefined when there is none. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const { code } = Object(error.body) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** The status of a failed call: 0 when no answer came; undefined when it is not a call that failed. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof HttpError ? Number(error.status) : undefined;
}
