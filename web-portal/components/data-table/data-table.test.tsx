import { cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Column } from './column.ts';
import ColumnsMenu from './columns-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Pager } from './pager.tsx';
import type { SavedTable } from './saved-table.ts';
import { TableView } from './table-view.tsx';
import type { FilterPanelState } from './use-filter-panel.ts';
import { useDataTable, type DataTable } from './use-data-table.ts';

// The filters' popover is loaded when it is first needed; nothing is asserted about how long that takes.
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });

type Stone = { name: string; weight: number; shape?: string; cert?: string; day?: string };

const columns: readonly Column<Stone>[] = [
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
const keyOf = (row: Stone): string => row.name;
const defaultSort = { column: 'weight', descending: false };
const stones = (count: number): Stone[] =>
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
  asSheet: false,
  setOpen: () => {},
  setPinned: () => {},
};

const opened = vi.fn();
const saved = vi.fn<(state: SavedTable) => void>();
beforeEach(() => {
  opened.mockReset();
  saved.mockReset();
});

function Table({ rows, before }: { rows: readonly Stone[]; before?: unknown }) {
  const table = useDataTable({ rows, columns, keyOf, defaultSort, saved: before, save: saved });
  return (
    <>
      <p data-testid="selected">{table.selected.map(keyOf).join(' ')}</p>
      <FilterBar table={table} first={['name', 'weight', 'shape']} panel={FOLDED} />
      <TableView table={table} label="Stones" describeRow={keyOf} onOpen={(row) => opened(row.name)} />
      <Pager table={table} fitted />
    </>
  );
}

const NINE = stones(9);
const showRows = (rows: readonly Stone[], before?: unknown) => {
  render(<Table rows={rows} before={before} />);
  return userEvent.setup();
};
const show = (count: number, before?: unknown) => showRows(stones(count), before);
/** Also while a filter is open, behind which the page is hidden from screen readers. */
const shown = (): string[] =>
  screen
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) => row.dataset['key']!);
const selected = (): string => screen.getByTestId('selected').textContent;
const box = (name: string): HTMLElement => screen.getByRole('checkbox', { name: `Select ${name}` });
const filter = (name: string | RegExp): HTMLElement =>
  within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name });
const input = (name: string): HTMLElement => screen.getByRole('textbox', { name });

describe('Pages (product: Stone table)', () => {
  it('have 15 rows by default', () => {
    show(40);
    expect(shown()).toHaveLength(15);
    expect(screen.getByText('15 of 40')).toBeVisible();
  });
  it('a page number can be typed, from 1', async () => {
    const user = show(40);
    await user.type(input('Page number'), '3{Enter}');
    expect(shown()).toHaveLength(10);
    await user.clear(input('Page number'));
    await user.type(input('Page number'), '99{Enter}');
    expect(input('Page number')).toHaveValue('3');
  });
  it('a page size can be typed', async () => {
    const user = show(40);
    await user.type(input('Page size'), '25{Enter}');
    expect(shown()).toHaveLength(25);
  });
  it('what is no number changes nothing', async () => {
    const user = show(40);
    await user.type(input('Page size'), 'many{Enter}');
    expect(shown()).toHaveLength(15);
  });
});

