import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** What every clone of a template begins with, for example the migrated tables of an area. */
export interface Template {
  /** Lower-case letters, digits and underscores; the same name is prepared once in a test run. */
  readonly name: string;
  prepare(url: string): Promise<void>;
}

const PREPARING = 727_001;
const made: string[] = [];

/**
 * A fresh database on the test run's Postgres, dropped after the test file: empty, or cloned from a template that is
 * prepared once in the whole run.
 * @returns its connection string
 */
export async function testDatabase(template?: Template): Promise<string> {
  return withServer(async (server) => {
    const source = template ? await preparedTemplate(server, template) : 'template0';
    const name = `test_${randomBytes(8).toString('hex')}`;
    await server.query(`create database ${name} template ${source}`);
    made.push(name);
    return urlOf(name);
  });
}

/** The connection string of a database on the test run's Postgres. */
function urlOf(database: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

async function withServer<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

/** Prepared under another name first, so that a template that exists is a whole one. */
async function preparedTemplate(server: pg.Client, { name, prepare }: Template): Promise<string> {
  const finished = `template_${name}`;
  await server.query('select pg_advisory_lock($1)', [PREPARING]);
  try {
    const known = await server.query('select from pg_database where datname = $1', [finished]);
    if (known.rowCount === 0) {
      const unfinished = `unfinished_${name}_${randomBytes(4).toString('hex')}`;
      await server.query(`create database ${unfinished} template template0`);
      await prepare(urlOf(unfinished));
      await server.query(`alter database ${unfinished} rename to ${finished}`);
    }
  } finally {
    await server.query('select pg_advisory_unlock($1)', [PREPARING]);
  }
  return finished;
}

/** Drops what this test file was given, after the file's own hooks, which close its pools. */
export async function dropTestDatabases(): Promise<void> {
  if (made.length === 0) return;
  await withServer(async (server) => {
    for (const name of made.splice(0)) await server.query(`drop database if exists ${name} with (force)`);
  });
}
