import type { Bill, Cut, MovedBill } from '#contracts/billing/index.ts';
import {
  evolveCustomerRecord,
  isCustomerRecordEvent,
  type CustomerRecord,
} from '#contracts/customer/index.ts';
import {
  billPartStreams,
  billPartStream,
  customerStream,
  customerStreams,
  parcelStreams,
  stoneStream,
  vendorStream,
  vendorStreams,
  type Fact,
} from '#contracts/events/index.ts';
import { parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import { evolveVendor, type VendorRecord } from '#contracts/vendor/vendor.ts';
import { addToGroup } from '#contracts/vocabulary/grouped.ts';
import { AUDITED_STREAMS } from '#projections/audit/index.ts';
import { inThisLog } from '#projections/billing/index.ts';
import { parseFact } from '#services/platform/commands/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { billOfFact, movedBills } from '../bill-parts.ts';
import type { BillingFacts } from '../calculation/account.ts';
import { BEFORE_ANYTHING } from '../cuts.ts';
import type { Names } from './print-bill.ts';

/**
 * Everything that bills depend on, read directly from the event log, and the requested cut. Events after the cut are
 * included, because they show which bill was issued at exactly that cut.
 */
export type LoggedFacts = {
  readonly facts: ReadonlyMap<number, BillingFacts>;
  readonly cut: Cut;
  /** The names of customers and vendors at the log's end. */
  readonly names: Names;
};

export type KnownAt =
  | { readonly position: bigint }
  /** Everything up to an event. */
  | { readonly eventId: string }
  /** Everything recorded by an instant (rule: Knowledge cut). */
  | { readonly time: string }
  | 'now';

/** What bills depend on. */
const FACTS = [parcelStreams, customerStreams, vendorStreams, billPartStreams];

/**
 * Reads the log from its beginning and finds a cut in it: the second way to a bill, which must agree with the one
 * through the read models. Throws Refusal for an event that the log does not have, the event store's errors, ZodError
 * for an event it cannot read, and IncompleteBill for a bill without its parts.
 * @param now the time shown with the log's end
 */
export async function factsFromLog(
  events: Pick<EventStore, 'readAll' | 'readStream' | 'headPosition'>,
  knownAt: KnownAt,
  now: string,
): Promise<LoggedFacts> {
  const read = collector(await movedBills(events));
  const head = await events.headPosition();
  let cut: Cut = { position: '0', recordedAt: BEFORE_ANYTHING };
  let reached = false;
  const filter = { streamPrefixes: [...AUDITED_STREAMS, billPartStreams.prefix] };
  for await (const recorded of events.readAll({ filter })) {
    const { id, stream, position } = recorded;
    const recordedAt = String(recorded.metadata['recordedAt']);
    if (position > head) break;
    reached ||= isLater(knownAt, position, recordedAt);
    // A part of a large bill means nothing by itself, and names no cut.
    if (!reached && !billPartStreams.includes(stream))
      cut = { position: position.toString(), eventId: id, recordedAt };
    if (FACTS.some((family) => family.includes(stream))) read.take(stream, parseFact(recorded));
    reached ||= isEvent(knownAt, id);
  }
  if (typeof knownAt === 'object' && 'eventId' in knownAt && !isEvent(knownAt, cut.eventId ?? ''))
    throw new Refusal(400, `The log has no event ${knownAt.eventId}.`, { code: 'UNKNOWN_EVENT' });
  return {
    facts: read.facts(),
    names: read.names,
    cut: { ...cut, recordedAt: timeOf(knownAt, now) ?? cut.recordedAt },
  };
}

/**
 * What one customer's bills depend on, from its own streams: the cost grows with these, not with the log. Undefined for
 * a customer that the log does not have. Throws as `factsFromLog`.
 * @param parcelNames the parcels that it ever had
 */
export async function factsOfCustomerFromLog(
  events: Pick<EventStore, 'readStream'>,
  customerId: number,
  parcelNames: Iterable<string>,
): Promise<BillingFacts | undefined> {
  const read = collector(await movedBills(events));
  const takeAll = async (stream: string): Promise<void> => {
    for await (const recorded of events.readStream(stream)) read.take(stream, parseFact(recorded));
  };
  // Parts come before the bill that they belong to. Versions that are equal have the same ones.
  const parts = new Set<string>();
  for await (const recorded of events.readStream(customerStream(customerId))) {
    const fact = parseFact(recorded);
    if (fact.type === 'BillCreated' && fact.data.linesIn) parts.add(fact.data.linesIn.id);
  }
  for (const id of parts) await takeAll(billPartStream(id));
  await takeAll(customerStream(customerId));
  for (const name of parcelNames) await takeAll(stoneStream(name));
  for (const vendorId of read.vendorIds()) await takeAll(vendorStream(vendorId));
  return read.facts().get(customerId);
}

const isEvent = (knownAt: KnownAt, id: string): boolean =>
  typeof knownAt === 'object' && 'eventId' in knownAt && knownAt.eventId.toLowerCase() === id;

/** A future time means now; undefined for a position. */
function timeOf(knownAt: KnownAt, now: string): string | undefined {
  if (knownAt === 'now') return now;
  if (!('time' in knownAt)) return undefined;
  return knownAt.time < now ? knownAt.time : now;
}

function isLater(knownAt: KnownAt, position: bigint, recordedAt: string): boolean {
  if (knownAt === 'now' || 'eventId' in knownAt) return false;
  return 'time' in knownAt ? recordedAt > knownAt.time : position > knownAt.position;
}

/** @param moved of bills that came with the log from another store */
function collector(moved: ReadonlyMap<string, MovedBill>) {
  const parcels = new Map<string, ParcelState>();
  const touched = new Map<number, Set<string>>();
  const customers = new Map<number, CustomerRecord>();
  const vendors = new Map<number, VendorRecord>();
  const bills = new Map<number, Bill[]>();
  /** Of the parts of large bills, by stream. */
  const texts = new Map<string, string[]>();

  function takeStone(stream: string, fact: Fact): void {
    const name = parcelStreams.keyOf(stream);
    parcels.set(name, parcelFold.evolve(parcels.get(name) ?? parcelFold.initial(stream), fact));
    if (!('customerId' in fact.data) || fact.type === 'InstructionDeclined') return;
    const { customerId } = fact.data;
    const names = touched.get(customerId) ?? new Set();
    touched.set(customerId, names.add(name));
  }

  function takeBill(customerId: number, fact: Extract<Fact, { type: 'BillCreated' }>): void {
    // Its parts are recorded before it.
    const text = texts.get(billPartStream(fact.data.linesIn?.id ?? ''))?.join('') ?? '';
    addToGroup(bills, customerId, billOfFact(fact, text));
  }

  return {
    take(stream: string, fact: Fact): void {
      if (parcelStreams.has(fact)) return takeStone(stream, fact);
      if (isCustomerRecordEvent(fact)) {
        const customerId = Number(customerStreams.keyOf(stream));
        customers.set(customerId, evolveCustomerRecord(customers.get(customerId), fact));
      } else if (vendorStreams.has(fact)) {
        const vendorId = Number(vendorStreams.keyOf(stream));
        vendors.set(vendorId, evolveVendor(vendors.get(vendorId), fact));
      } else if (fact.type === 'BillCreated') {
        takeBill(Number(customerStreams.keyOf(stream)), fact);
      } else if (fact.type === 'BillPartRecorded') {
        addToGroup(texts, stream, fact.data.text);
      }
    },
    names: {
      customer: (customerId) => customers.get(customerId)?.identity.name ?? `Customer ${customerId}`,
      vendor: (vendorId) => vendors.get(vendorId)?.settings.name ?? `Vendor ${vendorId}`,
    } satisfies Names,
    vendorIds: (): ReadonlySet<number> => new Set([...parcels.values()].map(({ vendorId }) => vendorId)),
    facts: (): Map<number, BillingFacts> =>
      new Map(
        [...customers].map(([customerId, { terms }]) => {
          const own = [...(touched.get(customerId) ?? [])].sort().map((name) => parcels.get(name)!);
          const vendorIds = new Set(own.map((parcel) => parcel.vendorId));
          const ofVendors = [...vendors.values()].filter(({ vendorId }) => vendorIds.has(vendorId));
          return [
            customerId,
            {
              customerId,
              terms,
              parcels: own,
              vendors: new Map(ofVendors.map(({ vendorId, terms: ofVendor }) => [vendorId, ofVendor])),
              bills: (bills.get(customerId) ?? []).map((bill) =>
                inThisLog(bill, moved.get(bill.eventId) ?? null),
              ),
            },
          ];
        }),
      ),
  };
}
