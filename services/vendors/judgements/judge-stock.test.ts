import { expect, test } from 'vitest';
import { NOT_JUDGED, type StockJudgements } from '#contracts/vendor/stock-judgements.ts';
import { decideJudgements } from './judge-stock.ts';

const AT = '2026-03-01T12:00:00.000Z';
const known: StockJudgements = {
  accepted: { ...NOT_JUDGED, status: 'ACCEPTED' },
  waiting: { ...NOT_JUDGED, status: 'ACCEPTED' },
  rejected: { ...NOT_JUDGED, status: 'REJECTED' },
};

test('a judgement that stands already is no event, except a yes to a row that waits (rule: Accept and reject)', () => {
  const judged = (status: 'ACCEPTED' | 'REJECTED', ...stones: string[]) => {
    const judgements = stones.map((vendorStockId) => ({ vendorStockId, status }));
    const given = { vendorId: 3, dxPrefix: 'MC', judgements, waiting: new Set(['waiting', 'rejected']) };
    return decideJudgements(known, given, AT).flatMap(({ data }) =>
      'judgements' in data ? data.judgements.map(({ vendorStockId }) => vendorStockId) : [],
    );
  };
  expect(judged('ACCEPTED', 'accepted', 'waiting')).toEqual(['waiting']);
  expect(judged('ACCEPTED', 'accepted')).toEqual([]);
  expect(judged('REJECTED', 'rejected')).toEqual([]);
  expect(judged('REJECTED', 'waiting')).toEqual(['waiting']);
});
