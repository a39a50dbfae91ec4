import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildStale } from '../build/build.mjs';
import { builtProgram, programCalled } from '../build/programs.mjs';
import { installStale } from './install.mjs';
import { watchNpm } from './parent.mjs';
import { PROGRAMS, WITH_STORES } from './programs.mjs';
import { openToolStores } from './tool-stores.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Installs and builds what is stale, and runs one of the server's programs, whose exit code becomes the process's own.
 * @param {readonly string[]} words the program's name, and what it is called with
 * @throws {Unusable} for an unknown program, and for what a person can correct on this machine
 */
export async function runInCheckout(words) {
  const [name, args] = programCalled(words, PROGRAMS);
  await installStale(root, new AbortController().signal, () =>
    console.error('Installing the packages: about half a minute.'),
  );
  await buildStale(root, { only: 'server' });
  const dataFolder = path.resolve(root, process.env.VITRINE_DATA || '.data');
  const asks = WITH_STORES.includes(name) && !args.includes('--help');
  const stores = asks ? await openToolStores(root, dataFolder) : undefined;
  try {
    process.exitCode = await runProgram(name, args, { VITRINE_DATA: dataFolder, ...stores?.env });
  } finally {
    await stores?.close();
  }
}

/**
 * @param {import('./programs.mjs').Program} name @param {string[]} args @param {Record<string, string>} env
 * @returns {Promise<number>} the exit code
 */
async function runProgram(name, args, env) {
  const child = fork(builtProgram(root, name), args, {
    // File names are meant as they were typed, wherever npm was called.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { ...process.env, ...env },
    execArgv: ['--enable-source-maps', '--import', new URL('exit-with-parent.mjs', import.meta.url).href],
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Ctrl-C reaches the child by itself; we only wait for its end.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  watchNpm(() => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
