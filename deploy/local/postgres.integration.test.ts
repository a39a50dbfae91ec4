import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readyBinaries, serverUser } from './postgres-binaries.mjs';
import { createCluster, findCluster } from './postgres-cluster.mjs';
import { isPostmasterOf, openPostgres } from './postgres.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-postgres-'));
  // Started by root, Postgres runs as another user, who shall be able to enter here.
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Listens on a port for a moment, as another process would that was given it. */
const listenOn = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });

test('between its choice and the start no other process can listen on the port', async () => {
  const postgres = await openPostgres({ folder, durable: false });
  try {
    await expect(listenOn(postgres.port)).rejects.toThrow('EADDRINUSE');
    await postgres.start();
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    expect((await client.query('select 7 as n')).rows).toEqual([{ n: 7 }]);
    await client.end();
    await postgres.stop();
    await postgres.start();
  } finally {
    await postgres.close();
  }
  await listenOn(postgres.port);
});

test.for(['linux', 'darwin'] as const)(
  'on %s a living process is taken for the postmaster only where it serves that very cluster',
  async (platform, { skip }) => {
    skip(platform === 'linux' && process.platform !== 'linux', 'only Linux has /proc');
    skip(platform === 'darwin' && spawnSync('ps').error !== undefined, 'there is no ps here');
    const postgres = await openPostgres({ folder, durable: false });
    try {
      await postgres.start();
      const cluster = realpathSync(path.join(folder, 'cluster'));
      const pid = postgres.pid() ?? 0;
      expect(isPostmasterOf(pid, cluster, platform)).toBe(true);
      expect(isPostmasterOf(pid, path.dirname(cluster), platform)).toBe(false);
      expect(isPostmasterOf(process.pid, cluster, platform)).toBe(false);
    } finally {
      await postgres.close();
    }
  },
);

test('on win32 a living process is taken for the postmaster only where it serves the cluster', () => {
  const programs = mkdtempSync(path.join(os.tmpdir(), 'vitrine-powershell-'));
  const before = process.env.PATH ?? '';
  const runsAs = (line: string): void =>
    writeFileSync(path.join(programs, 'powershell'), `#!/bin/sh\necho '${line}'\n`, { mode: 0o755 });
  try {
    process.env.PATH = `${programs}:${before}`;
    runsAs(`"bin/postgres.exe" -D "${folder}" -c port=5432`);
    expect(isPostmasterOf(process.pid, folder, 'win32')).toBe(true);
    runsAs('"bin/postgres.exe" -D "C:/another/cluster"');
    expect(isPostmasterOf(process.pid, folder, 'win32')).toBe(false);
  } finally {
    process.env.PATH = before;
    rmSync(programs, { recursive: true, force: true });
  }
});

test('a new cluster is named by its real path, as one that is found is', () => {
  const link = `${folder}-link`;
  const place = path.join(folder, 'linked');
  mkdirSync(place);
  symlinkSync(place, link);
  try {
    const user = serverUser(undefined);
    const initdb = path.join(readyBinaries(user, place), 'bin/initdb');
    const cluster = createCluster({ folder: link, user, initdb, durable: false });
    expect(cluster).toBe(realpathSync(cluster));
    expect(findCluster(link)).toBe(cluster);
  } finally {
    rmSync(link);
  }
});

test('one that is never started gives its port back', async () => {
  const { port, close } = await openPostgres({ folder, durable: false });
  await close();
  await listenOn(port);
});

test('a folder that was moved away keeps its data when another is begun where it was', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only what root starts lies outside its folder');
  const closed = mkdtempSync(path.join(os.tmpdir(), 'vitrine-closed-'));
  const at = path.join(closed, 'data');
  const places = new Set<string>();
  const begin = async (): Promise<string> => {
    mkdirSync(at);
    await (await openPostgres({ folder: at, durable: false })).close();
    const cluster = realpathSync(path.join(at, 'cluster'));
    places.add(path.dirname(cluster));
    return cluster;
  };
  try {
    const cluster = await begin();
    renameSync(at, path.join(closed, 'moved'));
    expect(await begin()).not.toBe(cluster);
    expect(realpathSync(path.join(closed, 'moved/cluster'))).toBe(cluster);
  } finally {
    for (const place of [...places, closed]) rmSync(place, { recursive: true, force: true });
  }
});
