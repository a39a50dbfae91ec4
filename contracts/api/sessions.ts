import { z } from 'zod';

/** A session that somebody is signed in with, by what a person recognises it. */
const sessionResource = z.object({
  id: z.uuid(),
  /** The name that the browser gives itself. */
  userAgent: z.string(),
  /** Where it signed in from. */
  address: z.string(),
  signedInAt: z.string(),
  /** To the minute. */
  lastUsedAt: z.string(),
  /** The session that asks. */
  own: z.boolean(),
});
export type SessionResource = z.infer<typeof sessionResource>;

/** POST /login/sessions: one's own, and GET /api/users/{id}/sessions: a user's; the last used first. */
export const sessionsReply = z.array(sessionResource);

/** POST /login/sessions/end: one of the user's own; without an id all except the calling one. */
export const endSessionRequest = z.object({ id: z.uuid().optional() });
/** How many have ended. */
export const sessionsEnded = z.object({ ended: z.number() });
