// npm run users, feed, event-store -- copy…: runs one of the server's programs, in a checkout as in production's image.
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtProgram, PRODUCT_PROGRAMS, programCalled } from './build/programs.mjs';
import { Unusable } from './build/unusable.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a program that is built already, in this process.
 * @param {readonly string[]} words the program's name, and what it is called with
 * @throws {Unusable} for an unknown program
 */
async function runBuilt(words) {
  const [name, args] = programCalled(words, PRODUCT_PROGRAMS);
  const file = builtProgram(root, name);
  process.argv.splice(1, process.argv.length, file, ...args);
  // File names are meant as they were typed, wherever npm was called.
  process.chdir(process.env.INIT_CWD ?? process.cwd());
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(file).href);
}

try {
  const words = process.argv.slice(2);
  if (existsSync(new URL('local', import.meta.url))) {
    const { runInCheckout } = await import('./local/run.mjs');
    await runInCheckout(words);
  } else await runBuilt(words);
} catch (error) {
  if (!(error instanceof Unusable)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
