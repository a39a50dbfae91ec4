import { expect, test } from 'vitest';
import { evolveJudgements, judgementOf, mayBeListed, NOT_JUDGED } from './stock-judgements.ts';

const effectiveAt = '2026-03-01T12:00:00.000Z';
const judged = (judgements: Parameters<typeof evolveJudgements>[0], ...given: { vendorStockId: string }[]) =>
  evolveJudgements(judgements, {
    type: 'StockJudged',
    data: { vendorId: 3, judgements: given, effectiveAt },
  });

test('the last word counts, field by field; what it leaves out stays', () => {
  const accepted = { vendorStockId: '1', status: 'ACCEPTED' as const, overrideTier: 'Reserve' as const };
  const after = judged(judged({}, accepted), { vendorStockId: '1', comments: 'seen' });
  expect(judgementOf(after, '1')).toEqual({
    ...NOT_JUDGED,
    status: 'ACCEPTED',
    overrideTier: 'Reserve',
    comments: 'seen',
  });
  const rejected = { vendorStockId: '1', status: 'REJECTED' as const, overrideTier: null };
  expect(judgementOf(judged(after, rejected), '1')).toMatchObject({ status: 'REJECTED', overrideTier: null });
});

test('a stock number may be any name of an object', () => {
  const after = judged({}, { vendorStockId: '__proto__', status: 'REJECTED' as const });
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
