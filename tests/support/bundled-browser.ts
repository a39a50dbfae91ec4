import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LaunchOptions } from 'playwright-core';

/** Not in the system's temporary folder: unpacked once, and used by every later run. */
const FOLDER = path.resolve(import.meta.dirname, '../../.cache/bundled-chromium');

/**
 * The Chromium that comes as a package, for machines with none (Linux on x64 only), with the libraries and fonts that
 * such a machine may lack.
 */
export async function bundledBrowser(): Promise<LaunchOptions | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  if (!existsSync(FOLDER)) await unpack();
  const environment = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    executablePath: path.join(FOLDER, 'chromium'),
    env: {
      ...Object.fromEntries(environment),
      LD_LIBRARY_PATH: path.join(FOLDER, 'al2023/lib'),
      FONTCONFIG_FILE: path.join(FOLDER, 'fonts.conf'),
    },
  };
}

async function unpack(): Promise<void> {
  const unfinished = `${FOLDER}.${randomBytes(4).toString('hex')}`;
  mkdirSync(unfinished, { recursive: true });
  const before = { ...process.env };
  try {
    // Read when the package is loaded: which libraries to bring along, and where to unpack.
    process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x';
    process.env.TMPDIR = unfinished;
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
  // Text has a width also where no font is installed.
  writeFileSync(
    path.join(unfinished, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${FOLDER}/fonts</dir>` +
      `<dir>/usr/share/fonts</dir><cachedir>${FOLDER}/font-cache</cachedir></fontconfig>\n`,
  );
  renameSync(unfinished, FOLDER);
}
