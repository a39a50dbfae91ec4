import { configure, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, vi } from 'vitest';
import type { Column } from '../column.ts';
import { FilterBar } from '../filter-bar.tsx';
import { Pager } from '../pager.tsx';
import type { SavedTable } from '../saved-table.ts';
import { TableView } from '../table-view.tsx';
import type { FilterPanelState } from '../use-filter-panel.ts';
import { useDataTable, type DataTable } from '../use-data-table.ts';

// The filters' popover is loaded when it is first needed; nothing is asserted about how long that takes.
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });

export type MadeStone = { name: string; weight: number; shape?: string; cert?: string; day?: string };

export const madeColumns: readonly Column<MadeStone>[] = [
  { id: 'name', label: 'Parcel Name', kind: 'text', read: (row) => row.name, print: (row) => row.name },
  {
    id: 'weight',
    label: 'Weight',
    kind: 'number',
    read: (row) => row.weight,
    print: (row) => row.weight.toFixed(2),
  },
  { id: 'shape', label: 'Shape', kind: 'choice', read: (row) => row.shape, print: (row) => row.shape ?? '' },
  { id: 'day', label: 'Last Action', kind: 'date', read: (row) => row.day, print: (row) => row.day ?? '' },
  { id: 'cert', label: 'Cert', kind: 'text', read: (row) => row.cert, print: (row) => row.cert ?? '' },
];
export const keyOf = (row: MadeStone): string => row.name;
/** Stones P0, P1 and on, of weights in another order: every other one is round, every third has no certificate. */
export const madeStones = (count: number): MadeStone[] =>
  Array.from({ length: count }, (_, place) => ({
    name: `P${place}`,
    weight: (place * 7) % count,
    shape: place % 2 ? 'Round' : 'Oval',
    ...(place % 3 ? { cert: `C${place}` } : {}),
  }));

const FOLDED: FilterPanelState = {
  columns: [],
  open: false,
  pinned: false,
  place: 'above',
  setOpen: () => {},
  setPinned: () => {},
  noteHeight: () => {},
};

/** Called with the name of a row that is opened. */
export const opened = vi.fn<(name: string) => void>();
/** Called with what a table saves. */
export const saved = vi.fn<(state: SavedTable) => void>();
beforeEach(() => {
  opened.mockReset();
  saved.mockReset();
});

/** A table of these rows by weight, as it was saved before. */
export const useMadeTable = (
  rows: readonly MadeStone[],
  before?: unknown,
  columns: readonly Column<MadeStone>[] = madeColumns,
): DataTable<MadeStone> =>
  useDataTable({
    rows,
    columns,
    keyOf,
    defaultSort: { column: 'weight', descending: false },
    saved: before,
    save: saved,
  });

function Table({ rows, before }: { rows: readonly MadeStone[]; before: unknown }) {
  const table = useMadeTable(rows, before);
  return (
    <>
      <p data-testid="selected">{table.selected.map(keyOf).join(' ')}</p>
      <FilterBar table={table} first={['name', 'weight', 'shape']} panel={FOLDED} />
      <TableView table={table} label="Stones" describeRow={keyOf} onOpen={(row) => opened(row.name)} />
      <Pager table={table} fitted />
    </>
  );
}

/** Shows a table with its filters and pages. */
export function showRows(rows: readonly MadeStone[], before?: unknown): UserEvent {
  render(<Table rows={rows} before={before} />);
  return userEvent.setup();
}
export const showTable = (count: number, before?: unknown): UserEvent => showRows(madeStones(count), before);

/** The rows in sight, also while a filter is open, behind which the page is hidden from screen readers. */
export const shown = (): string[] =>
  screen
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) => row.dataset['key']!);
export const selected = (): string => screen.getByTestId('selected').textContent;
export const box = (name: string): HTMLElement => screen.getByRole('checkbox', { name: `Select ${name}` });
export const filter = (name: string | RegExp): HTMLElement =>
  within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name });
export const input = (name: string): HTMLElement => screen.getByRole('textbox', { name });