describe('Pages that fit (product: Stone table)', () => {
  /** What a browser tells of the table's room; jsdom lays nothing out. */
  const inRoom = (height: number): void => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = (): void => {};
        disconnect = (): void => {};
      },
    );
  };
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const fit = (): HTMLElement => screen.getByRole('button', { name: 'Fit' });
  const lastSaved = (): unknown => saved.mock.lastCall?.[0].pageSize;

  it('have as many rows as there is room for, and are remembered', async () => {
    inRoom(40 + 39 * 22 + 20);
    const user = show(100);
    expect(shown()).toHaveLength(15);
    expect(fit()).toHaveAttribute('aria-pressed', 'false');
    await user.click(fit());
    expect(shown()).toHaveLength(22);
    expect(input('Page size')).toHaveValue('22');
    expect(fit()).toHaveAttribute('aria-pressed', 'true');
    expect(lastSaved()).toBe('fit');
  });
  it('come back as they were saved; Fit again, or a typed size, ends it', async () => {
    inRoom(40 + 39 * 30);
    const user = show(100, { pageSize: 'fit' });
    expect(shown()).toHaveLength(30);
    await user.click(fit());
    expect(shown()).toHaveLength(15);
    await user.click(fit());
    await user.type(input('Page size'), '25{Enter}');
    expect(shown()).toHaveLength(25);
    expect(lastSaved()).toBe(25);
    expect(fit()).toHaveAttribute('aria-pressed', 'false');
  });
  it('have lower rows counted as such, and one row at least', () => {
    inRoom(40 + 30 * 20);
    show(100, { pageSize: 'fit', density: 'compact' });
    expect(shown()).toHaveLength(20);
    cleanup();
    inRoom(50);
    show(100, { pageSize: 'fit' });
    expect(shown()).toHaveLength(1);
  });
  it('stay at the rows that were in sight', async () => {
    inRoom(40 + 39 * 30);
    const user = show(100);
    await user.type(input('Page number'), '3{Enter}');
    const [first] = shown();
    await user.click(fit());
    expect(shown()).toContain(first);
  });
});

describe('Sort', () => {
  it('is by weight ascending at first (product: Stone table)', () => {
    show(12);
    expect(shown().map((name) => stones(12).find((row) => row.name === name)!.weight)).toEqual([
      ...Array(12).keys(),
    ]);
    expect(screen.getByRole('columnheader', { name: /Weight/ })).toHaveAttribute('aria-sort', 'ascending');
  });
  it('a heading sorts by its column, and again the other way round', async () => {
    const user = show(12);
    await user.click(screen.getByRole('button', { name: /Parcel Name/ }));
    expect(shown()[0]).toBe('P0');
    await user.click(screen.getByRole('button', { name: /Parcel Name/ }));
    expect(shown()[0]).toBe('P9');
  });
});

