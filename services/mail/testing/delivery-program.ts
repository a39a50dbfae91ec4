/** Delivers mails without end, for a test that kills it: TEST_URL (database), TEST_SMTP. */
import { z } from 'zod';
import { systemClock } from '#services/platform/clock.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { deliverMails } from '../deliver-mails.ts';
import { connectSmtp } from '../smtp.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';

const { TEST_URL, TEST_SMTP } = z.object({ TEST_URL: z.string(), TEST_SMTP: z.string() }).parse(process.env);

console.log('delivering');
await deliverMails({
  db: connectDatabase(TEST_URL).db,
  clock: systemClock,
  postman: await connectSmtp({ url: TEST_SMTP, from: 'office@example.com', timeoutMs: 2_000 }),
  files: { get: () => Promise.resolve(undefined) },
  log: console,
  signal: new AbortController().signal,
  work: polledWork(),
  pace: { lookEveryMs: 10, deadlineMs: 5_000, leaseMs: 7_000, firstMs: 20, longestMs: 100 },
});
