import { expect, test } from 'vitest';
import type { InstanceReport } from './instance-report.ts';
import { syncMail } from './mail-requesters.ts';

const report = (more: Partial<InstanceReport>): InstanceReport => ({
  instance: 'VITRINE',
  read: 0,
  recorded: 0,
  already: 0,
  suspended: 0,
  resolved: 0,
  ...more,
});

test('a sync that went well is reported instance by instance', () => {
  const mail = syncMail([
    report({ instance: 'VITRINE', read: 3, recorded: 1, already: 2 }),
    report({ instance: 'ANTWERP' }),
  ]);
  expect(mail.subject).toBe('Sync finished: 1 new document');
  expect(mail.text).toBe(`The external trading system was checked for changes.

ANTWERP: 0 read, 0 recorded, 0 known already, 0 suspended, 0 no longer suspended
VITRINE: 3 read, 1 recorded, 2 known already, 0 suspended, 0 no longer suspended
`);
});

test('one that failed names the instance in the subject, and why in the text', () => {
  const mail = syncMail([
    report({ recorded: 2, suspended: 1 }),
    report({ instance: 'MUMBAI', failed: 'trading system: it cannot be reached' }),
  ]);
  expect(mail.subject).toBe('Sync failed for MUMBAI: 2 new documents');
  expect(mail.text).toContain('  failed: trading system: it cannot be reached\n');
  expect(mail.text).toContain('suspense list');
});