describe('Filters', () => {
  it('are hidden up to 5 rows', () => {
    show(5);
    expect(screen.queryByRole('searchbox', { name: 'Parcel Name' })).not.toBeInTheDocument();
  });
  it('are shown above 5 rows', () => {
    show(6);
    expect(screen.getByRole('searchbox', { name: 'Parcel Name' })).toBeVisible();
  });
  it('are shown for fewer rows when saved filters exist, and apply', () => {
    show(4, { filters: { shape: { kind: 'choice', values: ['Round'] } } });
    expect(filter('Shape: Round')).toBeVisible();
    expect(shown().toSorted()).toEqual(['P1', 'P3']);
  });
  it('a text filter lets rows with an undefined value pass', async () => {
    const user = show(9);
    await user.click(filter(/^More/));
    await user.click(filter('Cert'));
    await user.type(await screen.findByRole('searchbox', { name: /Cert contains/ }), 'c8');
    expect(shown().toSorted()).toEqual(['P0', 'P3', 'P6', 'P8']);
  });
  it('a range is open-ended where a bound is missing', async () => {
    const user = show(12);
    await user.click(filter('Weight'));
    await user.type(await screen.findByRole('textbox', { name: 'From' }), '9');
    expect(shown()).toHaveLength(3);
    await user.type(screen.getByRole('textbox', { name: 'To' }), '9.5');
    expect(shown()).toHaveLength(1);
  });
  it("a multi-select shows 'All' while it is empty, and each value with its count", async () => {
    const user = show(9);
    await user.click(filter('Shape'));
    expect(await screen.findByRole('checkbox', { name: 'All' })).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: /Round\s*4/ }));
    expect(screen.getByRole('checkbox', { name: 'All' })).not.toBeChecked();
    expect(shown()).toHaveLength(4);
    await user.click(screen.getByRole('checkbox', { name: 'All' }));
    expect(shown()).toHaveLength(9);
  });
  it("a multi-select shows '(blank)' for blank values, which can be chosen", async () => {
    const user = showRows([...stones(6), { name: 'bare', weight: 9 }]);
    await user.click(filter('Shape'));
    await user.click(await screen.findByRole('checkbox', { name: /\(blank\)\s*1/ }));
    expect(shown()).toEqual(['bare']);
  });
  it('a date range compares by day, both ends included', async () => {
    const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06'];
    const user = showRows(days.map((day, place) => ({ name: day, weight: place, day })));
    await user.click(filter(/^More/));
    await user.click(filter('Last Action'));
    await user.type(await screen.findByLabelText('From'), '2026-11-02');
    await user.type(screen.getByLabelText('To'), '2026-11-04');
    expect(shown()).toEqual(['2026-11-02', '2026-11-03', '2026-11-04']);
    await user.clear(screen.getByLabelText('To'));
    expect(shown()).toHaveLength(5);
  });
  it('by date leave out rows without a date', () => {
    showRows([...stones(6), { name: 'dated', weight: 9, day: '2026-11-02' }], {
      filters: { day: { kind: 'days', from: '2026-01-01', to: null } },
    });
    expect(shown()).toEqual(['dated']);
  });
  it('a range has a small distribution above it', async () => {
    const user = show(12);
    await user.click(filter('Weight'));
    expect(await screen.findByRole('img', { name: 'From 0 to 11' })).toBeVisible();
  });
  it('Clear Filters is disabled while there are none', () => {
    show(9);
    expect(filter('Clear Filters')).toBeDisabled();
  });
  it('/ goes to the first of them', async () => {
    const user = show(9);
    Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
      configurable: true,
      get: () => document.body,
    });
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Parcel Name' })).toHaveFocus();
  });
  it('are saved as they change, and Clear Filters takes them all away', async () => {
    const user = show(9);
    await user.type(screen.getByRole('searchbox', { name: 'Parcel Name' }), 'p1');
    expect(saved.mock.lastCall?.[0].filters).toEqual({ name: { kind: 'text', text: 'p1' } });
    await user.click(filter('Clear Filters'));
    expect(saved.mock.lastCall?.[0].filters).toEqual({});
    expect(shown()).toHaveLength(9);
  });
  it('that were saved and cannot be read are as if not saved', () => {
    show(9, { filters: { name: { kind: 'nonsense' } }, pageSize: -3 });
    expect(shown()).toHaveLength(9);
  });
});

describe('Selection (product: Filters and selection)', () => {
  it('rows that are filtered out become unselected, and rows that come back are selected again', async () => {
    const user = show(9);
    await user.click(box('P1'));
    await user.click(box('P2'));
    await user.type(screen.getByRole('searchbox', { name: 'Parcel Name' }), '2');
    expect(selected()).toBe('P2');
    await user.clear(screen.getByRole('searchbox', { name: 'Parcel Name' }));
    expect(selected().split(' ').toSorted()).toEqual(['P1', 'P2']);
  });
  it('reaches over pages', async () => {
    const user = show(20);
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(selected().split(' ')).toHaveLength(20);
  });
  it('extends from the last row with Shift', async () => {
    const user = show(9);
    const names = shown();
    await user.click(box(names[1]!));
    await user.keyboard('{Shift>}');
    await user.click(box(names[4]!));
    await user.keyboard('{/Shift}');
    expect(selected().split(' ')).toEqual(names.slice(1, 5));
  });
  it('is saved, and comes back', () => {
    show(9, { selected: ['P4'] });
    expect(selected()).toBe('P4');
  });
});

