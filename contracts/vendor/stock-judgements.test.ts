import { expect, test } from 'vitest';
import type { JudgementEvent } from '../events/index.ts';
import { evolveJudgements, judgementOf, mayBeListed, NOT_JUDGED } from './stock-judgements.ts';

const effectiveAt = '2026-03-01T12:00:00.000Z';
type Given = Extract<JudgementEvent, { type: 'StockJudged' }>['data']['judgements'];
const judged = (judgements: Parameters<typeof evolveJudgements>[0], ...given: Given) =>
  evolveJudgements(judgements, {
    type: 'StockJudged',
    data: { vendorId: 3, judgements: given, effectiveAt },
  });

test('the last word counts, field by field; what it leaves out stays', () => {
  const accepted: Given[number] = { vendorStockId: '1', status: 'ACCEPTED', overrideTier: 'Reserve' };
  const after = judged(judged({}, accepted), { vendorStockId: '1', comments: 'seen' });
  expect(judgementOf(after, '1')).toEqual({
    ...NOT_JUDGED,
    status: 'ACCEPTED',
    overrideTier: 'Reserve',
    comments: 'seen',
  });
  const rejected: Given[number] = { vendorStockId: '1', status: 'REJECTED', overrideTier: null };
  expect(judgementOf(judged(after, rejected), '1')).toMatchObject({ status: 'REJECTED', overrideTier: null });
});

test('a stone that was left unlisted by a feed that was taken back was not read yet', () => {
  const after = (type: 'StockLeftUnlisted' | 'StockReadingTakenBack', known = {}) =>
    evolveJudgements(known, { type, data: { vendorId: 3, vendorStockIds: ['1'], effectiveAt } });
  const left = after('StockLeftUnlisted');
  expect(judgementOf(left, '1').leftUnlisted).toBe(true);
  expect(judgementOf(after('StockReadingTakenBack', left), '1')).toEqual(NOT_JUDGED);
});

test('a stock number may be any name of an object', () => {
  const after = judged({}, { vendorStockId: '__proto__', status: 'REJECTED' });
  expect(judgementOf(after, '__proto__').status).toBe('REJECTED');
  expect(judgementOf(after, 'constructor')).toEqual(NOT_JUDGED);
  expect(
    judgementOf(structuredClone(JSON.parse(JSON.stringify(after)) as typeof after), '__proto__').status,
  ).toBe('REJECTED');
});

test.each([
  [{}, { isKnown: false, autoWhitelist: true }, true],
  [{}, { isKnown: false, autoWhitelist: false }, false],
  [{ leftUnlisted: true }, { isKnown: false, autoWhitelist: true }, false],
  [{}, { isKnown: true, autoWhitelist: false }, true],
  [{ status: 'REJECTED' as const }, { isKnown: true, autoWhitelist: true }, false],
  [{ status: 'ACCEPTED' as const, leftUnlisted: true }, { isKnown: false, autoWhitelist: false }, true],
])('judged %o and read %o it is listed: %s', (judgement, read, listed) => {
  expect(mayBeListed({ ...NOT_JUDGED, ...judgement }, read)).toBe(listed);
});
