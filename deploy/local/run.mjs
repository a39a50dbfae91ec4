// npm run feed, projections, event-store…: installs and builds what is stale, then runs one of the server's programs.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildStale } from './build.mjs';
import { install, isInstallStale } from './install.mjs';
import { watchNpm } from './parent.mjs';
import { builtProgram, isProgram } from './programs.mjs';
import { Unusable } from './unusable.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string[]} args */
async function run([name = '', ...args]) {
  if (!isProgram(name)) throw new Unusable(`There is no program "${name}".`);
  if (isInstallStale(root)) {
    console.error('Installing the packages: about half a minute.');
    await install(root, new AbortController().signal);
  }
  await buildStale(root, { only: 'server' });
  const child = fork(builtProgram(root, name), args, {
    // File names are meant as they were typed, wherever npm was called.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { ...process.env, VITRINE_DATA: path.resolve(root, process.env.VITRINE_DATA || '.data') },
    execArgv: ['--enable-source-maps', '--import', new URL('exit-with-parent.mjs', import.meta.url).href],
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Ctrl-C reaches the child by itself; we only wait for its end.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  watchNpm(() => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Unusable)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
