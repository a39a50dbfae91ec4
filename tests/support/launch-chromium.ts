import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** A browser for tools that are no tests: the one that TEST_BROWSER names, else an installed Chromium or Chrome, else Playwright's own. */
export async function launchChromium(): Promise<Browser> {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const installed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file));
  const executablePath = process.env.TEST_BROWSER ?? installed;
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}
