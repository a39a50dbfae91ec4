import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The secret that signs sessions where JWT_SECRET is not set: generated at the first start and kept in the
 * data folder (mode 600), so that sessions outlive a restart (architecture: Fixed points).
 */
export function sessionSecret(dataFolder: string): string {
  const file = path.join(dataFolder, 'jwt-secret');
  return readKept(file) ?? keepNew(file);
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
    // A link fails where another process was faster: then all processes use its secret.
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

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
