// npm run feed, projections, event-store…: installs and builds what is stale, then runs one of the server's programs.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildStale } from '../build/build.mjs';
import { installStale } from './install.mjs';
import { watchNpm } from './parent.mjs';
import { builtProgram, isProgram, WITH_STORES } from './programs.mjs';
import { openToolStores } from './tool-stores.mjs';
import { Unusable } from '../build/unusable.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string[]} args */
async function run([called = '', ...given]) {
  // The first word may be part of the program's name: event-store copy.
  const longer = `${called}-${given[0]}`;
  const [name, args] = isProgram(longer) ? [longer, given.slice(1)] : [called, given];
  if (!isProgram(name)) throw new Unusable(`There is no program "${name}".`);
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

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Unusable)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
