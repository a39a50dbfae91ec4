// Runs checks side by side and shows the output of the failing ones: `node .config/checks.mjs [lint] [typecheck]`.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

// What runs in a browser, or hands it functions to run, has the DOM's types; the server has not. The portal's project
// holds every file of web-shared, under the same options.
const web = ['web-portal', 'web-admin', 'tests/end-to-end'].filter((folder) =>
  existsSync(`${folder}/tsconfig.json`),
);
const ours = [
  'contracts',
  'services',
  'projections',
  'web-shared',
  'web-portal',
  'web-admin',
  'deploy',
  'tests',
].filter((folder) => existsSync(folder));

/** @param {string} project */
const tsc = (project) => [
  'typescript-native/bin/tsc',
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  `.cache/types-${project}.tsbuildinfo`,
];

/** @type {Record<string, Record<string, string[]>>} */
const suites = {
  typecheck: {
    server: tsc('.'),
    ...Object.fromEntries(web.map((folder) => [folder, tsc(folder)])),
  },
  lint: {
    oxlint: ['oxlint/bin/oxlint'],
    boundaries: [
      'dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      ...ours,
    ],
    formatting: [
      'prettier/bin/prettier.cjs',
      '--check',
      '--cache',
      '--cache-location',
      '.cache/prettier',
      '--log-level',
      'warn',
      '.',
    ],
    'dead code': ['knip/bin/knip.js', '--config', '.config/knip.json', '--no-progress'],
  },
};

const asked = process.argv.slice(2);
if (asked.length === 0 || asked.some((name) => !suites[name]))
  throw new Error(`Say which checks: ${Object.keys(suites).join(', ')}`);

/** @param {string} name @param {string[]} command @returns {Promise<boolean>} */
function check(name, [script = '', ...args]) {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(process.execPath, [`node_modules/${script}`, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    child.once('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)${code === 0 ? '' : `\n${output}`}`);
      resolve(code === 0);
    });
  });
}

const waiting = asked.flatMap((name) => Object.entries(suites[name] ?? {}));
let allGood = true;
await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), waiting.length) }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      allGood = (await check(...next)) && allGood;
  }),
);
process.exitCode = allGood ? 0 : 1;
