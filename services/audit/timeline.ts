import type { Timeline, TimelineEntry, TimelineSpell, TimelineStep } from '#contracts/api/history.ts';
import {
  entriesInOrder,
  foldParcel,
  parcelKnownAt,
  type Entry,
  type LiveEntry,
  type ParcelState,
  type ParcelView,
  type Spell,
} from '#contracts/lifecycle/index.ts';
import { dollars, dollarsOrNull, percent } from '#contracts/vocabulary/money.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { stoneInWords } from '#contracts/vocabulary/stone-words.ts';
import type { AuditEntry } from '#projections/audit/index.ts';
import { correctableEntry } from '#services/stones/index.ts';
import { historyRow } from './history-rows.ts';

/** The input of a timeline: the parcel as recorded, and everything recorded in its stream, in the log's order. */
export type TimelineSource = {
  record: ParcelState;
  steps: readonly AuditEntry[];
  customerName: (customerId: number) => string | null;
  shapeName: ShapeName;
  vendors: readonly { vendorId: number; name: string }[];
  zone: string;
  /** False for who sees no wholesale prices: no money at all (rule: Price modes). */
  values: boolean;
};

/** The parcel on both time axes (rule: Two axes), as it was known at a log position, or now when null. Pure. */
export function timelineOf(source: TimelineSource, cutAt: number | null): Timeline {
  const { record, steps, customerName, shapeName, vendors, zone, values } = source;
  const known = steps.filter(({ position }) => cutAt === null || Number(position) <= cutAt);
  const last = known.at(-1);
  const newest = known.length === steps.length;
  const seen = newest ? record : knownAfter(record, known);
  const view = foldParcel(seen, zone);
  return {
    parcelName: record.parcelName,
    line: record.line,
    title: titleOf(seen, shapeName),
    vendorId: record.vendorId,
    vendorName: vendors.find(({ vendorId }) => vendorId === record.vendorId)?.name ?? null,
    ...(record.location === undefined ? {} : { location: record.location }),
    cut: last ? { position: last.position, eventId: last.id, recordedAt: last.recordedAt } : null,
    newest,
    status: view.status,
    customerId: view.customerId,
    customerName: view.customerId === null ? null : customerName(view.customerId),
    entries: entriesOf(seen, view, source),
    steps: stepsOf(source),
    spells: view.spells.map((spell) => spellOf(spell, source)),
    anomalies: view.anomalies.map((anomaly) => ({
      ...anomaly,
      customerName: customerName(anomaly.customerId),
    })),
    ...(values && {
      listPrices: seen.prices.map(({ effectiveAt, recordedAt, by, totalCents, costCents }) => ({
        effectiveAt,
        recordedAt,
        actor: by,
        total: dollars(totalCents),
        cost: dollars(costCents),
      })),
    }),
    ...correctableOf(view, newest),
  };
}

/**
 * The parcel as it was known after these steps. The vendor's withdrawals are cut too, although the record alone does
 * not show them.
 */
function knownAfter(record: ParcelState, known: readonly AuditEntry[]): ParcelState {
  const listings = known.filter(({ type }) => LISTING.has(type));
  return {
    ...parcelKnownAt(record, Number(known.at(-1)?.position ?? -1)),
    listed: listings.length > 0,
    withdrawn: listings.at(-1)?.type === 'StoneWithdrawn',
  };
}
const LISTING: ReadonlySet<string> = new Set(['StoneListed', 'StoneWithdrawn', 'StoneReinstated']);

/** Events that change the conclusions; all others leave the status as it was. */
const DECISIVE: ReadonlySet<string> = new Set([
  ...LISTING,
  'StoneRequested',
  'StoneReturned',
  'StoneSold',
  'MEMO',
  'RETURN_MEMO',
  'INVOICE',
  'CREDIT',
  'EventUndone',
  'EventDateChanged',
]);

function stepsOf({ record, steps, zone, values }: TimelineSource): TimelineStep[] {
  let status: Status = 'NOT_AVAILABLE';
  return steps.map((step, place) => {
    if (DECISIVE.has(step.type))
      status = foldParcel(knownAfter(record, steps.slice(0, place + 1)), zone).status;
    const row = historyRow(step, values);
    const { id, position, type, customerId, customerName, recordedAt, actor, role, reason, facts } = row;
    const corrects = type === 'EventUndone' || type === 'EventDateChanged' ? facts['eventId'] : undefined;
    return {
      id,
      position,
      type,
      customerId,
      customerName,
      recordedAt,
      actor,
      role,
      facts,
      // As first recorded: a later correction is a step of its own.
      effectiveAt: step.recordedEffectiveAt,
      ...(reason === undefined ? {} : { reason }),
      ...(typeof corrects === 'string' ? { corrects } : {}),
      statusKnown: status,
    };
  });
}

