import { z } from 'zod';
import { changePasswordRequest } from './session.ts';

/** POST /login/forgot: a link goes by mail to who is named, by username or e-mail address. */
export const forgotPasswordRequest = z.object({
  user: z.string().trim().min(1, 'Enter your username or e-mail address.').max(200),
});
/** The same words, whether there is such a user or not. */
export const forgotPasswordReply = z.object({ message: z.string() });

/** POST /login/newpassword: what the link of the mail leads to. */
export const newPasswordRequest = z.object({
  token: z.string().min(1).max(200),
  newPassword: changePasswordRequest.shape.newPassword,
});
export const newPasswordReply = z.object({ username: z.string() });
