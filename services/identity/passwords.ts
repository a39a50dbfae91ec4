import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '#services/platform/refusal.ts';

/** Hashes with argon2id at the library's defaults (19 MiB, two passes): about 20 ms, off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let unmatched: Promise<string> | undefined;

/**
 * True when the password fits the hash. For an unknown user (no hash) it takes as long and is never true, so that the
 * time taken does not reveal which usernames exist.
 */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await (unmatched ??= hashPassword('no user has this password')));
  const fits = await verify(against, password);
  return fits && passwordHash !== undefined;
}

/** The refusal (402) of a new password that is the old one (rule: Must change password). */
export const samePassword = (): Refusal =>
  new Refusal(402, 'Please choose a password that differs from your old one.', {
    field: 'newPassword',
    code: 'SAME_PASSWORD',
  });
