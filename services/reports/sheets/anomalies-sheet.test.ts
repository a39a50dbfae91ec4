import { expect, test } from 'vitest';
import { gatheredOf } from '../testing/gathered.ts';
import { anomaliesSheet } from './anomalies-sheet.ts';

test('given an anomaly and a document in suspense, then both stand since a day of the house (rule: Sheets of a report)', () => {
  const sheet = anomaliesSheet(
    gatheredOf({
      anomalies: [{ parcelName: 'A-1', customerId: 7, reason: 'credited in vain', since: '2026-11-03' }],
      suspense: [
        {
          id: 'VITRINE/MEMO/4711/1/1',
          instance: 'VITRINE',
          docType: 'MEMO',
          docNo: '4711',
          line: 1,
          version: 1,
          accountCode: '11-22-3333',
          parcelName: 'A-2',
          date: '2026-11-04',
          amount: 100,
          reason: 'no such parcel',
          // Late in the evening of the day before, at the house.
          since: new Date('2026-11-05T03:30:00.000Z'),
          attempts: 1,
          triedAt: new Date('2026-11-05T03:30:00.000Z'),
        },
      ],
    }),
  );
  const place = sheet.columns.findIndex(({ name }) => name === 'Since');
  expect(sheet.columns[place]?.kind).toBe('day');
  expect([...sheet.rows()].map((cells) => cells[place]?.value)).toEqual(['2026-11-03', '2026-11-04']);
});
