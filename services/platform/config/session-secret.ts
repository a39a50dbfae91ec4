import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../has-code.ts';
import { BadConfiguration, type Config } from './config.ts';
import { LEAST_SECRET } from './variables.ts';

/** The secret that sessions, and what else is signed, are signed with. @throws {BadConfiguration} as `sessionSecret` */
export const signingSecret = ({ jwtSecret, dataFolder }: Pick<Config, 'jwtSecret' | 'dataFolder'>): string =>
  jwtSecret ?? sessionSecret(dataFolder);

/**
 * The secret that signs sessions where JWT_SECRET is not set: generated at the first start and kept in the
 * data folder (mode 600), so that sessions outlive a restart (architecture: What stays fixed).
 * @throws {BadConfiguration} when it can be neither read nor kept
 */
export function sessionSecret(dataFolder: string): string {
  const file = path.join(dataFolder, 'jwt-secret');
  const secret = orRefused(dataFolder, () => readKept(file) ?? keepNew(file));
  if (secret.length < LEAST_SECRET)
    throw new BadConfiguration([
      `${file} holds no whole secret. Put it back from a backup, or set JWT_SECRET; with another secret all users sign in again.`,
    ]);
  return secret;
}

function orRefused(dataFolder: string, work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new BadConfiguration([
      error.code === 'ENOTDIR' || error.code === 'EEXIST'
        ? `VITRINE_DATA is "${dataFolder}", which is a file: give a folder.`
        : `The secret of the sessions cannot be kept in VITRINE_DATA (${error.message}). Make it readable and writable for this user, or set JWT_SECRET.`,
    ]);
  }
}

function readKept(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function keepNew(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  const written = `${file}.${randomBytes(4).toString('hex')}`;
  const secret = randomBytes(48).toString('base64url');
  writeFileSync(written, `${secret}\n`, { mode: 0o600 });
  try {
    // The link fails when another process was faster: then all processes use its secret.
    linkSync(written, file);
    return secret;
  } catch (error) {
    const theirs = hasCode(error, 'EEXIST') ? readKept(file) : undefined;
    if (theirs === undefined) throw error;
    return theirs;
  } finally {
    rmSync(written);
  }
}
