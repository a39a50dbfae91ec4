import { timingSafeEqual } from 'node:crypto';
import type { Right, StreamMetadata } from './retention.ts';
import { isSystemStream } from './stored-event.ts';

/** Who calls: anonymous callers have no name and may do nothing. */
export type Caller = {
  readonly name: string | undefined;
  readonly roles: readonly string[];
  /** Passes every access list. */
  readonly isAdministrator: boolean;
};

/** Without TLS there is no telling one user from another: as on a real server that runs insecurely, every user may do everything. */
export const ANYONE: Caller = { name: undefined, roles: [], isAdministrator: true };
const ANONYMOUS: Caller = { name: undefined, roles: [], isAdministrator: false };

/** The passwords of the two users of a fresh real server: `admin`, who may do everything, and `ops`. */
export type Passwords = { readonly admin: string; readonly ops: string };

/**
 * The caller of a request over TLS; undefined when the credentials are wrong.
 * @param authorization the request's `authorization` header
 */
export function authenticate(authorization: string | undefined, passwords: Passwords): Caller | undefined {
  if (authorization === undefined) return ANONYMOUS;
  const [scheme, encoded = ''] = authorization.split(' ');
  if (scheme?.toLowerCase() !== 'basic') return undefined;
  const given = Buffer.from(encoded, 'base64');
  if (isSame(given, `admin:${passwords.admin}`))
    return { name: 'admin', roles: ['$admins'], isAdministrator: true };
  if (isSame(given, `ops:${passwords.ops}`)) return { name: 'ops', roles: ['$ops'], isAdministrator: false };
  return undefined;
}

function isSame(given: Buffer, expected: string): boolean {
  const bytes = Buffer.from(expected);
  return given.length === bytes.length && timingSafeEqual(given, bytes);
}

const FOR_EVERYONE = ['$all'];
const FOR_ADMINISTRATORS = ['$admins'];

/**
 * Whether a stream's access list gives the caller a right. One that is not listed is every user's, and in system streams
 * (also `$all`) the administrators'.
 */
export function mayUse(caller: Caller, right: Right, stream: string, metadata: StreamMetadata): boolean {
  if (caller.isAdministrator) return true;
  if (caller.name === undefined) return false;
  const allowed = metadata.acl?.[right] ?? (isSystemStream(stream) ? FOR_ADMINISTRATORS : FOR_EVERYONE);
  return allowed.some((role) => role === '$all' || role === caller.name || caller.roles.includes(role));
}
