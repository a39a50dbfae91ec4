import { randomUUID } from 'node:crypto';
import type { BillPartRecorded } from '#contracts/billing/index.ts';
import { customerStream, stoneStream, vendorStream } from '#contracts/events/index.ts';
import { currentShape } from '#contracts/events/upcast.ts';
import type { EventStore, NewEvent } from '#services/platform/event-store/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';

const IN_FLIGHT = 64;

/**
 * So many parcels of vendor 1 that a customer has had since a day, for bills that are larger than an event: each is a
 * FEE and, where the vendor bears a deployment, a DEPLOYMENT. Written to the log directly, past the commands.
 */
export async function memosOf(
  events: EventStore,
  { customerId, parcels, from }: { customerId: number; parcels: number; from: string },
): Promise<void> {
  const numbers = Array.from({ length: parcels }, (_, index) => index);
  await inParallel(numbers, IN_FLIGHT, (index) => {
    const parcelName = `L-${customerId}-${index}`;
    return events.append(stoneStream(parcelName), 'no_stream', [
      eventOf('StoneListed', {
        parcelName,
        line: 'natural',
        vendorId: 1,
        vendorAvailability: 'IN_STOCK',
        costCents: 90_000,
        totalCents: 100_000 + index,
        effectiveAt: '2020-01-01T12:00:00.000Z',
        attributes: { weight: 1000, shapeCode: index % 3 === 0 ? 'IDC' : 'PS' },
      }),
      eventOf('DocumentReceived', {
        instance: 'VITRINE',
        docType: 'MEMO',
        docNo: parcelName,
        line: 1,
        version: 1,
        customerId,
        accountCode: '01-01-0001',
        amountCents: 100_000 + index,
        giaRoundDiscountPpm: 0,
        effectiveAt: from,
      }),
    ]);
  });
}

function eventOf(type: string, data: object): NewEvent {
  const actor = { username: 'test', role: 'system' };
  const recordedAt = new Date().toISOString();
  const metadata = { recordedAt, shape: currentShape(type), actor, commandId: 'test' };
  return { id: randomUUID(), type, data, metadata };
}

/** What is recorded of a customer's bills, and of parts by stream: their events' ids, and how many there are to be. */
export async function recordedBills(events: EventStore, customerId: number) {
  const created: { linesIn?: { id: string; parts: number }; lines: unknown[] }[] = [];
  for await (const { type, data } of events.readStream(customerStream(customerId)))
    if (type === 'BillCreated') created.push(data as (typeof created)[number]);
  const parts = new Map<string, string[]>();
  let wanted = 0;
  for await (const { stream, id, data } of events.readAll({ filter: { streamPrefixes: ['bill-'] } })) {
    if (Buffer.byteLength(JSON.stringify(data)) > 1_000_000) throw new Error(`${stream} has a huge event`);
    wanted = (data as BillPartRecorded).parts;
    parts.set(stream, [...(parts.get(stream) ?? []), id]);
  }
  return { created, parts, wanted };
}

/** Terms under which a memo is charged, and its vendor bears the deployment. */
export async function feeTerms(events: EventStore, customerId: number, effectiveAt: string): Promise<void> {
  const at = async (stream: string): Promise<bigint> => {
    for await (const { revision } of events.readStream(stream, { direction: 'backwards', maxCount: 1 }))
      return revision;
    throw new Error(`${stream} is empty`);
  };
  const customer = customerStream(customerId);
  const changes = { feeRatePpm: 10_000, hafPct1Ppm: 100_000 };
  await events.append(customer, await at(customer), [
    eventOf('CustomerTermsChanged', { changes, effectiveAt }),
  ]);
  const vendor = vendorStream(1);
  await events.append(vendor, await at(vendor), [
    eventOf('VendorTermsChanged', {
      changes: { feeSharePpm: 500_000, ourDeploymentCostCents: 3_500 },
      effectiveAt,
    }),
  ]);
}