/** Every entry in order, each live one with the status after it. */
function entriesOf(seen: ParcelState, view: ParcelView, source: TimelineSource): TimelineEntry[] {
  const after = statusesAfter(seen, view.entries, source.zone);
  return entriesInOrder(seen, view.entries, source.zone).map(({ entry, effectiveAt }) =>
    entryOf(seen, entry, effectiveAt, after.get(entry.eventId), source),
  );
}

/** The parcel's status after each live entry, taking everything known into account. */
function statusesAfter(
  seen: ParcelState,
  entries: readonly LiveEntry[],
  zone: string,
): ReadonlyMap<string, Status> {
  const happened = new Set<string>();
  return new Map(
    entries.map(({ eventId }) => {
      happened.add(eventId);
      const until = { ...seen, entries: seen.entries.filter((entry) => happened.has(entry.eventId)) };
      return [eventId, foldParcel(until, zone).status];
    }),
  );
}

function entryOf(
  seen: ParcelState,
  entry: Entry,
  effectiveAt: string,
  statusAfter: Status | undefined,
  { customerName, values }: TimelineSource,
): TimelineEntry {
  const undone = seen.undone.find((row) => row.eventId === entry.eventId);
  const reason = 'remarks' in entry ? entry.remarks : 'reason' in entry ? entry.reason : undefined;
  return {
    eventId: entry.eventId,
    type: entry.type,
    customerId: entry.customerId,
    customerName: customerName(entry.customerId),
    effectiveAt,
    ...(effectiveAt === entry.effectiveAt ? {} : { recordedEffectiveAt: entry.effectiveAt }),
    recordedAt: entry.recordedAt,
    position: String(entry.position),
    actor: entry.by,
    ...(reason === undefined ? {} : { reason }),
    ...('identity' in entry
      ? {
          document: {
            id: entry.identity,
            version: entry.version,
            ...(values && { amount: dollarsOrNull(entry.amountCents) }),
          },
        }
      : {}),
    state: statusAfter !== undefined ? 'LIVE' : undone ? 'UNDONE' : isVoid(seen, entry) ? 'VOID' : 'REPLACED',
    ...(undone ? { undone: noteOf(undone) } : {}),
    dateChanges: seen.dateChanges
      .filter((row) => row.eventId === entry.eventId)
      .map((row) => ({ ...noteOf(row), newDate: row.newDate })),
    ...(statusAfter === undefined ? {} : { statusAfter }),
  };
}

/**
 * True when the entry is the newest version of its document and void; the versions that it replaced are not void but
 * replaced.
 */
function isVoid(seen: ParcelState, entry: Entry): boolean {
  if (!('identity' in entry) || entry.amountCents !== null) return false;
  const versions = seen.entries.filter((other) => 'identity' in other && other.identity === entry.identity);
  return versions.every((other) => !('version' in other) || other.version <= entry.version);
}

type Note = { correctionId: string; by: string; recordedAt: string; reason?: string | undefined };
const noteOf = ({ correctionId, by, recordedAt, reason }: Note) => ({
  eventId: correctionId,
  by,
  recordedAt,
  ...(reason === undefined ? {} : { reason }),
});

function spellOf(spell: Spell, { customerName, values }: TimelineSource): TimelineSpell {
  const { key, customerId, status, end, frozen, entryIds, days } = spell;
  return {
    key,
    customerId,
    customerName: customerName(customerId),
    status,
    end,
    entryIds,
    ...(values && {
      frozen: {
        customerPrice: dollars(frozen.customerPriceCents),
        listPrice: dollars(frozen.listPriceCents),
        cost: dollars(frozen.costCents),
        giaRoundDiscount: percent(frozen.giaRoundDiscountPpm),
      },
    }),
    days: days.map(({ from, to, status, customerPriceCents }) => ({
      from,
      to,
      status,
      ...(values && { customerPrice: dollars(customerPriceCents) }),
    })),
  };
}

function titleOf({ attributes, piece }: ParcelState, shapeName: ShapeName): string {
  const { lab, certNo } = attributes;
  const words = [piece?.modelDescription ?? piece?.model, stoneInWords(attributes, shapeName), lab, certNo];
  return words.filter(Boolean).join(' ');
}

function correctableOf(view: ParcelView, newest: boolean): Pick<Timeline, 'correctable'> {
  const entry = correctableEntry(view);
  if (!newest || !entry) return {};
  return { correctable: { eventId: entry.eventId, action: entry.type, date: entry.effectiveAt } };
}
