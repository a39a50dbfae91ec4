import { timingSafeEqual } from 'node:crypto';
import type { StreamMetadata } from './retention.ts';

/** Who calls. */
export type Caller = {
  readonly name: string | undefined;
  readonly roles: readonly string[];
  /** Passes every access list. */
  readonly isAdministrator: boolean;
};

export type Right = '$r' | '$w' | '$d' | '$mr' | '$mw';

/**
 * Without TLS nobody can be told apart: credentials are accepted and ignored, and everyone counts as
 * `admin`, but is bound by access lists that leave `admin` out.
 */
export const ANYONE: Caller = { name: 'admin', roles: ['$admins'], isAdministrator: false };
const ANONYMOUS: Caller = { name: undefined, roles: [], isAdministrator: false };

export type Credentials = { readonly username: string; readonly password: string };

/**
 * The caller of a request over TLS; undefined when the credentials are wrong.
 * @param authorization the request's `authorization` header
 */
export function authenticate(
  authorization: string | undefined,
  administrator: Credentials,
): Caller | undefined {
  if (authorization === undefined) return ANONYMOUS;
  const [scheme, encoded = ''] = authorization.split(' ');
  if (scheme?.toLowerCase() !== 'basic') return undefined;
  const expected = Buffer.from(`${administrator.username}:${administrator.password}`);
  const given = Buffer.from(encoded, 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return { name: administrator.username, roles: ['$admins'], isAdministrator: true };
}

/** Whether a stream's access list gives the caller a right; a right that is not listed is everyone's. */
export function mayUse(caller: Caller, right: Right, metadata: StreamMetadata): boolean {
  if (caller.isAdministrator) return true;
  const allowed = metadata.acl?.[right];
  if (allowed === undefined) return true;
  return allowed.some((role) => role === '$all' || role === caller.name || caller.roles.includes(role));
}
