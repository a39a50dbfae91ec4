import type { HistoryResource, Timeline, TimelineEntry } from '#contracts/api/history.ts';

/** Entries as a server would have them, for tests. */
export const madeEntry = (id: string, more: Partial<HistoryResource> = {}): HistoryResource => ({
  id,
  position: '41',
  stream: 'stone-VTR-1',
  type: 'MEMO',
  parcelNames: ['VTR-1'],
  customerId: 7,
  customerName: 'Harbor Light',
  vendorId: null,
  effectiveAt: '2026-04-10',
  recordedAt: '2026-04-11T14:00:00.000Z',
  actor: 'trading-system',
  role: 'system',
  dateChanges: [],
  facts: { document: 'VITRINE/MEMO/M-1/1', version: 1, amount: 9800 },
  ...more,
});

const step = (id: string, position: string, type: string, recordedAt: string): Timeline['steps'][number] => ({
  id,
  position,
  type,
  recordedAt,
  effectiveAt: recordedAt,
  customerId: 7,
  customerName: 'Harbor Light',
  actor: 'harbor',
  role: 'customer',
  facts: {},
  statusKnown: 'AVAILABLE',
});

/** On memo since 10 April, learnt the day after; sold on 20 April, learnt the same day, and dated back to the 18th. */
export function madeTimeline(more: Partial<Timeline> = {}): Timeline {
  const common: Pick<TimelineEntry, 'customerId' | 'customerName' | 'dateChanges' | 'state'> = {
    customerId: 7,
    customerName: 'Harbor Light',
    dateChanges: [],
    state: 'LIVE',
  };
  return {
    parcelName: 'VTR-1',
    line: 'natural',
    title: '1.01 ct Round F VS1 GIA',
    vendorId: 1,
    vendorName: 'Antwerp Rounds',
    cut: { position: '40', recordedAt: '2026-04-21T14:00:00.000Z' },
    newest: true,
    status: 'SOLD',
    customerId: 7,
    customerName: 'Harbor Light',
    entries: [
      {
        ...common,
        eventId: 'memo',
        type: 'MEMO',
        effectiveAt: '2026-04-10',
        position: '20',
        recordedAt: '2026-04-11T14:00:00.000Z',
        actor: 'trading-system',
        statusAfter: 'CUSTOMER',
        document: { id: 'VITRINE/MEMO/M-1/1', version: 1, amount: 9800 },
      },
      {
        ...common,
        eventId: 'sold',
        type: 'SOLD',
        effectiveAt: '2026-04-18T14:00:00.000Z',
        position: '30',
        recordedAt: '2026-04-20T14:00:00.000Z',
        actor: 'harbor',
        statusAfter: 'SOLD',
        recordedEffectiveAt: '2026-04-20T14:00:00.000Z',
        dateChanges: [
          {
            eventId: 'change',
            by: 'demo-admin',
            recordedAt: '2026-04-21T14:00:00.000Z',
            reason: 'phoned',
            newDate: '2026-04-18T14:00:00.000Z',
          },
        ],
      },
    ],
    steps: [
      {
        ...step('listed', '10', 'StoneListed', '2026-01-05T15:00:00.000Z'),
        customerId: null,
        customerName: null,
      },
      {
        ...step('memo', '20', 'MEMO', '2026-04-11T14:00:00.000Z'),
        effectiveAt: '2026-04-10',
        statusKnown: 'CUSTOMER',
        actor: 'trading-system',
        role: 'system',
      },
      { ...step('repriced', '25', 'StoneRepriced', '2026-04-15T14:00:00.000Z'), statusKnown: 'CUSTOMER' },
      { ...step('sold', '30', 'StoneSold', '2026-04-20T14:00:00.000Z'), statusKnown: 'SOLD' },
      {
        ...step('change', '40', 'EventDateChanged', '2026-04-21T14:00:00.000Z'),
        statusKnown: 'SOLD',
        corrects: 'sold',
        actor: 'demo-admin',
        reason: 'phoned',
      },
    ],
    spells: [
      {
        key: 'memo',
        customerId: 7,
        customerName: 'Harbor Light',
        status: 'SOLD',
        end: null,
        frozen: { customerPrice: 9800, listPrice: 10_000, cost: 9000, giaRoundDiscount: 2 },
        entryIds: ['memo', 'sold'],
        days: [
          { from: '2026-04-10', to: '2026-04-18', status: 'CUSTOMER', customerPrice: 9800 },
          { from: '2026-04-18', to: null, status: 'SOLD', customerPrice: 9800 },
        ],
      },
    ],
    anomalies: [],
    listPrices: [],
    correctable: { eventId: 'sold', action: 'SOLD', date: '2026-04-18T14:00:00.000Z' },
    ...more,
  };
}
