import { HttpError } from 'react-admin';
import type { z } from 'zod';
import { HEADERS, versionIn } from '#contracts/api/headers.ts';
import { problemSchema, type Problem } from '#contracts/api/problems.ts';
import { NO_MESSAGE } from '#web-shared/formats/message-of.ts';
import { fieldsInWords } from '#web-shared/http/fields-in-words.ts';
import { saveFile } from '#web-shared/http/save-file.ts';
import { bodyOf, createHttpClient, fileNameOf, newCommandId, parsed } from '#web-shared/http/http-client.ts';
import { createListeners } from '#web-shared/shared-value.ts';
import { readsOnly } from './post-reads.ts';

export type SendOptions = {
  method?: string;
  /** Sent as JSON; a file as it is. */
  body?: unknown;
  headers?: Headers;
  signal?: AbortSignal;
  /** The customer that the call is made for (product: Roles). */
  customer?: number | undefined;
  /** The version of the record that is changed, as it was read. */
  version?: string;
  /** Asks for a session, or whether there is one: a 401 is its answer and ends none. */
  asksForSession?: boolean;
};

/** In the shape that `ra-data-simple-rest` works with; it reads the JSON and no `body`. */
export type Answer = { status: number; headers: Headers; body: string; json: unknown };

/** What a form of react-admin shows at its fields: a message by the field's path. */
type FormErrors = Record<string, string>;

const client = createHttpClient({
  refused: failure,
  unreachable: (words) => new HttpError(words, 0),
});

const sessionEnd = createListeners<[error: HttpError]>();

/** Hears of each call that is refused because its session has ended (401). Answers how to stop. */
export const onSessionEnd = sessionEnd.follow;

/** One call, a POST unless given, whose answer is what the contract says. @throws {Error} as `send`, or when it is not */
export async function call<Reply>(
  path: string,
  reply: z.ZodType<Reply>,
  options?: SendOptions,
): Promise<Reply> {
  const { json } = await send(path, { method: 'POST', ...options });
  return parsed(path, () => reply.parse(json));
}

/** The same for what has its version as its ETag alone, which a change of it gives back. @throws {Error} as `call` */
export async function callVersioned<Reply>(
  path: string,
  reply: z.ZodType<Reply>,
  options?: SendOptions,
): Promise<{ rows: Reply; version?: string }> {
  const { json, headers } = await send(path, { method: 'POST', ...options });
  const version = versionIn(headers.get('etag') ?? '');
  return { rows: parsed(path, () => reply.parse(json)), ...(version !== undefined && { version }) };
}

/**
 * One call to the server, a GET unless given; what one reads next is as new as what it changed.
 * @throws {HttpError} with words to show; status 0 when no answer came; `body.errors` by the fields' paths where the
 *   server names fields, for react-admin's forms
 */
export async function send(path: string, options: SendOptions = {}): Promise<Answer> {
  const response = await answerTo(path, options);
  const json = await bodyOf(response, path);
  return { status: response.status, headers: response.headers, body: '', json };
}

/**
 * A file that the server makes, asked for by POST unless given, saved under the name that it gives. Answers the name.
 * @throws {HttpError} as `send`
 */
export async function download(path: string, options?: SendOptions): Promise<string> {
  const response = await answerTo(path, { method: 'POST', ...options });
  const fileName = fileNameOf(response) ?? 'download';
  saveFile(await response.blob(), fileName);
  return fileName;
}

async function answerTo(path: string, options: SendOptions): Promise<Response> {
  const { method = 'GET', version, headers = new Headers(), asksForSession = false, ...rest } = options;
  const changes = !readsOnly(method, path, rest.body);
  if (version !== undefined) headers.set('if-match', `"${version}"`);
  const commandId = changes ? newCommandId() : undefined;
  const response = await client
    .send({ ...rest, path, method, headers, commandId, readsOwnWrites: true })
    .catch((error: unknown) => {
      if (error instanceof HttpError && error.status === 401 && !asksForSession) sessionEnd.announce(error);
      throw error;
    });
  if (changes) client.noteReached(response.headers.get(HEADERS.position));
  return response;
}

/** The words for a failure: the server's message field, else a plain text unless it is a page, else a general one. */
function failure(status: number, body: unknown): HttpError {
  const problem = problemSchema.safeParse(body);
  if (!problem.success) return new HttpError(plainText(body) ?? NO_MESSAGE, status);
  const fields = namedFields(problem.data).map(({ field }) => field);
  return new HttpError(fieldsInWords(withItsField(problem.data), fields), status, {
    ...problem.data,
    errors: formErrors(problem.data),
  });
}

/** What a schema has against a value is worded to stand at its field; away from there it needs the field's name. */
function withItsField({ message, code, errors: [first] = [] }: Problem): string {
  const name = first?.field.split('.').at(-1) ?? '';
  if (code !== 'INVALID' || first?.message !== message) return message;
  return message.toLowerCase().includes(name.toLowerCase()) ? message : `${name}: ${message}`;
}

function plainText(body: unknown): string | undefined {
  const text = typeof body === 'string' ? body.trim() : '';
  return text === '' || /^[<{[]/.test(text) ? undefined : text;
}

const namedFields = ({ field, message, errors = [] }: Problem) => [
  ...(field === undefined ? [] : [{ field, message }]),
  ...errors,
];

function formErrors(problem: Problem): FormErrors | undefined {
  const named = namedFields(problem);
  return named.length === 0
    ? undefined
    : Object.fromEntries(named.map(({ field, message }) => [field, fieldsInWords(message, [field])]));
}

/** The server's messages on the fields it refuses, by the path that `rename` gives; undefined when it named none. */
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
