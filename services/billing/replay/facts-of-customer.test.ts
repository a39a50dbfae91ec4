import { expect, test } from 'vitest';
import { OPEN_ACCESS } from '#contracts/customer/testing/plain-customer.ts';
import { billPartStream, customerStream } from '#contracts/events/index.ts';
import type { EventStore, RecordedEvent } from '#services/platform/event-store/index.ts';
import { asRecorded } from '../bill-parts.ts';
import { calculateBill } from '../calculation/calculate-bill.ts';
import { CUSTOMER, EXAMPLE_TERMS, exampleWorld } from '../testing/billing-world.ts';
import { factsOfCustomerFromLog } from './facts-from-log.ts';

/** What a customer's bills depend on, read from its streams (rule: Checking bills). */

/** A log with these events in their streams, recorded one second after the other. */
function logOf(entries: readonly { stream: string; type: string; data: unknown }[]) {
  const streams = new Map<string, RecordedEvent[]>();
  for (const [index, { stream, type, data }] of entries.entries()) {
    const at = new Date(Date.UTC(2026, 4, 1, 0, 0, index));
    const own = streams.get(stream) ?? [];
    const metadata = {
      recordedAt: at.toISOString(),
      shape: type === 'BillCreated' ? 2 : 1,
      actor: { username: 'admin', role: 'administrator' as const },
      commandId: 'c',
    };
    const place = { revision: BigInt(own.length), position: BigInt(index + 1), storedAt: at };
    const recorded = { id: `e-${index}`, stream, type, data: JSON.parse(JSON.stringify(data)) as unknown };
    streams.set(stream, [...own, { ...recorded, ...place, metadata }]);
  }
  return {
    async *readStream(stream: string) {
      yield* streams.get(stream) ?? [];
    },
  } as Pick<EventStore, 'readStream'>;
}

test('two versions of a bill with equal lines share their parts, and both are read whole', async () => {
  const given = exampleWorld();
  const bill = calculateBill(given.accounts(), { month: '2026-04', cut: given.cut(), overrides: [] });
  const version = (number: number) =>
    asRecorded({ ...bill, version: number, effectiveAt: '2026-05-01T12:00:00.000Z' }, 1_500);
  const [first, again] = [version(1), version(2)];
  expect(again.created.linesIn).toEqual(first.created.linesIn);
  const stream = customerStream(CUSTOMER);
  const identity = { name: 'Seven', legalName: 'Seven', bigName: 'Seven', email: '', salesRepEmail: '' };
  const events = logOf([
    {
      stream,
      type: 'CustomerRegistered',
      data: {
        customerId: CUSTOMER,
        identity,
        terms: EXAMPLE_TERMS,
        access: OPEN_ACCESS,
        effectiveAt: '2026-01-01T12:00:00.000Z',
      },
    },
    ...first.parts.map((data) => ({
      stream: billPartStream(first.created.linesIn!.id),
      type: 'BillPartRecorded',
      data,
    })),
    { stream, type: 'BillCreated', data: first.created },
    { stream, type: 'BillCreated', data: again.created },
  ]);
  const facts = await factsOfCustomerFromLog(events, CUSTOMER, []);
  expect(facts?.bills.map(({ lines }) => lines)).toEqual([bill.lines, bill.lines]);
});
