import { z } from 'zod';
import { MAX_INTEGER } from '../vocabulary/row-numbers.ts';
import { mailAddress } from './edit-fields.ts';
import { userSchema } from './session.ts';

const name = (which: string) => z.string().trim().max(80, `${which} has at most 80 characters.`);

const fields = {
  firstName: name('First name'),
  lastName: name('Last name'),
  email: mailAddress(
    'E-mail has at most 200 characters.',
    'E-mail must be an address like name@example.com.',
  ),
  administrator: userSchema.shape.administrator,
  salesRep: userSchema.shape.salesRep,
  customerId: z.int().positive('Choose a customer.').max(MAX_INTEGER, 'Choose a customer.').nullable(),
  active: userSchema.shape.active,
  showPrices: userSchema.shape.showPrices,
  mustChangePassword: userSchema.shape.mustChangePassword,
};

/** What may be changed of a user; the username stays. */
export const userChanges = z.object(fields).partial();
export type UserChangesRequest = z.infer<typeof userChanges>;

const username = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._@-]{0,79}$/,
    'A username has 1 to 80 letters, digits, ".", "_", "-" or "@".',
  );

/**
 * POST /admin/newuser: fields that are left out take their defaults (product: User). The password is sent by
 * mail.
 */
export const newUserRequest = userChanges
  .omit({ mustChangePassword: true })
  .required({ email: true })
  .extend({ username });
export type NewUserRequest = z.infer<typeof newUserRequest>;

/** POST /admin/updateuser: the user's fields, those left out stay as they are. */
export const updateUserRequest = userChanges.extend({ username: z.string().min(1, 'Give a username.') });

/** POST /admin/resetpassword: a random password goes to the user by mail. */
export const resetPasswordRequest = z.object({ username: z.string().min(1, 'Give a username.') });
export const resetPasswordReply = z.object({ username: z.string() });

export const usersReply = z.array(userSchema);

/** A row of GET /api/users; its id is the username. */
export const userResource = userSchema.extend({
  id: z.string(),
  /** Changes with every change of the user: what `If-Match` takes. */
  version: z.string(),
});
export type UserResource = z.infer<typeof userResource>;
