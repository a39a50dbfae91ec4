import type { BillCreated, BillLine, BillsMoved, MovedBill } from '#contracts/billing/index.ts';
import { billPartStream } from '#contracts/events/index.ts';
import { addToGroup } from '#contracts/vocabulary/grouped.ts';
import { positionsNamed, wholeBill } from '#projections/billing/index.ts';
import { parseFact } from '#services/platform/commands/index.ts';
import type { EventStore, RecordedEvent } from '#services/platform/event-store/index.ts';
import { copiedEvents } from './compare-logs.ts';
import type { Places } from './places.ts';

type NamedByBill = {
  readonly positions: readonly string[];
  readonly cut: string;
  readonly cutEventId: string | undefined;
};

/** Takes the events of a log in, one after the other, and then maps the positions that its bills name to a copy. */
export function billsOfLog() {
  /** The parts of large bills, by their stream, until a bill names them. */
  const texts = new Map<string, string[]>();
  /** The adjustments in parts that a bill has named: a later version with the same content names them again. */
  const adjustments = new Map<string, readonly BillLine[]>();
  const named = new Map<string, NamedByBill>();
  /** Where the log is a copy itself: by the bill's event. */
  const movedBefore = new Map<string, MovedBill>();

  /** A whole text is kept no longer than it must be: those of all large bills together are too much. */
  function adjustmentsOf(created: BillCreated): readonly BillLine[] {
    const parts = created.linesIn && billPartStream(created.linesIn.id);
    const known = parts && adjustments.get(parts);
    if (known) return known;
    const text = (parts && texts.get(parts)?.join('')) ?? '';
    const lines = wholeBill(created, text).lines.filter(({ kind }) => kind === 'ADJUSTMENT');
    if (parts) {
      adjustments.set(parts, lines);
      texts.delete(parts);
    }
    return lines;
  }

  return {
    take(event: RecordedEvent): void {
      if (!['BillCreated', 'BillPartRecorded', 'BillsMoved'].includes(event.type)) return;
      const fact = parseFact(event);
      if (fact.type === 'BillPartRecorded') {
        addToGroup(texts, event.stream, fact.data.text);
      } else if (fact.type === 'BillsMoved') {
        for (const bill of fact.data.bills) movedBefore.set(bill.billEventId, bill);
      } else if (fact.type === 'BillCreated') {
        const { cut } = fact.data;
        const positions = positionsNamed({ cut, lines: adjustmentsOf(fact.data) });
        named.set(fact.id, { positions, cut: cut.position, cutEventId: cut.eventId });
      }
    },

    /** The `BillsMoved` data of every bill in the copy. Throws when a cut ends before the log's first event. */
    async inCopy(places: Places, copy: Pick<EventStore, 'readAll'>): Promise<BillsMoved['bills']> {
      const moved = [...named].map(([billEventId, { positions, cut, cutEventId }]) => {
        const before = movedBefore.get(billEventId);
        const here = (position: string): string =>
          places.at(BigInt(before?.places[position] ?? position)).toString();
        return {
          billEventId,
          cutEventId: cutEventId ?? before?.cutEventId,
          cut: here(cut),
          places: Object.fromEntries(positions.map((position) => [position, here(position)])),
        };
      });
      const ids = await idsAt(
        copy,
        moved.flatMap((bill) => (bill.cutEventId === undefined ? [bill.cut] : [])),
      );
      return moved.map(({ cut, cutEventId = ids.get(cut), ...bill }) => {
        if (cutEventId === undefined) throw new Error(`bill ${bill.billEventId} was made of nothing`);
        return { ...bill, cutEventId };
      });
    },
  };
}

/** The events at these positions: which one ends a cut that was recorded before cuts had names. */
async function idsAt(
  log: Pick<EventStore, 'readAll'>,
  positions: readonly string[],
): Promise<Map<string, string>> {
  const wanted = new Set(positions);
  const ids = new Map<string, string>();
  if (wanted.size === 0) return ids;
  for await (const { position, id } of copiedEvents(log))
    if (wanted.has(position.toString())) ids.set(position.toString(), id);
  return ids;
}
