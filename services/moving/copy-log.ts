import type { z } from 'zod';
import type { BillsMoved } from '#contracts/billing/index.ts';
import { BILL_PLACES_STREAM, LOG_STREAM, logEvents, type EventMetadata } from '#contracts/events/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import { deriveId } from '#services/platform/commands/index.ts';
import type { EventStore, NewEvent, RecordedEvent } from '#services/platform/event-store/index.ts';
import { BEFORE_HISTORY, logIdOf } from '#services/platform/log-identity.ts';
import { billsOfLog } from './bills-of-log.ts';
import { compareLogs, copiedEvents, CopyDiffers, isCopied, type Compared } from './compare-logs.ts';
import type { LogSource } from './log-source.ts';

/** The target holds something else than an unfinished or finished copy of this log. */
export class TargetInUse extends Error {
  override readonly name = 'TargetInUse';
  constructor(what: string) {
    super(`The target ${what}. A log is copied into an empty event store; nothing was written.`);
  }
}

export type CopyLog = {
  source: LogSource;
  target: EventStore;
  clock: Clock;
  newId: () => string;
  /** Called now and then with the number of events in the target. */
  onProgress?: ((events: number, doing: 'copied' | 'compared') => void) | undefined;
};

/** The copy, and what checkpoints of it have beside them. */
export type CopiedLog = Compared & { readonly logId: string };

const REPORT_EVERY = 1_000;

/**
 * Copies a log into an empty event store, in order, with ids, types, data and metadata; begun again after a kill it
 * goes on where it stopped. The copy has an identity of its own, because its positions are its own, and records at its
 * end what the positions that bills name are in it. Nothing may be written to either meanwhile. Throws TargetInUse,
 * CopyDiffers, and the event store's errors.
 */
export async function copyLog(copying: CopyLog): Promise<CopiedLog> {
  const { source, target, onProgress } = copying;
  const finished = await begin(copying);
  if (!finished) await bring(copying);
  const bills = billsOfLog();
  let seen = 0;
  const compared = await compareLogs(source, target, {
    most: finished?.events,
    onEvent(event) {
      bills.take(event);
      seen += 1;
      if (seen % REPORT_EVERY === 0) onProgress?.(seen, 'compared');
    },
  });
  if (!finished) {
    await copyMetadata(source, target, compared);
    await noteBills(copying, await bills.inCopy(compared.places, target));
    const { events, sha256 } = compared;
    await target.append(LOG_STREAM, 0n, [aboutLog(copying, 'LogCopied', { events, sha256 })]);
  } else if (finished.sha256 !== compared.sha256)
    throw new CopyDiffers('the log that was copied has changed since');
  return { ...compared, logId: await logIdOf(target) };
}

type Finished = z.infer<typeof logEvents.LogCopied>;

/**
 * How far the copy of this log into the target has come: the record of a copy that is complete, or that it has begun, or
 * that the target holds nothing. Reads only. Throws TargetInUse.
 */
export async function howFarCopied({
  source,
  target,
}: Pick<CopyLog, 'source' | 'target'>): Promise<Finished | 'begun' | 'empty'> {
  const own: RecordedEvent[] = [];
  for await (const event of target.readStream(LOG_STREAM)) own.push(event);
  const [created, copied] = own;
  if (created === undefined) {
    if ((await target.headPosition()) > 0n)
      throw new TargetInUse('holds events that are no copy of this log');
    return 'empty';
  }
  const { copiedFrom } = logEvents.LogCreated.parse(created.data);
  if (copiedFrom?.logId !== source.logId)
    throw new TargetInUse(copiedFrom ? 'is a copy of another log' : 'holds a log of its own');
  return copied ? logEvents.LogCopied.parse(copied.data) : 'begun';
}

/** Whether events were recorded behind the end of a complete copy. Throws the event store's errors. */
export async function hasGoneOn(copy: Pick<EventStore, 'readStream' | 'headPosition'>): Promise<boolean> {
  let end = 0n;
  for await (const { position } of copy.readStream(LOG_STREAM)) end = position;
  return (await copy.headPosition()) > end;
}

/** Makes the target a copy of this log that has begun; gives the record of a copy that is complete already. */
async function begin(copying: CopyLog): Promise<Finished | undefined> {
  const { source, target, newId } = copying;
  const stands = await howFarCopied(copying);
  if (stands === 'empty') {
    const data = { logId: newId(), copiedFrom: { logId: source.logId } };
    await target.append(LOG_STREAM, 'no_stream', [aboutLog(copying, 'LogCreated', data)]);
  }
  return typeof stands === 'object' ? stands : undefined;
}

