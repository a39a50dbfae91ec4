import { z } from 'zod';
import { isPasswordLength, MOST_PASSWORD_CHARACTERS, passwordProblem } from '../vocabulary/password.ts';
import { PRICE_MODES } from '../vocabulary/price-modes.ts';
import { rowNumberSchema } from '../vocabulary/row-numbers.ts';

export const showPricesSchema = z.enum(PRICE_MODES);

/** A user on the wire (product: User). */
export const userSchema = z.object({
  username: z.string(),
  administrator: z.boolean(),
  salesRep: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  customerId: z.number().nullable(),
  active: z.boolean(),
  showPrices: showPricesSchema,
  mustChangePassword: z.boolean(),
  /** The house requires a second factor of staff, and this session's user has none yet. */
  mustSetUpSecondFactor: z.literal(true).optional(),
  /** A member of staff sees the portal as this customer does; everything else here is the customer's then. */
  viewingAs: z
    .object({
      customerId: z.number(),
      role: z.enum(['salesRep', 'administrator']),
      /** The customer's user whose price mode it is; null when the customer has none. */
      username: z.string().nullable(),
    })
    .optional(),
});
export type User = z.infer<typeof userSchema>;

/**
 * POST /api/view-as: staff see the portal with exactly a customer's permissions, and the price mode of its user that is
 * named (its first active one when none is). POST /api/view-as/end gives the staff's own session back.
 */
export const viewAsRequest = z.object({
  customerId: rowNumberSchema,
  username: z.string().optional(),
});

/** A password that its user has chosen before, as it is entered to sign in or to confirm something. */
export const enteredPassword = z
  .string()
  .min(1, 'Enter your password.')
  .refine(isPasswordLength, `A password has at most ${MOST_PASSWORD_CHARACTERS} characters.`)
  .meta({ maxLength: MOST_PASSWORD_CHARACTERS });

export const loginRequest = z.object({
  username: z.string().min(1, 'Enter your username.').max(120),
  password: enteredPassword,
  /** Of the second factor, where the user has one: asked for by a refusal with the code SECOND_FACTOR. */
  code: z.string().trim().min(1, 'Enter a code.').max(40).optional(),
});
export const loginReply = z.object({ token: z.string(), user: userSchema });

/** POST /login/ticket: signs in from a page in another site's frame; the ticket is good once, within a minute. */
export const ticketReply = z.object({ ticket: z.string() });
/**
 * POST /login/redeem: the top window's part; it answers the user and sets the session cookie. When the answer broke off,
 * it may be sent again under the same Idempotency-Key.
 */
export const redeemRequest = z.object({ ticket: z.string().min(1).max(200) });

const OLD_PASSWORD_ASKED = 'Please enter your old password.';

/** POST /login/changepassword (product: Change password); a password that is missing or no text counts as an empty one. */
export const changePasswordRequest = z.object({
  username: z.string(),
  oldPassword: z.string(OLD_PASSWORD_ASKED).min(1, OLD_PASSWORD_ASKED),
  newPassword: z.string({ error: () => passwordProblem('') ?? undefined }).superRefine((value, context) => {
    const problem = passwordProblem(value);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  }),
});
