import path from 'node:path';
import { PROGRAMS } from '#local/programs.mjs';
import { startProcess, type RunningProcess } from './processes.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The variable with the folder of the programs that were built for this run. */
export const FOLDER_OF_BUILT = 'BUILT_PROGRAMS';

/** The name under which a program is built: the product's own, which the programs know each other by, or its path. */
export function builtName(source: string): string {
  const known = Object.entries(PROGRAMS).find(([, file]) => file === source);
  return known ? known[0] : source.replace(/\.ts$/, '').replaceAll('/', '-');
}

/**
 * What Node is given to run a program: its built file where the run has built it, else its source.
 * @param source its source file, from the root of the repository
 */
export function programFile(source: string): string[] {
  const folder = process.env[FOLDER_OF_BUILT];
  return folder === undefined
    ? ['--import', import.meta.resolve('tsx'), path.join(ROOT, source)]
    : [path.join(folder, `${builtName(source)}.js`)];
}

/**
 * Starts a program of the repository in a process of its own. Call `destroy()` at the end of the test.
 * @param source its source file, from the root of the repository
 * @param env is added to this process' environment
 */
export function startProgram(
  source: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): RunningProcess {
  return startProcess(process.execPath, [...programFile(source), ...args], { env });
}
