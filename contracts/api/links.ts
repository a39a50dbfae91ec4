import { z } from 'zod';

/** Links that are opened without an account (rule: Vendor's own view; rule: Client link). */
export const linkState = z.enum(['LIVE', 'EXPIRED', 'REVOKED']);
export type LinkState = z.infer<typeof linkState>;

/** What each call by a link has: its token stands for whom it was made for. */
export const tokenRequest = z.object({ token: z.string().min(1).max(200) });
