/** Holds a lease without end, with a transaction left open in it, for a test that kills or stops it: TEST_URL, TEST_LEASE. */
import { z } from 'zod';
import { connectDatabase } from '#services/platform/database/index.ts';
import { openLeases } from '../leases.ts';

const { TEST_URL, TEST_LEASE } = z
  .object({ TEST_URL: z.string(), TEST_LEASE: z.string() })
  .parse(process.env);
const { pool } = connectDatabase(TEST_URL);
const lease = await openLeases(pool).take(TEST_LEASE);
if (!lease) throw new Error(`${TEST_LEASE} is taken`);
lease.lost.addEventListener('abort', () => console.log('lost'));
const client = await pool.connect();
client.on('error', () => console.log('cut off'));
await client.query('begin');
await client.query('update held set by_program = true');
console.log('holding');
// A connection keeps it alive; the heartbeat does not.
setInterval(() => undefined, 1_000);
