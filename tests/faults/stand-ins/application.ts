// Stands in for the application where the launcher alone is tested: ready once Postgres answers, and counts its starts there.
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const { DATABASE_URL = '', PORT, VITRINE_HEALTH_PORT, VITRINE_ROLES, HOST } = process.env;
const { STAND_IN_FAILS, STAND_IN_KNOWS_NOBODY, STAND_IN_GOES_ON } = process.env;
const { STAND_IN_IS_KILLED, STAND_IN_ENDS_BY, STAND_IN_FAILS_SERVING } = process.env;

/** True once, for the first process that is to end so; the variable names the file that it leaves. */
function isFirst(note: string | undefined): boolean {
  if (note === undefined || existsSync(note)) return false;
  writeFileSync(note, '');
  return true;
}

if (STAND_IN_FAILS !== undefined) {
  console.error('The stand-in fails as asked.');
  process.exit(3);
}

process.send?.({ progress: 'The stand-in is getting ready.' });

if (isFirst(STAND_IN_IS_KILLED)) process.kill(process.pid, 'SIGKILL');
if (STAND_IN_ENDS_BY !== undefined) process.kill(process.pid, STAND_IN_ENDS_BY);

let starts: number | undefined;

const server = createServer((request, response) => {
  if (request.url === '/readyz' && isFirst(STAND_IN_FAILS_SERVING)) process.exit(3);
  response.statusCode = request.url === '/readyz' && starts === undefined ? 503 : 200;
  if (request.url === '/login' && STAND_IN_KNOWS_NOBODY !== undefined) response.statusCode = 402;
  response.end(JSON.stringify({ pid: process.pid, starts, demo: process.env.VITRINE_DEMO }));
});
server.listen(Number(VITRINE_ROLES ? VITRINE_HEALTH_PORT : PORT), HOST);
process.on('SIGTERM', () => {
  if (STAND_IN_GOES_ON === undefined) process.exit(0);
});

while (starts === undefined) {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  // Killing Postgres breaks the connection; the next turn makes another.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('create table if not exists starts (at timestamptz)');
    await client.query('insert into starts values (now())');
    starts = Number((await client.query<{ count: string }>('select count(*) from starts')).rows[0]?.count);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    await sleep(20);
  } finally {
    await client.end();
  }
}