function aboutLog(
  { source, clock }: CopyLog,
  type: keyof typeof logEvents,
  data: z.infer<(typeof logEvents)[keyof typeof logEvents]>,
): NewEvent {
  // Before all history that is copied behind it, so that the log's prefix at any time begins here.
  const recordedAt = type === 'LogCreated' ? BEFORE_HISTORY : clock().toISOString();
  return { id: deriveId(type, source.logId, recordedAt), type, data, metadata: byVitrine(recordedAt) };
}

const byVitrine = (recordedAt: string): EventMetadata => ({
  recordedAt,
  shape: 1,
  actor: { username: 'vitrine', role: 'system' },
  commandId: 'copy',
});

/** What one append takes: below what a server refuses (1 MiB), which only an event of that size alone can reach. */
const MOST_EVENTS = 500;
const MOST_BYTES = 500_000;

/**
 * Appends what the target has not yet, one append after the other: only so do the events stand in the order of the log.
 * Neighbours of one stream go together.
 */
async function bring({ source, target, onProgress }: CopyLog): Promise<void> {
  const ends = new Map<string, bigint>();
  const there = copiedEvents(target);
  let run: NewEvent[] = [];
  let runOf = '';
  let bytes = 0;
  let events = 0;
  const flush = async (): Promise<void> => {
    if (run.length === 0) return;
    ends.set(runOf, (await target.append(runOf, ends.get(runOf) ?? 'no_stream', run)).revision);
    run = [];
    bytes = 0;
  };
  for await (const event of source.events()) {
    if (!isCopied(event)) continue;
    events += 1;
    if (events % REPORT_EVERY === 0) onProgress?.(events, 'copied');
    const { value: known } = await there.next();
    if (known) {
      if (known.id !== event.id || known.stream !== event.stream)
        throw new CopyDiffers(`its event ${events} is ${known.id} of ${known.stream}`);
      ends.set(known.stream, known.revision);
      continue;
    }
    const { stream, ...appended } = toAppend(event);
    const size = bytesOf(appended.data) + bytesOf(appended.metadata);
    if (stream !== runOf || run.length >= MOST_EVENTS || bytes + size > MOST_BYTES) await flush();
    runOf = stream;
    run.push(appended);
    bytes += size;
  }
  await flush();
}

function toAppend({ stream, id, type, data, metadata }: RecordedEvent): NewEvent & { stream: string } {
  if (data instanceof Uint8Array)
    throw new Error(`event ${id} of ${stream} is no JSON: only logs that Vitrine wrote are copied`);
  return { stream, id, type, data, metadata };
}

/** Each stream's newest metadata; of a stream that has lost its beginning they count from what is left. */
async function copyMetadata(
  source: LogSource,
  target: EventStore,
  { streams, lost }: Compared,
): Promise<void> {
  for await (const event of source.metadataOf(streams)) {
    const stream = event.stream.slice(2);
    const { stream: name, ...appended } = toAppend(event);
    const data = countedFrom(appended.data, lost.get(stream) ?? 0n);
    await target.append(name, 'no_stream', [{ ...appended, data }]);
  }
}

/** `$tb` is the first revision that is kept; the greatest one, of a deleted stream, stays. */
function countedFrom(metadata: unknown, lost: bigint): unknown {
  if (lost === 0n || typeof metadata !== 'object' || metadata === null || !('$tb' in metadata))
    return metadata;
  const { $tb: kept } = metadata;
  if (typeof kept !== 'number' || kept >= Number.MAX_SAFE_INTEGER) return metadata;
  return { ...metadata, $tb: Math.max(0, kept - Number(lost)) };
}

const MOST_BILLS = 1_000;

/** The bills of each event: no more than one append takes, of which one with many adjustments has much. */
function* inEvents(bills: BillsMoved['bills']): Generator<BillsMoved['bills']> {
  let run: BillsMoved['bills'] = [];
  let bytes = 0;
  for (const bill of bills) {
    const size = bytesOf(bill);
    if (run.length > 0 && (run.length >= MOST_BILLS || bytes + size > MOST_BYTES)) {
      yield run;
      run = [];
      bytes = 0;
    }
    run.push(bill);
    bytes += size;
  }
  if (run.length > 0) yield run;
}

async function noteBills({ source, target, clock }: CopyLog, bills: BillsMoved['bills']): Promise<void> {
  const recordedAt = clock().toISOString();
  let number = 0;
  for (const together of inEvents(bills)) {
    const data = { bills: together, effectiveAt: recordedAt };
    const id = deriveId('bills-moved', source.logId, number);
    const event = { id, type: 'BillsMoved', data, metadata: byVitrine(recordedAt) };
    await target.append(BILL_PLACES_STREAM, number === 0 ? 'no_stream' : BigInt(number - 1), [event]);
    number += 1;
  }
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
