import type { LinkState } from '#contracts/api/links.ts';
import { Refusal } from '../refusal.ts';

/** Until when a link is good. */
export type LinkLife = { expiresAt: Date; revokedAt: Date | null };

const DAY_MS = 86_400_000;

/** That it was opened is noted as often: noting it is a write. */
export const NOTED_EVERY_MS = 60_000;

export const stateOf = ({ revokedAt, expiresAt }: LinkLife, now: Date): LinkState =>
  revokedAt ? 'REVOKED' : expiresAt > now ? 'LIVE' : 'EXPIRED';

/** When a link ends that is good for so many days. */
export const endOf = (madeAt: Date, days: number): Date => new Date(madeAt.getTime() + days * DAY_MS);

/** The token behind `#`: no browser sends it on, neither as an address nor as a referrer. */
export const linkAddress = (publicUrl: string, page: string, token: string): string =>
  new URL(`${page}#token=${token}`, publicUrl).href;

/** One answer for a link that is unknown, expired or revoked. */
export const linkGone = (): Refusal =>
  new Refusal(404, 'This link is no longer good. Please ask for a new one.', { code: 'UNKNOWN_LINK' });
