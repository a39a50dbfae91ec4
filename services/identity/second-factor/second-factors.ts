import { createHash, randomBytes } from 'node:crypto';
import type { BegunSecondFactor } from '#contracts/api/second-factor.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { keepLinks } from '../forgotten-passwords.ts';
import { userTables } from '../user-table.ts';
import { ACCOUNTS_SUBJECT, type UserStore } from '../users.ts';
import type { Sealing } from './sealing.ts';
import { base32, keyUri, matchingStep } from './totp.ts';

/** RFC 4226 asks for 160 bits. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** 80 bits, so that a plain hash protects them. */
const RECOVERY_BYTES = 10;

type Tables = {
  'vitrine.second_factor': {
    username: string;
    secret: Buffer;
    confirmed_at: Date | null;
    last_step: number;
  };
  'vitrine.recovery_code': { username: string; code_hash: Buffer };
  'vitrine.second_factor_reset': { username: string; reset_by: string; reset_at: Date };
};
const tables = (db: Db) => db.withTables<Tables>();

export type SecondFactors = UserStore & { clock: Clock; sealing: Sealing };

const WRONG_CODE = 'That code is not right, or was used. Please try the next one.';
const wrongCode = () => new Refusal(402, WRONG_CODE, { field: 'code', code: 'WRONG_CODE' });

/** True when the user has a second factor in force. */
export async function hasSecondFactor(db: Db, username: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('vitrine.second_factor')
    .select('username')
    .where('username', '=', username)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many recovery codes a user has left. */
export async function recoveryCodesLeft(db: Db, username: string): Promise<number> {
  const { left } = await tables(db)
    .selectFrom('vitrine.recovery_code')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return left;
}

/** Who last reset a user's second factor, and when; null when it never was. */
export async function lastReset(db: Db, username: string): Promise<{ by: string; at: string } | null> {
  const row = await tables(db)
    .selectFrom('vitrine.second_factor_reset')
    .selectAll()
    .where('username', '=', username)
    .orderBy('reset_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { by: row.reset_by, at: row.reset_at.toISOString() } : null;
}

/**
 * A new secret for the user, in force once it is confirmed with a code; an unconfirmed earlier one is forgotten.
 * @throws {Refusal} 402 when the user has a second factor
 */
export async function beginEnrolment(
  { db, sealing }: SecondFactors,
  username: string,
): Promise<BegunSecondFactor> {
  const secret = randomBytes(SECRET_BYTES);
  const sealed = sealing.seal(secret, username);
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('vitrine.second_factor')
    .values({ username, secret: sealed, confirmed_at: null, last_step: 0 })
    .onConflict((conflict) =>
      conflict
        .column('username')
        .doUpdateSet({ secret: sealed, last_step: 0 })
        .where('vitrine.second_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows)
    throw new Refusal(402, 'You have a second factor already: remove it first.', { code: 'HAS_FACTOR' });
  return { secret: base32(secret), uri: keyUri(PRODUCT_NAME, username, secret) };
}

/**
 * Puts the secret in force when a code of it is given. Returns recovery codes, which are not shown again.
 * @throws {Refusal} 402 for a wrong code, and when no enrolment was begun
 */
export async function confirmEnrolment(
  { db, bus, clock, sealing }: SecondFactors,
  username: string,
  code: string,
): Promise<string[]> {
  const codes = await db.transaction().execute(async (tx) => {
    const row = await factorOf(tx, username);
    if (!row || row.confirmed_at !== null)
      throw new Refusal(402, 'Please begin again: there is no second factor to confirm.');
    const secret = sealing.open(row.secret, username);
    const step = secret && matchingStep(secret, plain(code), clock(), row.last_step);
    if (step === null) throw wrongCode();
    await tables(tx)
      .updateTable('vitrine.second_factor')
      .set({ confirmed_at: clock(), last_step: step })
      .where('username', '=', username)
      .execute();
    await markUser(tx, username, true);
    return newRecoveryCodes(tx, username);
  });
  bus.publish(ACCOUNTS_SUBJECT, { username });
  return codes;
}

/**
 * Takes a code of the user's app, or a recovery code, and uses it up.
 * @throws {Refusal} 402 when it is neither, or was used
 */
export async function useCode(
  { db, clock, sealing }: SecondFactors,
  username: string,
  code: string,
): Promise<void> {
  const taken = await db.transaction().execute(async (tx) => {
    const row = await factorOf(tx, username);
    if (!row || row.confirmed_at === null) return false;
    const secret = sealing.open(row.secret, username);
    const step = secret && matchingStep(secret, plain(code), clock(), row.last_step);
    if (secret && step !== null) {
      await tables(tx)
        .updateTable('vitrine.second_factor')
        // Sealed again, so that a new key replaces the old one.
        .set({ last_step: step, secret: sealing.seal(secret, username) })
        .where('username', '=', username)
        .execute();
      return true;
    }
    const used = await tables(tx)
      .deleteFrom('vitrine.recovery_code')
      .where('username', '=', username)
      .where('code_hash', '=', hashOf(username, code))
      .returning('username')
      .executeTakeFirst();
    return used !== undefined;
  });
  if (!taken) throw wrongCode();
}

/** Makes new recovery codes for the user; the former ones are no longer valid. */
export function renewRecoveryCodes({ db }: SecondFactors, username: string): Promise<string[]> {
  return db.transaction().execute((tx) => newRecoveryCodes(tx, username));
}

/**
 * Removes the user's second factor and its recovery codes.
 * @param resetBy the administrator who did so for another, which is recorded; the user's sessions end with it, but its
 *   links to choose a password stay valid
 */
export async function removeFactor(
  { db, bus, clock }: Omit<SecondFactors, 'sealing'>,
  username: string,
  resetBy?: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tables(tx).deleteFrom('vitrine.second_factor').where('username', '=', username).execute();
    await tables(tx).deleteFrom('vitrine.recovery_code').where('username', '=', username).execute();
    await markUser(tx, username, false);
    if (resetBy === undefined) return;
    await tables(tx)
      .insertInto('vitrine.second_factor_reset')
      .values({ username, reset_by: resetBy, reset_at: clock() })
      .execute();
    const { token_version } = await userTables(tx)
      .updateTable('vitrine.user_account')
      .set((set) => ({ token_version: set('token_version', '+', 1) }))
      .where('username', '=', username)
      .returning('token_version')
      .executeTakeFirstOrThrow();
    await keepLinks(tx, username, token_version);
  });
  bus.publish(ACCOUNTS_SUBJECT, { username });
}

const factorOf = (tx: Db, username: string) =>
  tables(tx)
    .selectFrom('vitrine.second_factor')
    .selectAll()
    .where('username', '=', username)
    .forUpdate()
    .executeTakeFirst();

const markUser = (tx: Db, username: string, secondFactor: boolean) =>
  userTables(tx)
    .updateTable('vitrine.user_account')
    .set({ second_factor: secondFactor })
    .where('username', '=', username)
    .execute();

async function newRecoveryCodes(tx: Db, username: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    (base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-'),
  );
  await tables(tx).deleteFrom('vitrine.recovery_code').where('username', '=', username).execute();
  await tables(tx)
    .insertInto('vitrine.recovery_code')
    .values(codes.map((code) => ({ username, code_hash: hashOf(username, code) })))
    .execute();
  return codes;
}

/** Normalises a code as people type it: in any case, with or without spaces and dashes. */
const plain = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();

const hashOf = (username: string, code: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([username, plain(code)]))
    .digest();
