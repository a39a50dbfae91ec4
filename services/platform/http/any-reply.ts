import type { FastifyReply } from 'fastify';

/** A reply of a route with any schema. */
export type AnyReply = { request: unknown };

/** The reply without its route's schema, which describes neither bytes nor the connection. */
export const asFastify = (reply: AnyReply): FastifyReply => reply as unknown as FastifyReply;
