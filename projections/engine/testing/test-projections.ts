import type { ProjectedEvent, Projection } from '../projection.ts';
import { deleteRows, loadRows, upsertRows } from '../rows.ts';
import { bigint, column, int, readTable, text } from '../table.ts';

// Two small projections that the engine's tests run: rows with children of one stream, and counts over all streams.

type NotesState = { readonly reasons: readonly string[]; readonly cents: number; readonly position: string };

const notesTables = (prefix: string) => ({
  noted: readTable(`${prefix}noted_stone`, {
    columns: { parcel: text(), cents: int(), position: bigint(), state: column<NotesState>('jsonb') },
    key: ['parcel'],
  }),
  note: readTable(`${prefix}stone_note`, {
    columns: { parcel: text(), place: int(), reason: text() },
    key: ['parcel', 'place'],
  }),
});

/** What makes an event of the tests fail: in `keysOf`, in `apply`, or when its rows are written. */
export type Faults = { keys?: string; apply?: string; write?: string; defect?: boolean };

const reasonOf = (event: ProjectedEvent): string =>
  event.type === 'StoneWithdrawn' ? event.data.reason : '';

export type NotesOptions = {
  version?: number;
  zone?: string;
  faults?: Faults;
  name?: string;
  /** Before its tables' names: projections of which several are live publish different ones. */
  prefix?: string;
  /** Of the table of stones. */
  questionIndexes?: readonly string[];
};

/** Reasons of withdrawals and sums of prices, by parcel. Its faults may be mended while it runs, as new code would. */
export function notesProjection(options: NotesOptions = {}): Projection<NotesState> {
  const faults = options.faults ?? {};
  const { noted, note } = notesTables(options.prefix ?? '');
  return {
    name: options.name ?? 'notes',
    version: options.version ?? 1,
    ...(options.zone && { zone: options.zone }),
    tables: [{ ...noted, questionIndexes: options.questionIndexes ?? [] }, note],
    streams: ['stone-'],
    keysOf(event) {
      if (faults.keys !== undefined && reasonOf(event) === faults.keys)
        throw new Error(`no key for ${faults.keys}`);
      return [event.stream];
    },
    async load(tx, keys) {
      const rows = await loadRows(tx, noted, 'parcel', keys);
      return new Map(rows.map((row) => [row.parcel, row.state]));
    },
    apply(state = { reasons: [], cents: 0, position: '' }, event) {
      const reason = reasonOf(event);
      if (faults.apply !== undefined && reason === faults.apply) throw new Error(`cannot apply ${reason}`);
      return {
        reasons: reason ? [...state.reasons, reason] : state.reasons,
        cents: state.cents + (event.type === 'StoneRepriced' ? event.data.totalCents : 0),
        position: event.position.toString(),
      };
    },
    save(tx, changed) {
      if (faults.defect) tx.write('select no_such_column from vitrine.migration');
      // A number that an int cannot hold, and text that Postgres refuses: what unwritable rows look like.
      const broken = [...changed.values()].some(
        (state) => faults.write !== undefined && state.reasons.includes(faults.write),
      );
      upsertRows(
        tx,
        noted,
        [...changed].map(([parcel, state]) => ({
          parcel,
          cents: broken ? 10_000_000_000 : state.cents,
          position: state.position,
          state,
        })),
      );
      deleteRows(tx, note, 'parcel', [...changed.keys()]);
      upsertRows(
        tx,
        note,
        [...changed].flatMap(([parcel, state]) =>
          state.reasons.map((reason, place) => ({ parcel, place, reason })),
        ),
      );
    },
  };
}

const count = readTable('type_count', { columns: { type: text(), events: int() }, key: ['type'] });

/** How many events of each type there were, whatever their stream. */
export function countsProjection(): Projection<number> {
  return {
    name: 'counts',
    version: 1,
    tables: [count],
    streams: ['stone-', 'vendor-'],
    keysOf: (event) => [event.type],
    async load(tx, keys) {
      const rows = await loadRows(tx, count, 'type', keys);
      return new Map(rows.map((row) => [row.type, row.events]));
    },
    apply: (state = 0) => state + 1,
    save: (tx, changed) =>
      upsertRows(
        tx,
        count,
        [...changed].map(([type, events]) => ({ type, events })),
      ),
  };
}
