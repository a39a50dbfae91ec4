import type { ReadStream } from 'node:tty';
import { createInterface } from 'node:readline/promises';
import { newUserRequest } from '#contracts/api/users.ts';
import type { User } from '#contracts/api/session.ts';
import { openBus } from '#services/platform/bus/index.ts';
import { checkedFields } from '#services/platform/checked-fields.ts';
import { BadCall, readCall, runCommandLine } from '#services/platform/command-line.ts';
import { runningDatabase } from '#services/platform/config/running-stores.ts';
import { connectDatabase, migrate } from '#services/platform/database/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { identityMigrations } from './migrations.ts';
import { newPassword } from './new-password.ts';
import { unbind } from './single-sign-on/staff-of.ts';
import { removeFactor } from './second-factor/second-factors.ts';
import { createUser, findUser, listUsers, setPassword, updateUser, type UserStore } from './users.ts';

const USAGE = `npm run users -- create-administrator [USERNAME] [--email ADDRESS] [--first-name NAME] [--last-name NAME]
npm run users -- reset-password USERNAME
npm run users -- reset-second-factor USERNAME
npm run users -- unbind-sign-in USERNAME
npm run users -- deactivate USERNAME
npm run users -- activate USERNAME
npm run users -- list

Manages users beside a running Vitrine, or on DATABASE_URL; Vitrine follows within a second. A password is made up and
printed once; the user must choose another one at the first sign-in. What an administrator needs and the call does not
say is asked for at a keyboard.`;

const text = { type: 'string' } as const;
const OPTIONS = { email: text, 'first-name': text, 'last-name': text } as const;

type Given = { email?: string; 'first-name'?: string; 'last-name'?: string };

/** The author of its changes, named to anyone who has the user open. */
const AUTHOR = 'the command line';

/** Reads an answer from the keyboard; undefined without a terminal. */
async function ask(question: string): Promise<string | undefined> {
  const keyboard: ReadStream = process.stdin;
  if (!keyboard.isTTY) return undefined;
  const asking = createInterface({ input: keyboard, output: process.stderr });
  try {
    return await asking.question(question);
  } finally {
    asking.close();
  }
}

async function createAdministrator(store: UserStore, username: string | undefined, given: Given) {
  const fields = checkedFields(newUserRequest, {
    username: username ?? (await ask('Username: ')),
    email: given.email ?? (await ask('E-mail address: ')),
    firstName: given['first-name'] ?? '',
    lastName: given['last-name'] ?? '',
  });
  const password = newPassword();
  const user = await createUser(store, {
    username: fields.username,
    email: fields.email,
    password,
    firstName: fields.firstName ?? '',
    lastName: fields.lastName ?? '',
    administrator: true,
    mustChangePassword: true,
  });
  console.log(`${user.username} is an administrator from now on.\n${passwordLines(password)}`);
}

const passwordLines = (password: string): string =>
  `Password: ${password}\nIt is shown this once, and must be changed at the first sign-in.`;

async function resetPassword(store: UserStore, username: string): Promise<void> {
  const password = newPassword();
  const { user } = await setPassword(store, username, password, AUTHOR);
  console.log(`${user.username} has a new password; its sessions have ended.\n${passwordLines(password)}`);
}

async function resetSecondFactor(store: UserStore, username: string): Promise<void> {
  const user = await findUser(store.db, username);
  if (!user) throw new BadCall(`There is no user ${username}.`);
  await removeFactor({ ...store, clock: () => new Date() }, user.username, AUTHOR);
  console.log(
    `${user.username} signs in with the password alone, until a second factor is set up again; its sessions have ended.`,
  );
}

async function unbindSignIn({ db }: UserStore, username: string): Promise<void> {
  const user = await findUser(db, username);
  if (!user) throw new BadCall(`There is no user ${username}.`);
  const known = await unbind(db, user.username);
  console.log(
    known
      ? `${user.username} is bound to no account of the sign-in service; its next sign-in there binds it again.`
      : `${user.username} was bound to no account of the sign-in service.`,
  );
}

async function setActive(store: UserStore, username: string, active: boolean): Promise<void> {
  const user = await updateUser(store, username, { active }, AUTHOR);
  console.log(active ? `${user.username} may sign in.` : `${user.username} may not sign in any more.`);
}

function roleOf({ administrator, salesRep, customerId }: User): string {
  if (administrator) return 'administrator';
  return salesRep ? 'sales rep' : `customer ${customerId ?? '-'}`;
}

async function list({ db }: UserStore): Promise<void> {
  const users = await listUsers(db);
  const rows = users.map((user) => [
    user.username,
    roleOf(user),
    user.active ? 'active' : 'inactive',
    user.email,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  if (rows.length === 0)
    console.log('There are no users yet. Make one: npm run users -- create-administrator');
}

type Work = (store: UserStore) => Promise<void>;

/** The parsed command line. Throws BadCall. */
function readWork(): Work {
  const { values, positionals } = readCall(USAGE, OPTIONS);
  const [verb, username, ...more] = positionals;
  if (more.length > 0) throw new BadCall(USAGE);
  if (verb === 'create-administrator') return (store) => createAdministrator(store, username, values);
  if (verb === 'list' && username === undefined) return list;
  const works: Record<string, (store: UserStore, username: string) => Promise<void>> = {
    'reset-password': resetPassword,
    'reset-second-factor': resetSecondFactor,
    'unbind-sign-in': unbindSignIn,
    activate: (store, name) => setActive(store, name, true),
    deactivate: (store, name) => setActive(store, name, false),
  };
  const work = verb === undefined ? undefined : works[verb];
  if (!work) throw new BadCall(USAGE);
  if (username === undefined) throw new BadCall(`Give the username: npm run users -- ${verb} USERNAME`);
  return (store) => work(store, username);
}

async function main(): Promise<number> {
  const work = readWork();
  const { db, pool, close } = connectDatabase(runningDatabase(process.env), { max: 1 });
  // Other processes get no notice: each reads a user again within a second.
  const bus = openBus({ onProblem: (message, error) => console.error(message, messageOf(error)) });
  try {
    await migrate(pool, identityMigrations);
    await work({ db, bus });
    return 0;
  } finally {
    await bus.close();
    await close();
  }
}

await runCommandLine(main);
