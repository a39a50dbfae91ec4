import type { FastifyRequest } from 'fastify';
import { versionIn } from '#contracts/api/headers.ts';
import { asFastify, type AnyReply } from './any-reply.ts';
import { Refusal } from '../refusal.ts';

/**
 * The version that the caller has read, from its `If-Match`; null without the header. Throws Refusal 400 for an ETag
 * that is not ours.
 */
export function ifMatch(request: Pick<FastifyRequest, 'headers'>): string | null {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return null;
  const version = versionIn(header);
  if (version === undefined)
    throw new Refusal(400, 'If-Match must be the ETag that the record was read with.', { field: 'if-match' });
  return version;
}

/** Sends a record's version as its ETag, for `ifMatch` of a later edit; nothing to a caller who is not shown it. */
export function sendVersion(reply: AnyReply, version: string | undefined): void {
  if (version !== undefined) asFastify(reply).header('etag', `"${version}"`);
}
