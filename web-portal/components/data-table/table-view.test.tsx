import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TableView } from './table-view.tsx';
import {
  box,
  input,
  keyOf,
  madeStones,
  opened,
  selected,
  showTable,
  shown,
  useMadeTable,
} from './testing/made-table.tsx';

const NINE = madeStones(9);

describe('Sort', () => {
  it('is by weight ascending at first (product: Stone table)', () => {
    showTable(12);
    expect(shown().map((name) => madeStones(12).find((row) => row.name === name)!.weight)).toEqual([
      ...Array(12).keys(),
    ]);
    expect(screen.getByRole('columnheader', { name: /Weight/ })).toHaveAttribute('aria-sort', 'ascending');
  });
  it('a heading sorts by its column, and again the other way round', async () => {
    const user = showTable(12);
    await user.click(screen.getByRole('button', { name: /Parcel Name/ }));
    expect(shown()[0]).toBe('P0');
    await user.click(screen.getByRole('button', { name: /Parcel Name/ }));
    expect(shown()[0]).toBe('P9');
  });
});

describe('Selection (product: Filters and selection)', () => {
  it('rows that are filtered out become unselected, and rows that come back are selected again', async () => {
    const user = showTable(9);
    await user.click(box('P1'));
    await user.click(box('P2'));
    await user.type(screen.getByRole('searchbox', { name: 'Parcel Name' }), '2');
    expect(selected()).toBe('P2');
    await user.clear(screen.getByRole('searchbox', { name: 'Parcel Name' }));
    expect(selected().split(' ').toSorted()).toEqual(['P1', 'P2']);
  });
  it('reaches over pages', async () => {
    const user = showTable(20);
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(selected().split(' ')).toHaveLength(20);
  });
  it('extends from the last row with Shift', async () => {
    const user = showTable(9);
    const names = shown();
    await user.click(box(names[1]!));
    await user.keyboard('{Shift>}');
    await user.click(box(names[4]!));
    await user.keyboard('{/Shift}');
    expect(selected().split(' ')).toEqual(names.slice(1, 5));
  });
  it('is saved, and comes back', () => {
    showTable(9, { selected: ['P4'] });
    expect(selected()).toBe('P4');
  });
});

describe('Keyboard', () => {
  const focusFirst = (): void => screen.getAllByRole('row')[1]!.focus();
  it('arrows move between rows, one of which is in the tab order', async () => {
    const user = showTable(9);
    focusFirst();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(screen.getAllByRole('row')[3]);
    expect(screen.getAllByRole('row').filter((row) => row.tabIndex === 0)).toEqual([document.activeElement]);
  });
  it('the arrow beyond the last row turns the page', async () => {
    const user = showTable(20);
    focusFirst();
    await user.keyboard('{End}{ArrowDown}');
    expect(input('Page number')).toHaveValue('2');
    expect(document.activeElement).toBe(screen.getAllByRole('row')[1]);
  });
  it('Space selects', async () => {
    const user = showTable(9);
    focusFirst();
    await user.keyboard(' ');
    expect(selected()).toBe(shown()[0]);
  });
  it('Shift Space selects from the row that was chosen last, however many the arrows passed', async () => {
    const user = showTable(9);
    focusFirst();
    await user.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown}{Shift>} {/Shift}');
    expect(selected().split(' ')).toEqual(shown().slice(0, 4));
  });
  it('Enter opens', async () => {
    const user = showTable(9);
    focusFirst();
    await user.keyboard('{Enter}');
    expect(opened).toHaveBeenCalledExactlyOnceWith(shown()[0]);
  });
  it('Esc clears the selection, then the filters', async () => {
    const user = showTable(9, { filters: { shape: { kind: 'choice', values: ['Oval'] } }, selected: ['P2'] });
    focusFirst();
    await user.keyboard('{Escape}');
    expect([selected(), shown().length]).toEqual(['', 5]);
    await user.keyboard('{Escape}');
    expect(shown()).toHaveLength(9);
  });
});

describe('A row', () => {
  it('says its place in the whole table, on each page', async () => {
    const user = showTable(20);
    const places = () => screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'));
    expect(places().slice(0, 3)).toEqual(['1', '2', '3']);
    const drawn = screen.getAllByRole('row').length - 1;
    screen.getAllByRole('row')[1]!.focus();
    await user.keyboard('{PageDown}');
    expect(places().slice(0, 2)).toEqual(['1', String(drawn + 2)]);
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '21');
  });
  it('that cannot be selected has no checkbox', () => {
    function Picky() {
      const table = useMadeTable(NINE);
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
    const user = showTable(9);
    await user.click(within(screen.getAllByRole('row')[2]!).getByText(shown()[1]!));
    expect(opened).toHaveBeenCalledExactlyOnceWith(shown()[1]);
  });
  it('does not open by a press on its checkbox', async () => {
    const user = showTable(9);
    await user.click(box('P1'));
    expect(opened).not.toHaveBeenCalled();
  });
});
