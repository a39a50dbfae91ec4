import type { Bill, BillCreated, BillPartRecorded, MovedBill } from '#contracts/billing/index.ts';
import { BILL_PLACES_STREAM, billPartStream, type Fact } from '#contracts/events/index.ts';
import { inThisLog, wholeBill, type WholeBill } from '#projections/billing/index.ts';
import { appendEvents, deriveId, parseFact, type Command } from '#services/platform/commands/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { sha256Of } from '#services/platform/hash.ts';
import type { BillingContext } from './billing-context.ts';

/** How much one event holds: the event store takes 1 MiB in one append, including the metadata. */
const MOST_BYTES = 900_000;
/** In characters, each up to 3 bytes of JSON here: 600 kB at most, mostly about 230 kB. */
const CHARACTERS_IN_A_PART = 200_000;

/** A bill as its event is recorded, and the parts that come before it; none when it fits into the event. */
export type RecordedBill = { created: BillCreated; parts: BillPartRecorded[] };

/**
 * How a bill is recorded: whole when it fits into one event, else in parts of its text. The parts' stream is named by
 * their content, so that a bill tried again has the same parts. Pure.
 */
export function asRecorded(bill: WholeBill, mostBytes = MOST_BYTES): RecordedBill {
  if (Buffer.byteLength(JSON.stringify(bill)) <= mostBytes) return { created: bill, parts: [] };
  const { overrides, lines, customerId, month, effectiveAt } = bill;
  const texts = slicesOf(JSON.stringify({ overrides, lines }), Math.min(mostBytes, CHARACTERS_IN_A_PART));
  const sha256 = sha256Of(texts.join(''));
  const id = deriveId('bill-parts', customerId, month, sha256, texts.length);
  return {
    created: { ...bill, overrides: [], lines: [], linesIn: { id, parts: texts.length, sha256 } },
    parts: texts.map((text, index) => ({
      customerId,
      month,
      effectiveAt,
      part: index + 1,
      parts: texts.length,
      text,
    })),
  };
}

/** Cuts a text into pieces without splitting a character of two code units. */
function slicesOf(text: string, length: number): string[] {
  const slices: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = from + length;
    if (isFirstHalf(text.charCodeAt(to - 1))) to -= 1;
    slices.push(text.slice(from, to));
    from = Math.max(to, from + 1);
  }
  return slices;
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/**
 * Appends the missing parts of a bill that is about to be created. A process killed in between leaves parts that
 * nothing names, and the next attempt at the same bill continues with them.
 */
export async function appendParts(
  billing: BillingContext,
  { created: { linesIn }, parts }: RecordedBill,
  command: Command,
): Promise<void> {
  if (!linesIn) return;
  const stream = billPartStream(linesIn.id);
  let lastRecordedAt = '';
  let there = 0;
  for await (const recorded of billing.events.readStream(stream)) {
    lastRecordedAt = parseFact(recorded).metadata.recordedAt;
    there += 1;
  }
  for (const data of parts.slice(there)) {
    const revision = data.part === 1 ? 'no_stream' : BigInt(data.part - 2);
    const id = deriveId(linesIn.id, data.part);
    await appendEvents(
      billing,
      { stream, revision, lastRecordedAt },
      [{ type: 'BillPartRecorded', data, id }],
      command,
    );
  }
}

/** For bills that came with their log from another store: where their positions are, by the bill's event. */
export async function movedBills(events: Pick<EventStore, 'readStream'>): Promise<Map<string, MovedBill>> {
  const moved = new Map<string, MovedBill>();
  for await (const recorded of events.readStream(BILL_PLACES_STREAM)) {
    const fact = parseFact(recorded);
    if (fact.type === 'BillsMoved') for (const bill of fact.data.bills) moved.set(bill.billEventId, bill);
  }
  return moved;
}

/**
 * The bill that an event of the log records, with positions of this log. Lines that are in parts are read from the log
 * too. Throws IncompleteBill, and the event store's errors.
 */
export async function issuedBill(
  events: Pick<EventStore, 'readStream'>,
  fact: Extract<Fact, { type: 'BillCreated' }>,
): Promise<Bill> {
  const { linesIn } = fact.data;
  const texts: string[] = [];
  if (linesIn)
    for await (const recorded of events.readStream(billPartStream(linesIn.id))) {
      const part = parseFact(recorded);
      if (part.type === 'BillPartRecorded') texts.push(part.data.text);
    }
  const moved = (await movedBills(events)).get(fact.id) ?? null;
  return inThisLog(billOfFact(fact, texts.join('')), moved);
}

/** A recorded bill with its place in the log; `text` is that of its parts. Throws IncompleteBill. */
export function billOfFact(
  { id, position, metadata, data }: Extract<Fact, { type: 'BillCreated' }>,
  text: string,
): Bill {
  const { effectiveAt: _, ...bill } = wholeBill(data, text);
  return {
    ...bill,
    issuedAt: metadata.recordedAt,
    eventId: id,
    position: position.toString(),
    issuedBy: metadata.actor.username,
  };
}
