import { z } from 'zod';
import { enteredPassword } from './session.ts';

const code = z.string().trim().min(1, 'Enter a code.').max(40);

/** POST /login/secondfactor: how one's own stands. */
export const secondFactorState = z.object({
  enabled: z.boolean(),
  /** The house requires it of staff. */
  required: z.boolean(),
  /** How many recovery codes are left. */
  recoveryCodes: z.number(),
});
export type SecondFactorState = z.infer<typeof secondFactorState>;

/** POST /login/secondfactor/begin: a new secret, in force once a code of it is confirmed. */
export const beginSecondFactor = z.object({ password: enteredPassword });
export const begunSecondFactor = z.object({
  /** As one types it into an authenticator app. */
  secret: z.string(),
  /** What the app reads from a QR code. */
  uri: z.string(),
});
export type BegunSecondFactor = z.infer<typeof begunSecondFactor>;

/** POST /login/secondfactor/confirm, …/codes: a code of the app. */
export const secondFactorCode = z.object({ code });
/** Recovery codes, each good once; they are shown this once. */
export const recoveryCodesReply = z.object({ recoveryCodes: z.array(z.string()) });

/** POST /login/secondfactor/remove. */
export const removeSecondFactor = z.object({ password: enteredPassword, code });

/** GET and DELETE /api/users/{id}/second-factor: a user's, for administrators. */
export const userSecondFactor = secondFactorState.extend({
  lastReset: z.object({ by: z.string(), at: z.string() }).nullable(),
});
