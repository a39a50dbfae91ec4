import type { Bill, Cut, MovedBill } from '#contracts/billing/index.ts';
import type { CustomerTerms, StoneEvent, VendorTerms } from '#contracts/events/index.ts';
import { billStream, stoneEvents, stoneStream } from '#contracts/events/index.ts';
import { emptyParcel, evolveParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import { AUDITED_STREAMS } from '#projections/audit/index.ts';
import { inThisLog } from '#projections/billing/index.ts';
import { parseFact, type Fact } from '#services/platform/commands/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { billOfFact, movedBills } from '../bill-parts.ts';
import type { BillingFacts, TermsFact } from '../calculation/account.ts';
import { BEFORE_ANYTHING } from '../cuts.ts';

/** Everything that bills are made of, read straight from the event log, with the place up to which it was read. */
export type LoggedFacts = { readonly facts: ReadonlyMap<number, BillingFacts>; readonly cut: Cut };

export type KnownAt =
  | { readonly position: bigint }
  /** Everything up to an event. */
  | { readonly eventId: string }
  /** The longest prefix of the log recorded by an instant (rule: Knowledge cut). */
  | { readonly time: string }
  | 'now';

const PARTS = billStream('');
/** What bills are made of. */
const FACTS = ['stone-', 'customer-', 'vendor-', PARTS] as const;

/**
 * Reads the log from its beginning up to a cut: the second way to a bill, beside the read models, with which it must
 * agree. Throws Refusal for an event that the log has not, the event store's errors, and ZodError for an event it cannot read,
 * IncompleteBill for a bill without its parts.
 * @param now the time that goes with the log's end
 */
export async function factsFromLog(
  events: Pick<EventStore, 'readAll' | 'readStream' | 'headPosition'>,
  knownAt: KnownAt,
  now: string,
): Promise<LoggedFacts> {
  const read = collector(await movedBills(events));
  const head = await events.headPosition();
  let cut: Cut = { position: '0', recordedAt: BEFORE_ANYTHING };
  const filter = { streamPrefixes: [...AUDITED_STREAMS, PARTS] };
  for await (const recorded of events.readAll({ filter })) {
    const { id, stream, position } = recorded;
    const recordedAt = String(recorded.metadata['recordedAt']);
    if (position > head || isLater(knownAt, position, recordedAt)) break;
    // A part of a large bill says nothing by itself, and names no cut.
    if (!stream.startsWith(PARTS)) cut = { position: position.toString(), eventId: id, recordedAt };
    if (FACTS.some((prefix) => stream.startsWith(prefix))) read.take(stream, parseFact(recorded));
    if (isEvent(knownAt, id)) break;
  }
  if (typeof knownAt === 'object' && 'eventId' in knownAt && !isEvent(knownAt, cut.eventId ?? ''))
    throw new Refusal(400, `The log has no event ${knownAt.eventId}.`, { code: 'UNKNOWN_EVENT' });
  return { facts: read.facts(), cut: { ...cut, recordedAt: timeOf(knownAt, now) ?? cut.recordedAt } };
}

const isEvent = (knownAt: KnownAt, id: string): boolean =>
  typeof knownAt === 'object' && 'eventId' in knownAt && knownAt.eventId.toLowerCase() === id;

/** A time that is still to come is now; undefined of a position. */
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
  const customers = new Map<number, TermsFact<CustomerTerms>[]>();
  const vendors = new Map<number, TermsFact<VendorTerms>[]>();
  const bills = new Map<number, Bill[]>();
  /** Of the parts of large bills, by stream. */
  const texts = new Map<string, string[]>();
  const prefix = stoneStream('').length;

  function takeStone(name: string, fact: Fact & StoneEvent): void {
    const { id, metadata } = fact;
    const by = metadata.actor.username;
    const known = { ...fact, id, position: Number(fact.position), recordedAt: metadata.recordedAt, by };
    parcels.set(name, evolveParcel(parcels.get(name) ?? emptyParcel(name), known));
    if (!('customerId' in fact.data) || fact.type === 'InstructionDeclined') return;
    const { customerId } = fact.data;
    const names = touched.get(customerId) ?? new Set();
    touched.set(customerId, names.add(name));
  }

  return {
    take(stream: string, fact: Fact): void {
      if (isStoneFact(fact)) return takeStone(stream.slice(prefix), fact);
      const number = Number(stream.slice(stream.indexOf('-') + 1));
      switch (fact.type) {
        case 'CustomerRegistered':
          customers.set(number, [termsOf(fact, fact.data.terms)]);
          break;
        case 'CustomerTermsChanged':
          customers.get(number)?.push(termsOf(fact, fact.data.changes, fact.data.reason));
          break;
        case 'VendorRegistered':
          vendors.set(number, [termsOf(fact, fact.data.terms)]);
          break;
        case 'VendorTermsChanged':
          vendors.get(number)?.push(termsOf(fact, fact.data.changes));
          break;
        case 'BillCreated': {
          // Its parts are recorded before it.
          const text = texts.get(billStream(fact.data.linesIn?.id ?? ''))?.join('') ?? '';
          bills.set(number, [...(bills.get(number) ?? []), billOfFact(fact, text)]);
          break;
        }
        case 'BillPartRecorded':
          texts.set(stream, [...(texts.get(stream) ?? []), fact.data.text]);
          break;
        default:
          break;
      }
    },
    facts: (): Map<number, BillingFacts> =>
      new Map(
        [...customers].map(([customerId, terms]) => {
          const own = [...(touched.get(customerId) ?? [])].sort().map((name) => parcels.get(name)!);
          const vendorIds = new Set(own.map((parcel) => parcel.vendorId));
          const ofVendors = [...vendors].filter(([id]) => vendorIds.has(id));
          return [
            customerId,
            {
              ...{ customerId, terms, parcels: own },
              vendors: new Map(ofVendors),
              bills: (bills.get(customerId) ?? []).map((bill) =>
                inThisLog(bill, moved.get(bill.eventId) ?? null),
              ),
            },
          ];
        }),
      ),
  };
}

function isStoneFact(fact: Fact): fact is Fact & StoneEvent {
  return Object.hasOwn(stoneEvents, fact.type);
}

function termsOf<Terms>(fact: Fact, changes: TermsFact<Terms>['changes'], reason?: string): TermsFact<Terms> {
  return {
    effectiveAt: fact.data.effectiveAt,
    changes,
    recordedAt: fact.metadata.recordedAt,
    position: Number(fact.position),
    eventId: fact.id,
    by: fact.metadata.actor.username,
    ...(reason === undefined ? {} : { reason }),
  };
}
