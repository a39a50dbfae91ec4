import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { filter, madeStones, saved, showRows, showTable, shown } from './testing/made-table.tsx';

// Without a layout nothing has a parent that it is drawn in.
beforeAll(
  () =>
    void Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
      configurable: true,
      get: () => document.body,
    }),
);

describe('Filters', () => {
  it('are hidden up to 5 rows', () => {
    showTable(5);
    expect(screen.queryByRole('searchbox', { name: 'Parcel Name' })).not.toBeInTheDocument();
  });
  it('are shown above 5 rows', () => {
    showTable(6);
    expect(screen.getByRole('searchbox', { name: 'Parcel Name' })).toBeVisible();
  });
  it('are shown for fewer rows when saved filters exist, and apply', () => {
    showTable(4, { filters: { shape: { kind: 'choice', values: ['Round'] } } });
    expect(filter('Shape: Round')).toBeVisible();
    expect(shown().toSorted()).toEqual(['P1', 'P3']);
  });
  it('a text filter lets rows with an undefined value pass', async () => {
    const user = showTable(9);
    await user.click(filter(/^More/));
    await user.click(filter('Cert'));
    await user.type(await screen.findByRole('searchbox', { name: /Cert contains/ }), 'c8');
    expect(shown().toSorted()).toEqual(['P0', 'P3', 'P6', 'P8']);
  });
  it('a range is open-ended where a bound is missing', async () => {
    const user = showTable(12);
    await user.click(filter('Weight'));
    await user.type(await screen.findByRole('textbox', { name: 'From' }), '9');
    expect(shown()).toHaveLength(3);
    await user.type(screen.getByRole('textbox', { name: 'To' }), '9.5');
    expect(shown()).toHaveLength(1);
  });
  it("a multi-select shows 'All' while it is empty, and each value with its count", async () => {
    const user = showTable(9);
    await user.click(filter('Shape'));
    expect(await screen.findByRole('checkbox', { name: 'All' })).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: /Round\s*4/ }));
    expect(screen.getByRole('checkbox', { name: 'All' })).not.toBeChecked();
    expect(shown()).toHaveLength(4);
    await user.click(screen.getByRole('checkbox', { name: 'All' }));
    expect(shown()).toHaveLength(9);
  });
  it('a multi-select shows a chosen value that no row has any more, so that it can be taken back', async () => {
    const user = showTable(9, { filters: { shape: { kind: 'choice', values: ['Round', 'Pear'] } } });
    await user.click(filter(/^Shape/));
    const gone = await screen.findByRole('checkbox', { name: /Pear\s*0/ });
    expect(gone).toBeChecked();
    await user.click(gone);
    expect(screen.queryByRole('checkbox', { name: /Pear/ })).not.toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: /Round/ })).toBeChecked();
  });
  it("a multi-select shows '(blank)' for blank values, which can be chosen", async () => {
    const user = showRows([...madeStones(6), { name: 'bare', weight: 9 }]);
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
    showRows([...madeStones(6), { name: 'dated', weight: 9, day: '2026-11-02' }], {
      filters: { day: { kind: 'days', from: '2026-01-01', to: null } },
    });
    expect(shown()).toEqual(['dated']);
  });
  it('a range has a small distribution above it', async () => {
    const user = showTable(12);
    await user.click(filter('Weight'));
    expect(await screen.findByRole('img', { name: 'From 0 to 11' })).toBeVisible();
  });
  it('Clear Filters is disabled while there are none', () => {
    showTable(9);
    expect(filter('Clear Filters')).toBeDisabled();
  });
  it('/ goes to the first of them', async () => {
    const user = showTable(9);
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Parcel Name' })).toHaveFocus();
  });
  it('/ goes there from a row that was just ticked too', async () => {
    const user = showTable(9);
    await user.click(screen.getAllByRole('checkbox', { name: /^Select P/ })[0]!);
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Parcel Name' })).toHaveFocus();
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Parcel Name' })).toHaveValue('/');
  });
  it('are saved as they change, and Clear Filters takes them all away', async () => {
    const user = showTable(9);
    await user.type(screen.getByRole('searchbox', { name: 'Parcel Name' }), 'p1');
    expect(saved.mock.lastCall?.[0].filters).toEqual({ name: { kind: 'text', text: 'p1' } });
    await user.click(filter('Clear Filters'));
    expect(saved.mock.lastCall?.[0].filters).toEqual({});
    expect(shown()).toHaveLength(9);
  });
  it('that were saved and cannot be read are as if not saved', () => {
    showTable(9, { filters: { name: { kind: 'nonsense' } }, pageSize: -3 });
    expect(shown()).toHaveLength(9);
  });
});
