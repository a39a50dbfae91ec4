import { expect, test } from 'vitest';
import { PROGRAMS } from '#local/programs.mjs';
import { startProgram } from '#tests/support/programs.ts';

const TOOLS = [
  'users',
  'vendors',
  'feed',
  'price-list',
  'jewellery-models',
  'billing',
  'projections',
  'event-store-copy',
  'backup',
  'restore',
  'reactors',
  'event-store',
] as const;

test.each(TOOLS)('%s prints its usage with --help, without a store', async (tool) => {
  const helped = startProgram(PROGRAMS[tool], ['--help'], { DATABASE_URL: '', EVENTSTORE_URL: '' });
  expect(await helped.ended(), helped.output()).toBe(0);
  expect(helped.output()).toMatch(new RegExp(`npm run ${tool.replace('-copy', ' -- copy')}\\b`));
  expect(helped.output()).not.toMatch(/unknown option/i);
});
