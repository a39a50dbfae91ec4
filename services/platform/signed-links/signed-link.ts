import type { LinkState } from '#contracts/api/links.ts';
import { Refusal } from '../refusal.ts';

/** Until when a link is valid. */
export type LinkLife = { expiresAt: Date; revokedAt: Date | null };

const DAY_MS = 86_400_000;

/** How often, in milliseconds, it is noted that a link was opened: noting it is a write. */
export const NOTED_EVERY_MS = 60_000;

export const stateOf = ({ revokedAt, expiresAt }: LinkLife, now: Date): LinkState =>
  revokedAt ? 'REVOKED' : expiresAt > now ? 'LIVE' : 'EXPIRED';

/** When a link that is valid for so many days ends. */
export const endOf = (madeAt: Date, days: number): Date => new Date(madeAt.getTime() + days * DAY_MS);

/** The address of a link. The token is after `#`: browsers send it neither as an address nor as a referrer. */
export const linkAddress = (publicUrl: string, page: string, token: string): string =>
  new URL(`${page}#token=${token}`, publicUrl).href;

/** The same answer for a link that is unknown, expired or revoked. */
export const linkGone = (): Refusal =>
  new Refusal(404, 'This link no longer works. Please ask for a new one.', { code: 'UNKNOWN_LINK' });
