import { z } from 'zod';
import { billLineSchema, billVersionKey, type BillLine } from '#contracts/billing/index.ts';
import { billPartStreams, customerStreams } from '#contracts/events/index.ts';
import { deleteRows, loadRows, upsertRows, type Projection } from '../engine/index.ts';
import {
  billFigureTables,
  figureBillAmountTable,
  figureBillPartTable,
  figureBillTable,
  type BillAmountRow,
  type BillPartRow,
  type RecordedBill,
} from './tables.ts';

/** A version of a bill; its lines are under `linesId`. */
type BillFigures = RecordedBill & { readonly position: number; readonly linesId: string };
/** The amounts of a bill's lines; for a large bill its parts, until the last of them is here. */
type LineFigures = { readonly amounts: readonly BillAmountRow[]; readonly parts: readonly BillPartRow[] };

const LINES = 'lines ';
const partedSchema = z.object({ lines: z.array(billLineSchema) });

/**
 * The amounts of every bill's lines, by kind (rule: Figures on screen). A bill and its lines have separate keys, so
 * that the order in which a large bill's streams are read does not matter.
 */
export const billFiguresProjection: Projection<BillFigures | LineFigures> = {
  name: 'bill_figures',
  version: 1,
  tables: billFigureTables,
  streams: [customerStreams.prefix, billPartStreams.prefix],
  keysOf(event) {
    if (event.type === 'BillPartRecorded') return [`${LINES}${billPartStreams.keyOf(event.stream)}`];
    if (event.type !== 'BillCreated') return [];
    const id = billVersionKey(event.data);
    return event.data.linesIn ? [id] : [id, `${LINES}${id}`];
  },
  async load(tx, keys) {
    const ids = keys.filter((key) => !key.startsWith(LINES));
    const linesIds = keys.filter((key) => key.startsWith(LINES)).map((key) => key.slice(LINES.length));
    const bills = await loadRows(tx, figureBillTable, 'bill_id', ids);
    const amounts = await loadRows(tx, figureBillAmountTable, 'lines_id', linesIds);
    const parts = await loadRows(tx, figureBillPartTable, 'lines_id', linesIds);
    const states = new Map<string, BillFigures | LineFigures>();
    for (const row of bills) {
      const { customer_id: customerId, lines_id: linesId, month, version, position } = row;
      states.set(row.bill_id, { customerId, month, version, position, linesId });
    }
    for (const id of linesIds) {
      const own = <Row extends { lines_id: string }>(rows: readonly Row[]): Row[] =>
        rows.filter(({ lines_id }) => lines_id === id);
      const state = { amounts: own(amounts), parts: own(parts) };
      if (state.amounts.length + state.parts.length > 0) states.set(`${LINES}${id}`, state);
    }
    return states;
  },
  apply(state, event, key) {
    if (event.type === 'BillPartRecorded') {
      const { part, parts, text } = event.data;
      const before = state && 'parts' in state ? state : { amounts: [], parts: [] };
      return withPart(before, { lines_id: key.slice(LINES.length), part, parts, text });
    }
    if (event.type !== 'BillCreated') throw new Error(`${event.type} is not of a bill`);
    if (key.startsWith(LINES))
      return { amounts: amountsOf(key.slice(LINES.length), event.data.lines), parts: [] };
    const { customerId, month, version, linesIn } = event.data;
    const position = Number(event.position);
    return { customerId, month, version, position, linesId: linesIn?.id ?? key };
  },
  save(tx, changed) {
    const bills: [string, BillFigures][] = [];
    const lines: [string, LineFigures][] = [];
    for (const [key, state] of changed)
      if ('parts' in state) lines.push([key.slice(LINES.length), state]);
      else bills.push([key, state]);
    upsertRows(
      tx,
      figureBillTable,
      bills.map(([bill_id, { customerId, month, version, position, linesId }]) => ({
        bill_id,
        customer_id: customerId,
        month,
        version,
        position,
        lines_id: linesId,
      })),
    );
    upsertRows(
      tx,
      figureBillAmountTable,
      lines.flatMap(([, { amounts }]) => amounts),
    );
    deleteRows(
      tx,
      figureBillPartTable,
      'lines_id',
      lines.map(([id]) => id),
    );
    for (const [, { parts }] of lines) for (const part of parts) upsertRows(tx, figureBillPartTable, [part]);
  },
};

/** With one more part. The last one turns the parts into amounts, and none is kept. */
function withPart(before: LineFigures, part: BillPartRow): LineFigures {
  if (before.amounts.length > 0) return before;
  const parts = [...before.parts.filter((one) => one.part !== part.part), part].sort(
    (one, other) => one.part - other.part,
  );
  if (parts.length < part.parts) return { amounts: [], parts };
  const { lines } = partedSchema.parse(JSON.parse(parts.map(({ text }) => text).join('')));
  return { amounts: amountsOf(part.lines_id, lines), parts: [] };
}

/** The amounts of lines, by kind. */
function amountsOf(lines_id: string, lines: readonly BillLine[]): BillAmountRow[] {
  const sums = new Map<BillLine['kind'], BillAmountRow>();
  for (const { kind, amountCents, tradingSystemCents, houseCents } of lines) {
    const sum = sums.get(kind);
    sums.set(kind, {
      lines_id,
      kind,
      amount_cents: (sum?.amount_cents ?? 0) + amountCents,
      trading_system_cents: (sum?.trading_system_cents ?? 0) + tradingSystemCents,
      house_cents: (sum?.house_cents ?? 0) + houseCents,
    });
  }
  return [...sums.values()];
}
