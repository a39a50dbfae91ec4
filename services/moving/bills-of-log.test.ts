import { expect, test } from 'vitest';
import type { BillCreated, BillLine } from '#contracts/billing/index.ts';
import { BILL_PLACES_STREAM, billPartStream, customerStream } from '#contracts/events/index.ts';
import { currentShape } from '#contracts/events/upcast.ts';
import type { RecordedEvent } from '#services/platform/event-store/index.ts';
import { sha256Of } from '#services/platform/hash.ts';
import { billsOfLog } from './bills-of-log.ts';
import { createPlaces } from './places.ts';

const AT = '2026-06-01T15:00:00.000Z';
const PARTS_ID = '6f0e7f7a-6a0b-5c35-9a55-3c2f6a4d7b10';
const BILLS = [1, 2, 3].map((version) => `00000000-0000-4000-8000-00000000000${version}`);

const recorded = (stream: string, id: string, type: string, data: object): RecordedEvent => ({
  id,
  stream,
  revision: 0n,
  type,
  data,
  metadata: {
    recordedAt: AT,
    shape: currentShape(type),
    actor: { username: 'admin', role: 'administrator' },
    commandId: 'test',
  },
  position: 0n,
  storedAt: new Date(AT),
});

const adjustment: BillLine = {
  kind: 'ADJUSTMENT',
  key: 'ADJUSTMENT:2026-04:FEE:B',
  parcelName: 'B',
  line: 'natural',
  computedCents: -2_000,
  override: null,
  amountCents: -2_000,
  vendorParts: [],
  tradingSystemCents: 0,
  houseCents: -2_000,
  working: {
    month: '2026-04',
    kind: 'FEE',
    billedCents: 3_400,
    nowCents: 1_400,
    causes: [
      {
        eventId: '00000000-0000-4000-8000-000000000009',
        type: 'DocumentReceived',
        what: 'RETURN_MEMO of B dated 2026-04-21',
        position: '11',
        recordedAt: AT,
        actor: 'admin',
        reason: null,
        deltaCents: -2_000,
      },
    ],
  },
};

const common = { customerId: 7, month: '2026-05', effectiveAt: AT };
const created = (version: number, more: Partial<BillCreated>): RecordedEvent => {
  const cut = { position: String(20 + version), eventId: BILLS[0]!, recordedAt: AT };
  const hashes = { overridesHash: sha256Of(''), inputHash: sha256Of('') };
  const figures = { policyVersion: 1, totalCents: -2_000, dueDate: '2026-07-01' };
  const data = { ...common, cut, version, overrides: [], lines: [], ...hashes, ...figures, ...more };
  return recorded(customerStream(7), BILLS[version - 1]!, 'BillCreated', data);
};
const copy = {
  readAll: () => {
    throw new Error('every cut is named by its event');
  },
};

test('a large bill that came back to an earlier content shares that one’s parts: the places of both are found', async () => {
  const text = JSON.stringify({ overrides: [], lines: [adjustment] });
  const linesIn = { id: PARTS_ID, parts: 2, sha256: sha256Of(text) };
  const bills = billsOfLog();
  [text.slice(0, 100), text.slice(100)].forEach((slice, index) => {
    const part = { ...common, part: index + 1, parts: 2, text: slice };
    bills.take(
      recorded(billPartStream(PARTS_ID), `${PARTS_ID.slice(0, -1)}${index}`, 'BillPartRecorded', part),
    );
  });
  bills.take(created(1, { linesIn }));
  bills.take(created(2, {}));
  bills.take(created(3, { linesIn }));

  const places = createPlaces();
  for (const position of [11n, 21n, 22n, 23n]) places.add(position, position - 10n);
  expect((await bills.inCopy(places, copy)).map((bill) => bill.places)).toEqual([
    { 21: '11', 11: '1' },
    { 22: '12' },
    { 23: '13', 11: '1' },
  ]);
});

test('a bill in a log that is a copy itself names places of the first log: they are found by way of the copy', async () => {
  // Given a log whose bill names the places 11 and 21 of the log that it was copied from, which are 111 and 121 here.
  const bills = billsOfLog();
  bills.take(created(1, { lines: [adjustment] }));
  const moved = { billEventId: BILLS[0]!, cutEventId: BILLS[0]! };
  const here = { ...moved, places: { 21: '121', 11: '111' } };
  bills.take(recorded(BILL_PLACES_STREAM, PARTS_ID, 'BillsMoved', { bills: [here], effectiveAt: AT }));
  // When it is copied once more, then they are where these events stand in the second copy.
  const places = createPlaces();
  for (const position of [11n, 21n, 111n, 121n]) places.add(position, position + 1000n);
  expect(await bills.inCopy(places, copy)).toEqual([{ ...moved, places: { 21: '1121', 11: '1111' } }]);
});