describe('Keyboard', () => {
  const focusFirst = (): void => screen.getAllByRole('row')[1]!.focus();
  it('arrows move between rows, one of which is in the tab order', async () => {
    const user = show(9);
    focusFirst();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(screen.getAllByRole('row')[3]);
    expect(screen.getAllByRole('row').filter((row) => row.tabIndex === 0)).toEqual([document.activeElement]);
  });
  it('the arrow beyond the last row turns the page', async () => {
    const user = show(20);
    focusFirst();
    await user.keyboard('{End}{ArrowDown}');
    expect(input('Page number')).toHaveValue('2');
    expect(document.activeElement).toBe(screen.getAllByRole('row')[1]);
  });
  it('Space selects', async () => {
    const user = show(9);
    focusFirst();
    await user.keyboard(' ');
    expect(selected()).toBe(shown()[0]);
  });
  it('Enter opens', async () => {
    const user = show(9);
    focusFirst();
    await user.keyboard('{Enter}');
    expect(opened).toHaveBeenCalledExactlyOnceWith(shown()[0]);
  });
  it('Esc clears the selection, then the filters', async () => {
    const user = show(9, { filters: { shape: { kind: 'choice', values: ['Oval'] } }, selected: ['P2'] });
    focusFirst();
    await user.keyboard('{Escape}');
    expect([selected(), shown().length]).toEqual(['', 5]);
    await user.keyboard('{Escape}');
    expect(shown()).toHaveLength(9);
  });
});

describe('Columns and row height', () => {
  function Chosen({ columns: chosen = columns }: { columns?: readonly Column<Stone>[] }) {
    const table = useDataTable({ rows: NINE, columns: chosen, keyOf, defaultSort, saved: {}, save: saved });
    const [anchor, setAnchor] = useState<HTMLElement | null>(null);
    return (
      <>
        <button type="button" onClick={(event) => setAnchor(event.currentTarget)}>
          Columns
        </button>
        {anchor && (
          <ColumnsMenu table={table as DataTable<unknown>} anchor={anchor} onClose={() => setAnchor(null)} />
        )}
        <TableView table={table} label="Stones" describeRow={keyOf} onOpen={() => {}} />
      </>
    );
  }
  it('a column can be hidden, and is saved so', async () => {
    render(<Chosen />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Cert' }));
    expect(screen.queryByRole('columnheader', { name: 'Cert', hidden: true })).toBeNull();
    expect(saved.mock.lastCall?.[0].hidden).toEqual(['cert']);
  });
  it('an extra column is there once it is chosen, and is saved so', async () => {
    const extra = columns.map((column) => (column.id === 'cert' ? { ...column, extra: true } : column));
    render(<Chosen columns={extra} />);
    const user = userEvent.setup();
    expect(screen.queryByRole('columnheader', { name: 'Cert' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Cert' }));
    expect(screen.getByRole('columnheader', { name: 'Cert', hidden: true })).toBeInTheDocument();
    expect(saved.mock.lastCall?.[0]).toMatchObject({ hidden: [], added: ['cert'] });
  });
  it('rows can stand closer', async () => {
    render(<Chosen />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('radio', { name: 'Compact' }));
    expect(saved.mock.lastCall?.[0].density).toBe('compact');
  });
});

describe('A row', () => {
  it('that cannot be selected has no checkbox', () => {
    function Picky() {
      const table = useDataTable({ rows: NINE, columns, keyOf, defaultSort, saved: {}, save: saved });
      return (
        <TableView
          table={table}
          label="Stones"
          describeRow={keyOf}
          isSelectable={(row) => row.name !== 'P3'}
          onOpen={() => {}}
        />
      );
    }
    render(<Picky />);
    expect(screen.queryByRole('checkbox', { name: 'Select P3' })).not.toBeInTheDocument();
    expect(box('P4')).toBeVisible();
  });
  it('opens by a press anywhere on it', async () => {
    const user = show(9);
    await user.click(within(screen.getAllByRole('row')[2]!).getByText(shown()[1]!));
    expect(opened).toHaveBeenCalledExactlyOnceWith(shown()[1]);
  });
  it('does not open by a press on its checkbox', async () => {
    const user = show(9);
    await user.click(box('P1'));
    expect(opened).not.toHaveBeenCalled();
  });
});
