// The embedded Postgres' data: found where an earlier start made it, or made.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { canEnter, sharedFolder } from './postgres-binaries.mjs';
import { Unusable } from '../build/unusable.mjs';

/** @typedef {import('./postgres-binaries.mjs').User} User */

/** The superuser of the cluster, whose random password lies beside it. */
export const SUPERUSER = 'vitrine';

const passwordFile = (/** @type {string} */ folder) => path.join(folder, 'password');

/**
 * The real path of the cluster that belongs to a Postgres folder, or undefined before the first start.
 * @param {string} folder
 * @throws {Unusable} when it was there and is gone.
 */
export function findCluster(folder) {
  const cluster = path.join(folder, 'cluster');
  if (!lstatSync(cluster, { throwIfNoEntry: false })) return undefined;
  if (existsSync(cluster)) return realpathSync(cluster);
  throw new Unusable(
    `${cluster} points to data that are not there any more. Put them back, from a backup if need be, or choose another folder with VITRINE_DATA.`,
  );
}

/**
 * The cluster's password (made with the cluster, readable to its owner alone).
 * @param {string} folder
 */
export function readPassword(folder) {
  try {
    return readFileSync(passwordFile(folder), 'utf8').trim();
  } catch (error) {
    throw new Unusable(
      `The password of the embedded Postgres cannot be read from ${passwordFile(folder)}. ` +
        'Make it readable, or put it back: the data cannot be opened without it.',
      { cause: error },
    );
  }
}

/**
 * Makes a cluster: UTF-8 with the built-in C.UTF-8 locale, scram passwords only. It appears under its name only when
 * it is whole, so that being killed in the middle leaves nothing half made.
 *
 * It lies in `folder`, or, where the server's user cannot reach that, in a place of its own under /var/lib/vitrine to
 * which `folder/cluster` is a link (a checkout that is moved finds its data again).
 * @param {{ folder: string, user: User | undefined, initdb: string, durable: boolean }} where
 * @returns {string} the cluster's real path
 * @throws {Unusable}
 */
export function createCluster({ folder, user, initdb, durable }) {
  // What lies in the folder is closed to others anyway; the server must be able to pass through.
  if (user) chmodSync(folder, statSync(folder).mode | 0o011);
  const place = user === undefined || canEnter(folder, user) ? folder : newPlace(folder);
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith('unfinished-'))) {
    rmSync(path.join(folder, name), { recursive: true, force: true });
  }
  const unfinished = path.join(place, `unfinished-${randomBytes(4).toString('hex')}`);
  const forServer = path.join(place, 'initial-password');
  const password = randomBytes(24).toString('base64url');
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(forServer, password, { mode: 0o600 });
  if (user) for (const file of [unfinished, forServer]) chownSync(file, user.uid, user.gid);
  const made = spawnSync(
    initdb,
    [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${forServer}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    { cwd: place, encoding: 'utf8', env: {}, ...(user && { uid: user.uid, gid: user.gid }) },
  );
  rmSync(forServer);
  if (made.error || made.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Unusable(`The embedded Postgres could not be set up: ${whyNot(made, user)}`, {
      cause: made.error,
    });
  }
  writeFileSync(passwordFile(folder), `${password}\n`, { mode: 0o600 });
  const cluster = path.join(place, 'cluster');
  renameSync(unfinished, cluster);
  if (place !== folder) symlinkSync(cluster, path.join(folder, 'cluster'));
  return realpathSync(cluster);
}

/** @param {import('node:child_process').SpawnSyncReturns<string>} run @param {User | undefined} user */
function whyNot(run, user) {
  const code = run.error && 'code' in run.error ? run.error.code : undefined;
  if (code === 'EPERM' || code === 'EINVAL') {
    return `this root user may not become ${user?.name ?? 'another user'}. Start Vitrine as an ordinary user, or set DATABASE_URL.`;
  }
  if (code === 'ENOENT') {
    return 'its programs need the GNU C library, which this system does not have. Set DATABASE_URL to a Postgres server.';
  }
  return run.error ? run.error.message : run.stderr.trim();
}

/** @param {string} folder */
function newPlace(folder) {
  const shared = sharedFolder();
  removeAbandoned(shared, folder);
  const place = path.join(shared, `data-${randomBytes(6).toString('hex')}`);
  mkdirSync(place);
  chmodSync(place, 0o711);
  writeFileSync(path.join(place, 'belongs-to'), folder);
  return place;
}

/**
 * Removes what is half made for this folder. A place with a whole cluster stays: the folder that it was made for may have
 * been moved, and have its data there.
 * @param {string} shared @param {string} folder
 */
function removeAbandoned(shared, folder) {
  for (const name of readdirSync(shared).filter((entry) => entry.startsWith('data-'))) {
    const place = path.join(shared, name);
    const note = path.join(place, 'belongs-to');
    if (!existsSync(note) || readFileSync(note, 'utf8') !== folder) continue;
    if (existsSync(path.join(place, 'cluster')))
      console.log(
        `Data of a folder that was at ${folder} before are in ${place}. Delete them if they are not needed.`,
      );
    else rmSync(place, { recursive: true, force: true });
  }
}
