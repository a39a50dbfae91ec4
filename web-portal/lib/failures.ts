import { NO_MESSAGE } from '#web-shared/formats/message-of.ts';
import { fieldsInWords } from '#web-shared/http/fields-in-words.ts';
import { AWAY_CODES } from '#web-shared/http/read-again.ts';
import { SESSION_EXPIRED } from '#contracts/api/headers.ts';
import { isObject, isText } from './plain-values.ts';

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
  const words = [...new Set(partsOf(body).map(partText))].join('\n');
  if (words) return words;
  return isText(body) && body.trim() && !isHtml(body) ? body.trim() : NO_MESSAGE;
}

type Part = { message: string; field?: string | undefined };

const partText = ({ message, field }: Part): string =>
  fieldsInWords(message, field === undefined ? [] : [field]);

const partOf = (value: unknown): Part | null =>
  isObject(value) && isText(value['message'])
    ? { message: value['message'], field: isText(value['field']) ? value['field'] : undefined }
    : null;

/** What was refused: its first part with the others behind it, or one thing; none where the body is not a refusal's. */
function partsOf(body: unknown): readonly Part[] {
  const whole = partOf(body);
  if (!whole) return [];
  const errors: readonly unknown[] = isObject(body) && Array.isArray(body['errors']) ? body['errors'] : [];
  const parts = errors.flatMap((error) => partOf(error) ?? []);
  return parts[0]?.message === whole.message ? parts : [whole];
}

/**
 * What a refusal says of each field that it names, by the field's path, the first of each; empty where it names none. What
 * it says of no field is in the failure's own message alone.
 */
export function problemsByField(error: unknown): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const part of partsOf(answerIn(error)?.body))
    if (part.field && !problems.has(part.field)) problems.set(part.field, partText(part));
  return problems;
}

const answerIn = (error: unknown) =>
  error instanceof CallFailed && error.failure.kind === 'answer' ? error.failure : undefined;

/** The status that a call was refused with; undefined when no answer came, or nothing was called. */
export const statusOf = (error: unknown): number | undefined => answerIn(error)?.status;

const isHtml = (text: string) => /^\s*<(!doctype|html|head|body)/i.test(text);

/** The server refused the call for this reason. */
export function isRefusal(error: unknown, code: string): boolean {
  const body = answerIn(error)?.body;
  return isObject(body) && body['code'] === code;
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
