// Builds into dist/ what has changed since it was last built.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inCheckout } from './checkout-lock.mjs';
import { compressFiles } from './compress.mjs';
import { PRODUCT_PROGRAMS } from './programs.mjs';
import { Unusable } from './unusable.mjs';

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string[]} sources files and folders whose change makes it stale
 * @property {(root: string, signal: AbortSignal | undefined) => Promise<void>} build
 */

/** @type {Target[]} */
const targets = [
  {
    name: 'server',
    sources: [
      'contracts',
      'services',
      'projections',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'deploy',
    ],
    build: buildServer,
  },
  webTarget('portal', '/', ['web-portal', 'web-shared', 'contracts']),
  webTarget('admin', '/admin/', ['web-admin', 'web-shared', 'contracts']),
];

/** Files and folders that a full build reads, `deploy` in the part that the checkout has. */
export const BUILT_FROM = [...new Set(targets.flatMap(({ sources }) => sources))];

/**
 * Builds the targets that are stale, at the same time. One process of a checkout builds; others wait for it.
 * @param {string} root the repository
 * @param {{ only?: string, onBuild?: (name: string) => void, signal?: AbortSignal }} [options] one target alone; called for
 *   each that is built; ends the builds
 * @returns {Promise<string[]>} the names of what was built
 * @throws {Unusable} with the compiler's message
 */
export async function buildStale(root, { only, onBuild, signal } = {}) {
  if (staleTargets(root, only).length === 0) return [];
  return await inCheckout(root, signal, async () => {
    const stale = staleTargets(root, only);
    await allEnded(
      stale.map(async ({ name, build, print }) => {
        onBuild?.(name);
        rmSync(stampOf(root, name), { force: true });
        await build(root, signal);
        writeFileSync(stampOf(root, name), print);
      }),
    );
    return stale.map(({ name }) => name);
  });
}

/**
 * Waits for every build, also when one fails: the checkout is not free, nor its folder, while another still writes.
 * @param {Promise<unknown>[]} builds
 * @throws the reason of the first in the list that failed
 */
async function allEnded(builds) {
  const ended = await Promise.allSettled(builds);
  for (const build of ended) if (build.status === 'rejected') throw build.reason;
}

/** @param {string} root @param {string | undefined} only */
function staleTargets(root, only) {
  return targets
    .filter((target) => only === undefined || target.name === only)
    .filter((target) => existsSync(path.join(root, target.sources[0] ?? '')))
    .map((target) => ({ ...target, print: fingerprint(root, target.sources) }))
    .filter(({ name, print }) => readIfThere(stampOf(root, name)) !== print);
}

/** @param {string} root @param {string} name */
const stampOf = (root, name) => path.join(root, 'dist', `${name}.built`);

/** @param {string} file */
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/**
 * Names, sizes and times of all source files: quick to take, and different after any change, also a removal.
 * @param {string} root @param {string[]} sources
 */
function fingerprint(root, sources) {
  const hash = createHash('sha256').update(process.versions.node);
  /** @param {string} file */
  const add = (file) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(file).sort()) {
        if (name !== 'node_modules' && !/\.test\.tsx?$/.test(name)) add(path.join(file, name));
      }
    } else hash.update(`${path.relative(root, file)} ${stat.size} ${Math.trunc(stat.mtimeMs)}\n`);
  };
  for (const source of sources) add(path.join(root, source));
  return hash.digest('hex');
}

/** What an application that starts does not need: loaded from outside when it is. The first is no JavaScript. */
export const LOADED_LATER = [
  '@node-rs/argon2',
  'exceljs',
  'nats',
  'nodemailer',
  'openid-client',
  'pdfkit',
  'pg-native',
];

/** Packages that are CommonJS ask for Node's own modules by `require`, and for where they are. */
export const WITH_REQUIRE = `import { createRequire as bundleRequire } from 'node:module';
const require = bundleRequire(import.meta.url);
const [__filename, __dirname] = [import.meta.filename, import.meta.dirname];`;

/**
 * One bundle a program. The application's has its packages inside, because it is to serve again soon after it was
 * killed, and one file is read in half the time of hundreds. Where the checkout has no `deploy/local`, as in production,
 * it is the product alone: without the demo and the programs of the local run.
 * @param {string} root
 */
async function buildServer(root) {
  const { build } = await import('esbuild');
  const isLocal = existsSync(path.join(root, 'deploy/local'));
  const { LOCAL_PROGRAMS } = isLocal ? await import('../local/programs.mjs') : { LOCAL_PROGRAMS: {} };
  const { application, ...others } = { ...PRODUCT_PROGRAMS, ...LOCAL_PROGRAMS };
  const left = isLocal ? [] : ['#local/*'];
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    absWorkingDir: root,
    outdir: 'dist/server',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    // Names of classes that two packages share stay what errors are called by.
    keepNames: true,
    // The text of each line is in the checkout; Node reads the whole map when the program starts.
    sourcesContent: false,
    logLevel: 'silent',
  };
  try {
    await allEnded([
      build({
        ...options,
        entryPoints: { application },
        external: [...left, ...LOADED_LATER],
        banner: { js: WITH_REQUIRE },
      }),
      build({ ...options, entryPoints: others, external: left, packages: 'external' }),
    ]);
  } catch (error) {
    throw new Unusable(`The server could not be built: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

/**
 * Pages: `dist/<name>`, with compressed neighbours.
 * @param {string} name @param {string} base @param {string[]} sources the first is the application's own folder
 * @returns {Target}
 */
function webTarget(name, base, sources) {
  const [source = ''] = sources;
  return {
    name,
    sources: [...sources, 'package-lock.json', 'deploy/build/build.mjs', 'deploy/build/compress.mjs'],
    build: async (root, signal) => {
      const built = path.join(root, 'dist', name);
      const vite = path.join(root, 'node_modules/vite/bin/vite.js');
      const options = ['--base', base, '--outDir', built, '--emptyOutDir', '--logLevel', 'warn'];
      await run(root, name, signal, [vite, 'build', source, ...options]);
      await compressFiles(built);
    },
  };
}

/**
 * Runs Node in a process of its own, and shows its output only when it fails.
 * @param {string} root @param {string} name @param {AbortSignal | undefined} signal @param {string[]} args
 * @returns {Promise<void>}
 */
function run(root, name, signal, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Unusable(`The ${name} could not be built:\n${output.trim()}`));
    });
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = path.resolve(import.meta.dirname, '../..');
  try {
    const built = await buildStale(root);
    console.log(built.length > 0 ? `Built: ${built.join(', ')}.` : 'Everything is built already.');
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
