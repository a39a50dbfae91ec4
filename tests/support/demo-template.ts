import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { startLauncher } from './launcher.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder into which the demo has been loaded, to be copied by each launch with the demo. */
    demoFolder: string;
  }
}

/** A limit for what hangs: beside other work the build and two years of the demo may take minutes. */
const LOADED_WITHIN_MS = 900_000;

/**
 * Vitest's global setup of the browser tests: the demo is loaded once, as a first start loads it, and each test file
 * begins with a copy. It loads beside the tests that come before: who copies it waits for it.
 */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = emptyDataFolder();
  const loading = loadDemo(folder).then(
    () => writeFileSync(loadedMark(folder), ''),
    (error: unknown) => writeFileSync(failedMark(folder), String(error)),
  );
  project.provide('demoFolder', folder);
  return async () => {
    await loading;
    for (const each of [folder, loadedMark(folder), failedMark(folder)])
      rmSync(each, { recursive: true, force: true });
  };
}

const loadedMark = (folder: string): string => `${folder}.loaded`;
const failedMark = (folder: string): string => `${folder}.failed`;

/**
 * The demo is there when the reactors have reacted to all of it: each launch would draw two years of bills again
 * otherwise. The trading system's simulator has no documents in that time.
 */
async function loadDemo(folder: string): Promise<void> {
  const launcher = await startLauncher(folder, { VITRINE_SIMULATOR_DELAY_S: '3600' }, LOADED_WITHIN_MS);
  try {
    await untilReacted(launcher.address);
  } finally {
    await launcher.stop();
  }
}

/** A data folder with the demo, once it is loaded. */
export async function copiedDemo(demoFolder: string): Promise<string> {
  while (!existsSync(loadedMark(demoFolder))) {
    if (existsSync(failedMark(demoFolder)))
      throw new Error(`the demo could not be loaded: ${readFileSync(failedMark(demoFolder), 'utf8')}`);
    await sleep(200);
  }
  const folder = emptyDataFolder();
  // With owners and modes kept, as Postgres demands.
  execFileSync('cp', ['-a', `${demoFolder}/.`, folder]);
  return folder;
}

/** Resolves when no reactor has anything left to react to. */
async function untilReacted(address: string): Promise<void> {
  const deadline = Date.now() + LOADED_WITHIN_MS;
  for (;;) {
    const figures = await (await fetch(`${address}/metrics`)).text();
    const ages = [...figures.matchAll(/^vitrine_reactor_oldest_seconds\{.*\} (.+)$/gm)].map(([, age]) => age);
    if (ages.length > 0 && ages.every((age) => age === '0')) return;
    if (Date.now() > deadline)
      throw new Error(`the reactors have not come to the end of the demo:\n${figures}`);
    await sleep(500);
  }
}

/** Started by root, Postgres runs as another user, who shall be able to enter here. */
export function emptyDataFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-launched-'));
  chmodSync(folder, 0o755);
  return folder;
}
