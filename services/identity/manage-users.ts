import { userSchema, type User } from '#contracts/api/session.ts';
import { resetPasswordReply, type NewUserRequest, type UserChangesRequest } from '#contracts/api/users.ts';
import { lesserPrices } from '#contracts/vocabulary/price-modes.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { isMailAddress, type Mail, type SendMail } from '#services/mail/index.ts';
import { given } from '#services/platform/checked-fields.ts';
import type { Clock } from '#services/platform/clock.ts';
import { answeredOnce, deriveId, hashBody } from '#services/platform/commands/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { Caller } from '#services/platform/http/index.ts';
import { changedMeanwhile, Refusal, unknownCustomer } from '#services/platform/refusal.ts';
import { newPassword } from './new-password.ts';
import { hashPassword } from './passwords.ts';
import { normalUsername, type LastChange } from './user-table.ts';
import {
  ACCOUNTS_SUBJECT,
  createUser,
  isStillAdministrator,
  lockedUser,
  replacePassword,
  unknownUser,
  updateUserWithin,
  type UserStore,
} from './users.ts';

export type UserManagement = UserStore & {
  clock: Clock;
  sendMail: SendMail;
  /** Where users sign in. */
  publicUrl: string;
  customerExists: (customerId: number) => Promise<boolean>;
};

/** Users are managed by administrators, and by reps except for administrators (rule: Reps). */
export type Manager = Pick<Caller, 'user' | 'administrator'>;

/**
 * Creates a user with a random password, which is mailed to it and must be changed at the first sign-in; both or
 * neither. Repeated under the same key it changes nothing and gives the same answer (rule: Repeated commands).
 * @throws {Refusal} 403 when a rep makes an administrator, or a rep that sees more prices than itself; 402 for a taken
 *   username or an unknown customer; 409 when the key was used with another body
 */
export async function addUser(
  deps: UserManagement,
  manager: Manager,
  asked: NewUserRequest,
  key: string,
): Promise<User> {
  mayTouch(manager, asked.administrator === true);
  await checkCustomer(deps, asked.customerId);
  const password = newPassword();
  const commandId = deriveId('new-user', manager.user.username, key);
  return answeredOnce(deps, { commandId, bodyHash: hashBody(asked) }, userSchema, async (tx) => {
    const { username, email, firstName = '', lastName = '', ...more } = asked;
    const user = await createUser(
      { db: tx },
      { ...given(more), username, email, firstName, lastName, password, mustChangePassword: true },
    );
    mayShow(manager, null, user);
    await deps.sendMail(
      { ...welcome(user, password, deps.publicUrl), key: `password/${user.username}/new` },
      tx,
    );
    return user;
  });
}

/**
 * Changes a user; with `expectedVersion`, only if that is still its version. An administrator cannot remove his own
 * rights or sign-in, nor another's once his are gone, so there is always one. Repeated under the same key it changes
 * nothing and gives the same answer.
 * @throws {Refusal} 403 when a rep touches or makes an administrator, changes another rep's e-mail, rights or sign-in, or
 *   sets what a rep sees of prices; 404 for an unknown user; 402 for an unknown customer, or a user with neither staff
 *   rights nor a customer; 409 when somebody has changed the user since, or the key was used with another body
 */
export async function changeUser(
  deps: UserManagement,
  manager: Manager,
  username: string,
  changes: UserChangesRequest,
  { key, expectedVersion = null }: { key: string; expectedVersion?: string | null },
): Promise<User> {
  await checkCustomer(deps, changes.customerId);
  const checkWithin =
    (tx: Db) =>
    async (now: User, changed: User, last: LastChange): Promise<void> => {
      mayTouch(manager, now.administrator || changed.administrator);
      if (changed.email !== now.email) mayReach(manager, now, 'email');
      if (!changed.salesRep) mayReach(manager, now, 'salesRep');
      if (changed.active !== now.active) mayReach(manager, now, 'active');
      mayShow(manager, now, changed);
      if (expectedVersion !== null && expectedVersion !== last.version)
        throw changedMeanwhile(last.changedBy, 'user');
      if (now.username !== manager.user.username) {
        const isTakenFrom = now.active && now.administrator && !(changed.active && changed.administrator);
        if (isTakenFrom && !(await isStillAdministrator(tx, manager.user.username)))
          throw onlyAdministrators();
        return;
      }
      if (!changed.active) throw new Refusal(402, 'You cannot deactivate yourself.', { field: 'active' });
      if (now.administrator && !changed.administrator) {
        throw new Refusal(402, 'You cannot take the administrator’s rights from yourself.', {
          field: 'administrator',
        });
      }
    };
  const by = manager.user.username;
  const bodyHash = hashBody({ username: normalUsername(username), changes });
  const command = { commandId: deriveId('change-user', by, key), bodyHash };
  const changed = await answeredOnce(deps, command, userSchema, (tx) =>
    updateUserWithin(tx, username, given(changes), checkWithin(tx), by),
  );
  deps.bus.publish(ACCOUNTS_SUBJECT, { username: changed.username });
  return changed;
}

