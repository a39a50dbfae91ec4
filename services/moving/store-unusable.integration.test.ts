import { expect, test } from 'vitest';
import { testDatabase } from '#tests/support/postgres.ts';
import { startProgram } from '#tests/support/programs.ts';

const CLOSED_PORT = 'esdb://127.0.0.1:1?tls=false';

test.each([
  ['backup', ['--to', 'never-made']],
  ['restore', ['--from', 'never-made']],
  ['copy', ['--to', 'esdb://127.0.0.1:2?tls=false']],
])('%s ends with a sentence, not with a stack, when its database cannot be used', async (name, args) => {
  const url = new URL(await testDatabase());
  url.pathname = '/not_there';
  const running = startProgram(`services/moving/${name}-program.ts`, args, {
    DATABASE_URL: url.href,
    EVENTSTORE_URL: CLOSED_PORT,
  });
  expect(await running.ended()).toBe(1);
  const output = running.output();
  expect(output).toMatch(/The database \(DATABASE_URL\) cannot be used\. It says: .*not_there/);
  expect(output).not.toMatch(/^\s+at /m);
});
