import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '#contracts/api/problems.ts';
import { Refusal } from '../refusal.ts';
import type { App, Surface } from './app.ts';
import { BadInput } from './input-messages.ts';

type Answer = { status: number; problem: Problem };

/** What a person can act on: 402 on the portal's calls, which never signs anybody out (rules, section 3, Failures). */
const ACTED_ON: ReadonlySet<number> = new Set([400, 413, 415, 422, 429]);

/** Problem messages for everything that can go wrong, by the surface of the route (specification, section 8). */
export function addFailures(app: App): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answer(request, reply, error));
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      message: `There is no ${request.method} ${request.url.split('?')[0]}.`,
      code: 'NOT_FOUND',
    } satisfies Problem),
  );
}

/** Answers with the problem behind an error; what nobody expected is logged under an id, and only the id goes out. */
export function answer(request: FastifyRequest, reply: FastifyReply, error: Error): FastifyReply {
  const known = knownAnswer(error);
  if (!known) {
    // Whoever left does not read the answer, and is no fault of ours.
    const level = request.raw.destroyed ? 'info' : 'error';
    request.log[level](
      { err: error, errorId: request.id, method: request.method, path: request.url.split('?')[0] },
      'an unexpected error',
    );
    return reply
      .code(500)
      .send({ message: `An error occurred. Reference: ${request.id}`, code: 'INTERNAL' } satisfies Problem);
  }
  return reply.code(statusOn(request.routeOptions.config.surface, known.status)).send(known.problem);
}

function statusOn(surface: Surface | undefined, status: number): number {
  if (surface === 'portal') return ACTED_ON.has(status) ? 402 : status;
  return status === 402 ? 422 : status;
}

function knownAnswer(
  error: Error & { validationContext?: string; code?: string; statusCode?: number },
): Answer | null {
  if (error instanceof Refusal) {
    const { message, status, code, field, errors } = error;
    return {
      status,
      problem: {
        message,
        ...(field !== undefined && { field }),
        ...(code !== undefined && { code }),
        ...(errors && { errors: [...errors] }),
      },
    };
  }
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

/** The framework's own refusals, in words that name the fix. */
const FRAMEWORK_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as application/json.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
  FST_ERR_BAD_URL: 'The address is not valid: check its percent-encoding.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the address is too long.',
};