/**
 * Gives a user a random password, mailed to it, which must be changed at the next sign-in; its other sessions end.
 * Repeated under the same key it changes nothing.
 * @throws {Refusal} 403 when a rep touches an administrator or another rep; 404 for an unknown user; 402 for oneself, or
 *   one without e-mail address; 409 when the key was used for another user
 */
export async function resetPassword(
  deps: UserManagement,
  manager: Manager,
  username: string,
  key: string,
): Promise<void> {
  // Without a mail server, the last administrator could not read the new one.
  if (normalUsername(username) === manager.user.username)
    throw new Refusal(402, 'Change your own password under Profile.', {
      code: 'OWN_PASSWORD',
      field: 'username',
    });
  const password = newPassword();
  const hashed = await hashPassword(password);
  const reset: string[] = [];
  const commandId = deriveId('reset-password', manager.user.username, key);
  await answeredOnce(
    deps,
    { commandId, bodyHash: hashBody({ username }) },
    resetPasswordReply,
    async (tx) => {
      const stored = await lockedUser(tx, username);
      if (!stored) throw unknownUser(username);
      const { user } = stored;
      mayTouch(manager, user.administrator);
      mayReach(manager, user, 'email');
      if (!isMailAddress(user.email)) {
        throw new Refusal(402, `${user.username} has no e-mail address that a password could be sent to.`, {
          code: 'NO_ADDRESS',
          field: 'email',
        });
      }
      await deps.sendMail(
        { ...newPasswordMail(user, password, deps.publicUrl), key: `password/${user.username}/${commandId}` },
        tx,
      );
      const changedBy = manager.user.username;
      await replacePassword(tx, { username: user.username, hashed, mustChange: true, changedBy });
      reset.push(user.username);
      return { username };
    },
  );
  for (const one of reset) deps.bus.publish(ACCOUNTS_SUBJECT, { username: one });
}

/** A rep never creates, changes or makes an administrator (rule: Reps). */
function mayTouch(manager: Manager, administrator: boolean): void {
  if (!manager.administrator && administrator) throw onlyAdministrators();
}

const onlyAdministrators = (): Refusal =>
  new Refusal(403, 'Only an administrator may create or change an administrator.', {
    code: 'FORBIDDEN',
    field: 'administrator',
  });

/**
 * A rep may change neither another rep's e-mail nor its password: the e-mail address is the way to the password. Nor
 * may it take the rights that this depends on, or say whether the other signs in (rule: Reps).
 */
function mayReach(
  manager: Manager,
  { username, salesRep }: User,
  field: 'email' | 'salesRep' | 'active',
): void {
  if (manager.administrator || !salesRep || username === manager.user.username) return;
  throw new Refusal(
    403,
    "Only an administrator may change another sales rep's e-mail, password, rights or sign-in.",
    { code: 'FORBIDDEN', field },
  );
}

/**
 * What a rep sees of prices is set by administrators: a rep changes neither its own mode nor another rep's, and makes
 * no rep that sees more than itself (rule: Reps).
 */
function mayShow(manager: Manager, now: User | null, { salesRep, showPrices }: User): void {
  if (manager.administrator) return;
  const isSeen = lesserPrices(manager.user.showPrices, showPrices) === showPrices;
  if (now?.salesRep ? showPrices === now.showPrices : !salesRep || isSeen) return;
  throw new Refusal(403, 'Only an administrator may set what a sales rep sees of prices. Ask one to do it.', {
    code: 'FORBIDDEN',
    field: 'showPrices',
  });
}

async function checkCustomer(
  { customerExists }: UserManagement,
  customerId: number | null | undefined,
): Promise<void> {
  if (customerId === undefined || customerId === null || (await customerExists(customerId))) return;
  throw unknownCustomer(customerId, 402, 'customerId');
}

type PasswordMail = Omit<Mail, 'key'>;

function welcome(user: User, password: string, publicUrl: string): PasswordMail {
  return mailTo(
    user,
    `Welcome to ${PRODUCT_NAME}`,
    `you can sign in to ${PRODUCT_NAME} from now on`,
    password,
    publicUrl,
  );
}

function newPasswordMail(user: User, password: string, publicUrl: string): PasswordMail {
  return mailTo(
    user,
    `Your new ${PRODUCT_NAME} password`,
    `your ${PRODUCT_NAME} password was reset`,
    password,
    publicUrl,
  );
}

function mailTo(
  { email, firstName, username }: User,
  subject: string,
  what: string,
  password: string,
  publicUrl: string,
): PasswordMail {
  return {
    to: email,
    subject,
    secret: true,
    text: `Dear ${firstName || username},

${what}:

  ${new URL('/login', publicUrl).href}
  Username: ${username}
  Password: ${password}

You will be asked to choose a password of your own. If you did not expect this mail, please tell us.
`,
  };
}
