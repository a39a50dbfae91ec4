import type { FastifyRequest } from 'fastify';
import { deriveId, hashBody, keyedCommand, type Key } from '../commands/index.ts';
import { idempotencyKey } from './positions.ts';

/** What a call does, and what its key is valid for beside its user and that, for example one customer. */
type Deed = readonly [string, ...(string | number)[]];

const idOf = (request: FastifyRequest, [deed, ...scope]: Deed): string =>
  deriveId(deed, request.caller.actor.username, ...scope, idempotencyKey(request));

/**
 * What a call may be repeated under: its key, for its user and this deed, and the hash of what it names (rule: Repeated
 * commands).
 * @param named what a call under the same key must name again
 * @throws {Refusal} 400 (402 on portal calls) for a key that is not 1 to 120 visible ASCII characters
 */
export function callKey(request: FastifyRequest, deed: Deed, named: unknown): Key {
  return { commandId: idOf(request, deed), bodyHash: hashBody(named) };
}

/** The command of a call that may be repeated under its key, which is as `callKey` has it. */
export function callCommand(
  request: FastifyRequest,
  deed: Deed,
  named: unknown,
): ReturnType<typeof keyedCommand> {
  return keyedCommand(request.caller.actor, idOf(request, deed), named);
}

/** The command of a call whose address and body say all that it names; its key is valid for that address. */
export function commandOf(request: FastifyRequest, ...deed: Deed): ReturnType<typeof keyedCommand> {
  const { params, body, routeOptions } = request;
  return callCommand(request, [...deed, routeOptions.url ?? ''], { params, body });
}
