import type { FastifyRequest } from 'fastify';
import { chosenCustomer, commandOf } from '#services/platform/http/index.ts';

/** The command of a call for the chosen customer: its key is valid for that customer. */
export const reassortmentCommandOf = (request: FastifyRequest) =>
  commandOf(request, 'reassortment', chosenCustomer(request.caller));
