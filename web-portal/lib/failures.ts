import { NO_MESSAGE } from '#web-shared/formats/message-of.ts';
import { fieldsInWords } from '#web-shared/http/fields-in-words.ts';
import { AWAY_CODES } from '#web-shared/http/read-again.ts';
import { SESSION_EXPIRED } from '#contracts/api/headers.ts';

/** What went wrong with a call, before anyone decided what to do about it. */
export type Failure =
  /** The server answered, but not with success. `body` is its JSON, or its text. */
  | { kind: 'answer'; status: number; body: unknown }
  /** No answer came. */
  | { kind: 'network'; message: string };

/** Thrown by every call that failed; `message` is fit to show (product: Error catalogue). */
export class CallFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(wordsFor(failure));
    this.name = 'CallFailed';
    this.failure = failure;
  }
}

/**
 * The words for a failure (product: Error catalogue): the session's end for a 401; else the server's message
 * field, else a plain string body unless it is an HTML page, else the error's own message, else 'An error
 * occurred.' A refusal of several parts says each, one a line (rule: All or nothing).
 */
export function wordsFor(failure: Failure): string {
  if (failure.kind === 'network') return failure.message || NO_MESSAGE;
  if (failure.status === 401) return SESSION_EXPIRED;
  const { body } = failure;
  if (
    typeof body === 'object' &&
    body !== null &&
    'message' in body &&
    typeof body.message === 'string' &&
    body.message
  )
    return [...new Set(partsOf(body.message, body).map(inWords))].join('\n');
  if (typeof body === 'string' && body.trim() && !isHtml(body)) return body.trim();
  return NO_MESSAGE;
}

type Part = { message: string; field?: string | undefined };

const inWords = ({ message, field }: Part): string =>
  fieldsInWords(message, field === undefined ? [] : [field]);

/** What a message is about: the first of what was refused, with the others behind it, or one thing. */
function partsOf(message: string, body: object): readonly Part[] {
  const field = 'field' in body && typeof body.field === 'string' ? body.field : undefined;
  const parts = 'errors' in body && Array.isArray(body.errors) ? body.errors.filter(isPart) : [];
  return parts[0]?.message === message ? parts : [{ message, field }];
}

/**
 * What a refusal says of each field that it names, by the field's path, the first of each; empty where it names none. What
 * it says of no field is in the failure's own message alone.
 */
export function problemsByField(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof CallFailed) || error.failure.kind !== 'answer') return new Map();
  const { body } = error.failure;
  if (typeof body !== 'object' || body === null || !('message' in body) || typeof body.message !== 'string')
    return new Map();
  const problems = new Map<string, string>();
  for (const part of partsOf(body.message, body))
    if (part.field && !problems.has(part.field)) problems.set(part.field, inWords(part));
  return problems;
}

const isPart = (part: unknown): part is Part =>
  typeof part === 'object' &&
  part !== null &&
  'message' in part &&
  typeof part.message === 'string' &&
  (!('field' in part) || typeof part.field === 'string');

/** The status that a call was refused with; undefined when no answer came, or nothing was called. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof CallFailed && error.failure.kind === 'answer' ? error.failure.status : undefined;

const isHtml = (text: string) => /^\s*<(!doctype|html|head|body)/i.test(text);

/** The server refused the call for this reason. */
export function isRefusal(error: unknown, code: string): boolean {
  if (!(error instanceof CallFailed) || error.failure.kind !== 'answer') return false;
  const { body } = error.failure;
  return typeof body === 'object' && body !== null && 'code' in body && body.code === code;
}

/** True when a store is away: the same call may be answered a moment later. */
export const isAway = (error: unknown): boolean => AWAY_CODES.some((code) => isRefusal(error, code));

/** True when no answer came. */
export const isLost = (error: unknown): boolean =>
  error instanceof CallFailed && error.failure.kind === 'network';

/** What a proxy answers in place of a server that it cannot reach. */
const FROM_THE_PROXY: readonly (number | undefined)[] = [502, 503, 504];

/** True when the server, or what it needs to answer, is away for now: nothing about the session follows from it. */
export const isOutage = (error: unknown): boolean =>
  isLost(error) ||
  isAway(error) ||
  isRefusal(error, 'READ_MODEL_BEHIND') ||
  FROM_THE_PROXY.includes(statusOf(error));

/**
 * True when a failure leaves open whether there is a session: an outage, or a refusal, which never signs out (rule: 402 or
 * sign-out).
 */
export const saysNothingOfSession = (error: unknown): boolean => isOutage(error) || statusOf(error) === 402;

/** A request that never got an answer, in words. */
export const networkFailure = (message: string): CallFailed => new CallFailed({ kind: 'network', message });

export type Reaction = {
  message: string;
  /** `happier`: something a person can act on, shown in a friendly style (402). */
  style: 'error' | 'happier';
  signOut: boolean;
};

/**
 * What a failed call of the portal leads to (product: Error catalogue; rule: 402 or sign-out; rule: Failures
 * that never sign out): 401 and every failure but 402 sign out; a lost network and a proxy that cannot reach the server
 * never do; background work shows nothing and ends no session.
 */
export function reactionTo(failure: Failure, background: boolean): Reaction | null {
  if (background) return null;
  const message = wordsFor(failure);
  if (failure.kind === 'network') return { message, style: 'error', signOut: false };
  if (failure.status === 402) return { message, style: 'happier', signOut: false };
  return { message, style: 'error', signOut: !FROM_THE_PROXY.includes(failure.status) };
}
