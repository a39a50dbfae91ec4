import { describe, expect, test } from 'vitest';
import { readDocument } from './wire.ts';

const memo = {
  docType: 'MEMO',
  docNo: 'M-1',
  line: 1,
  version: 1,
  accountCode: '12-34-5678',
  parcelName: 'N-100',
  date: '2026-03-01',
  amount: 9800.5,
};

describe('a document on the wire', () => {
  test('its amount becomes cents, and a bare date stays a day of the house', () => {
    expect(readDocument(memo)).toMatchObject({
      kind: 'document',
      document: { amountCents: 980_050, effectiveAt: '2026-03-01' },
    });
  });

  test('a date-time becomes an instant in UTC', () => {
    expect(readDocument({ ...memo, date: '2026-03-01T23:30:00-05:00' })).toMatchObject({
      document: { effectiveAt: '2026-03-02T04:30:00.000Z' },
    });
  });

  test('a void version has no amount', () => {
    expect(readDocument({ ...memo, version: 2, amount: null })).toMatchObject({
      kind: 'document',
      document: { amountCents: null },
    });
  });

  test('what the peer adds to a document is left aside', () => {
    expect(readDocument({ ...memo, clerk: 'Ann' })).toMatchObject({ kind: 'document' });
  });

  test.each([
    ['amount', { amount: 1.005 }],
    ['amount', { amount: '12' }],
    ['amount', { amount: 1e18 }],
    ['date', { date: '01/03/2026' }],
    ['date', { date: '2026-03-01T10:00:00' }],
    ['date', { date: '0001-01-01' }],
    ['date', { date: '2026-02-30' }],
    ['accountCode', { accountCode: '' }],
    ['accountCode', { accountCode: '12\u0000' }],
    ['parcelName', { parcelName: undefined }],
    ['parcelName', { parcelName: 'x'.repeat(201) }],
  ])('a document with an identity but an unusable %s is malformed, which is reported', (field, change) => {
    const read = readDocument({ ...memo, ...change });
    expect(read).toMatchObject({ kind: 'malformed', identity: { docNo: 'M-1', version: 1 } });
    expect(read.kind === 'malformed' && read.reason).toContain(field);
  });

  test.each([
    null,
    1,
    'memo',
    [],
    {},
    { ...memo, docType: 'INVITATION' },
    { ...memo, docNo: '' },
    { ...memo, docNo: 'M 1' },
    { ...memo, version: 0 },
    { ...memo, line: -1 },
    { ...memo, line: 2 ** 40 },
  ])('an element without a document’s identity is unusable: %j', (element) => {
    expect(readDocument(element)).toMatchObject({ kind: 'rubbish' });
  });
});
