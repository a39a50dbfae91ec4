import type { FastifyRequest } from 'fastify';
import { deriveId, keyedCommand, type Command } from '#services/platform/commands/index.ts';
import { chosenCustomer, idempotencyKey } from '#services/platform/http/index.ts';

/** The command of a call for the chosen customer: its key is valid for one user, customer and call. */
export function commandOf(request: FastifyRequest): Command {
  const { actor } = request.caller;
  const commandId = deriveId(
    'reassortment',
    actor.username,
    chosenCustomer(request.caller),
    request.routeOptions.url ?? '',
    idempotencyKey(request),
  );
  return keyedCommand(actor, commandId, { params: request.params, body: request.body });
}

/** The command of a call that results in the same state however often it is sent, and so takes no key. */
export function unkeyedCommandOf(request: FastifyRequest): Command {
  return { commandId: request.server.newId(), actor: request.caller.actor };
}
