import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '#contracts/api/problems.ts';
import { FilesUnavailable } from '../files/index.ts';
import { KEY_REUSED, NO_PRICES, Refusal } from '../refusal.ts';
import { isOutage } from '../stores/index.ts';
import type { App } from './app.ts';
import { BadInput } from './input-messages.ts';

type Answer = { status: number; problem: Problem; retryAfter?: number | undefined };

/**
 * Sent as Retry-After when a store is away or a read model behind: it is usually back within these seconds, restarted or
 * with another leader. A client keeps its command's key then: part of the command may be recorded (rule: Lost answers).
 */
const RETRY_AFTER_SECONDS = 2;

/**
 * Failures that a person can act on: on the portal's calls they become 402, which never signs anybody out (rule: 402 or
 * sign-out).
 */
const ACTED_ON: ReadonlySet<number> = new Set([400, 409, 413, 415, 422, 429]);

/** What is not there, or not yet: a person can act on it unless the page only looked whether it is there. */
const NOT_THERE: ReadonlySet<number> = new Set([404, 503]);

/** Turns every failure into a problem message, by the surface of the route (product: Error catalogue). */
export function addFailures(app: App): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answer(request, reply, error));
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      message: `There is no ${request.method} ${request.url.split('?')[0]}.`,
      code: 'NOT_FOUND',
    } satisfies Problem),
  );
}

/** Answers with the problem behind an error. An unexpected error is logged under an id, and only the id is sent. */
export function answer(request: FastifyRequest, reply: FastifyReply, error: Error): FastifyReply {
  const known = knownAnswer(error);
  const about = { err: error, errorId: request.id, method: request.method, path: request.url.split('?')[0] };
  if (!known && isOutage(error)) {
    request.log.warn(about, 'a store is away or gave no answer in time');
    return reply
      .header('retry-after', String(RETRY_AFTER_SECONDS))
      .code(request.routeOptions.config.surface === 'portal' ? 402 : 503)
      .send({ message: 'Please try again in a moment.', code: 'UNAVAILABLE' } satisfies Problem);
  }
  if (!known) {
    // Only the reply shows whether the client has left: the request itself closes as soon as its body is read.
    request.log[reply.raw.destroyed ? 'info' : 'error'](about, 'an unexpected error');
    return reply
      .code(500)
      .send({ message: `An error occurred. Reference: ${request.id}`, code: 'INTERNAL' } satisfies Problem);
  }
  if (error instanceof FilesUnavailable) request.log.error(about, 'the file store is unavailable');
  const retryAfter = known.retryAfter ?? (known.status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply.code(statusOf(request, known)).send(known.problem);
}

function statusOf({ method, routeOptions }: FastifyRequest, { status, problem }: Answer): number {
  const { surface, access } = routeOptions.config;
  if (surface !== 'portal') return status === 402 ? 422 : status;
  // A program's mistake, not a person's.
  if (problem.code === KEY_REUSED) return status;
  // Not of a role: prices can be narrowed by a client view, which a person ends (rule: Client view).
  if (problem.code === NO_PRICES) return 402;
  // Such as a certificate. What staff ask for by its number is an answer to them.
  const onlyLooks =
    (method === 'GET' || method === 'HEAD') && access !== 'staff' && access !== 'administrator';
  return ACTED_ON.has(status) || (NOT_THERE.has(status) && !onlyLooks) ? 402 : status;
}

function knownAnswer(
  error: Error & { validationContext?: string; code?: string; statusCode?: number },
): Answer | null {
  if (error instanceof Refusal) {
    const { message, status, code, field, errors, retryAfter } = error;
    return {
      status,
      retryAfter,
      problem: {
        message,
        ...(field !== undefined && { field }),
        ...(code !== undefined && { code }),
        ...(errors && { errors: [...errors] }),
      },
    };
  }
  if (error instanceof FilesUnavailable)
    return {
      status: 503,
      problem: {
        message: error.shown ?? 'The file store does not answer at the moment. Please try again.',
        code: 'FILES_UNAVAILABLE',
      },
    };
  if (error instanceof BadInput) {
    const field = error.errors[0]?.field;
    const problem = {
      message: error.message,
      ...(field && { field }),
      code: 'INVALID',
      errors: [...error.errors],
    };
    return { status: error.validationContext === 'body' ? 422 : 400, problem };
  }
  const message = error.code === undefined ? undefined : FRAMEWORK_MESSAGES[error.code];
  if (message) return { status: error.statusCode ?? 400, problem: { message, code: 'BAD_REQUEST' } };
  return null;
}

/** The framework's own refusals, worded so that they name the fix. */
const FRAMEWORK_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as application/json.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
  FST_ERR_BAD_URL: 'The address is not valid: check its percent-encoding.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the address is too long.',
};
