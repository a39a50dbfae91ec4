import { expect, test } from 'vitest';
import { documentFor, type PendingInstruction } from './paperwork.ts';

const request: PendingInstruction = {
  instructionId: 'i-1',
  parcelName: 'N-100',
  action: 'REQUEST',
  accountCode: '12-34-5678',
  effectiveAt: '2026-03-01T10:00:00.000Z',
  amount: 9800,
  memo: null,
  dueAt: new Date('2026-03-01T10:00:20.000Z'),
};
const made = { docType: 'MEMO', amount: 9700 };

test('a request becomes a memo, dated when it was due', () => {
  expect(documentFor(request, null)).toMatchObject({
    docType: 'MEMO',
    date: '2026-03-01T10:00:20.000Z',
    amount: 9800,
    line: 1,
    version: 1,
  });
});

test('a document is never dated before what it documents', () => {
  expect(documentFor({ ...request, effectiveAt: '2026-03-02T00:00:00.000Z' }, null)).toMatchObject({
    date: '2026-03-02T00:00:00.000Z',
  });
});

test('a sale becomes an invoice, with or without a memo', () => {
  expect(documentFor({ ...request, action: 'SOLD' }, null)).toMatchObject({
    docType: 'INVOICE',
    amount: 9800,
  });
});

test('a return becomes a return memo for what the memo listed', () => {
  expect(documentFor({ ...request, action: 'RETURN' }, made)).toMatchObject({
    docType: 'RETURN_MEMO',
    amount: 9700,
  });
});

test('a return of what was sent before the simulator knew of it needs the memo it names', () => {
  expect(documentFor({ ...request, action: 'RETURN', memo: { docNo: 'H-1', line: 2 } }, null)).toMatchObject({
    docType: 'RETURN_MEMO',
    amount: 9800,
  });
});

test('a return becomes nothing when no memo is out', () => {
  expect(documentFor({ ...request, action: 'RETURN' }, null)).toBeNull();
  expect(documentFor({ ...request, action: 'RETURN' }, { ...made, docType: 'RETURN_MEMO' })).toBeNull();
});
