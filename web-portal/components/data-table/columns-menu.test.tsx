import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import ColumnsMenu from './columns-menu.tsx';
import { TableView } from './table-view.tsx';
import { keyOf, madeColumns, madeStones, saved, useMadeTable } from './testing/made-table.tsx';
import type { DataTable } from './use-data-table.ts';

const NINE = madeStones(9);

describe('Columns and row height', () => {
  function Chosen({ columns = madeColumns }: { columns?: typeof madeColumns }) {
    const table = useMadeTable(NINE, {}, columns);
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
    const extra = madeColumns.map((column) => (column.id === 'cert' ? { ...column, extra: true } : column));
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
