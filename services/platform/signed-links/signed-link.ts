import type { LinkState } from '#contracts/api/links.ts';
import { DAY_MS } from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '../refusal.ts';

/** From when until when a link is valid, and when it was last opened. */
export type LinkLife = { madeAt: Date; expiresAt: Date; openedAt: Date | null; revokedAt: Date | null };

/** How often, in milliseconds, it is noted that a link was opened: noting it is a write. */
export const NOTED_EVERY_MS = 60_000;

/** Whether a link is valid now. */
export const stateOf = ({ revokedAt, expiresAt }: LinkLife, now: Date): LinkState =>
  revokedAt ? 'REVOKED' : expiresAt > now ? 'LIVE' : 'EXPIRED';

/** The life of a link on the wire. */
export const wireLife = (link: LinkLife, now: Date) => ({
  state: stateOf(link, now),
  madeAt: link.madeAt.toISOString(),
  expiresAt: link.expiresAt.toISOString(),
  openedAt: link.openedAt?.toISOString() ?? null,
  revokedAt: link.revokedAt?.toISOString() ?? null,
});

/** When a link ends that is valid for `days`. */
export const endOf = (madeAt: Date, days: number): Date => new Date(madeAt.getTime() + days * DAY_MS);

/** The address of a link. The token is after `#`: browsers send it neither as an address nor as a referrer. */
export const linkAddress = (publicUrl: string, page: string, token: string): string =>
  new URL(`${page}#token=${token}`, publicUrl).href;

/** The same answer for a link that is unknown, expired or revoked. */
export const linkGone = (): Refusal =>
  new Refusal(404, 'This link no longer works. Please ask for a new one.', { code: 'UNKNOWN_LINK' });
