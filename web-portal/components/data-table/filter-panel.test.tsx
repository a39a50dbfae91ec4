import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Column } from './column.ts';
import { FilterBar } from './filter-bar.tsx';
import type { Filters } from './filters.ts';
import type { SavedTable } from './saved-table.ts';
import { useDataTable } from './use-data-table.ts';

vi.setConfig({ testTimeout: 60_000 });

type Stone = { name: string; weight: number; colour?: string; shape: string };

const COLOURS = ['D', 'E', 'F', 'G', 'H'];
const columns: readonly Column<Stone>[] = [
  { id: 'name', label: 'Parcel Name', kind: 'text', read: (row) => row.name, print: (row) => row.name },
  {
    id: 'weight',
    label: 'Weight',
    kind: 'number',
    unit: 'ct',
    read: (row) => row.weight,
    print: (row) => row.weight.toFixed(2),
  },
  {
    id: 'colour',
    label: 'Colour',
    kind: 'choice',
    rank: (value) => COLOURS.indexOf(value),
    read: (row) => row.colour,
    print: (row) => row.colour ?? '',
  },
  {
    id: 'shape',
    label: 'Shape',
    kind: 'choice',
    picture: (value) => <svg aria-hidden data-drawing={value} />,
    read: (row) => row.shape,
    print: (row) => row.shape,
  },
];
/** 1 D, 2 E, 3 F, 4 G, 5 H and one without a colour; every other one is round. */
const STONES: readonly Stone[] = [...'DEEFFFGGGGHHHHH', undefined].map((colour, place) => ({
  name: `P${place}`,
  weight: place + 1,
  shape: place % 2 ? 'Oval' : 'Round',
  ...(colour && { colour }),
}));

const saved = vi.fn<(state: SavedTable) => void>();
beforeEach(() => void saved.mockReset());
const filters = (): Filters => saved.mock.lastCall![0].filters;

function Bar({ of }: { of: readonly string[] }) {
  const table = useDataTable({
    rows: STONES,
    columns,
    keyOf: (row) => row.name,
    defaultSort: { column: 'weight', descending: false },
    saved: {},
    save: saved,
  });
  const [open, setOpen] = useState(false);
  const [pinned, setPinned] = useState(false);
  return (
    <FilterBar
      table={table}
      first={['name', 'weight', 'colour']}
      panel={{ columns: of, open, pinned, place: 'above', setOpen, setPinned, noteHeight: () => {} }}
    />
  );
}
const unfolded = async (of: readonly string[] = ['shape', 'weight', 'colour', 'price']) => {
  render(<Bar of={of} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Filter panel' }));
  return user;
};
const steps = (name: string): HTMLElement => screen.getByRole('toolbar', { name });
const step = (name: string): HTMLElement => within(steps('Colour')).getByRole('button', { name });
const chosen = (): (string | null)[] =>
  within(steps('Colour'))
    .getAllByRole('button', { pressed: true })
    .map((button) => button.getAttribute('aria-label'));

describe('Filters by hand (product: Filters by hand)', () => {
  it('unfold side by side, with those that the list has; their buttons leave the bar meanwhile', async () => {
    const user = await unfolded();
    const panel = screen.getByRole('region', { name: 'Filter panel' });
    const parts = [...panel.querySelectorAll('[role=group], [role=toolbar]')];
    expect(parts.map((each) => each.getAttribute('aria-label'))).toEqual(['Shape', 'Weight', 'Colour']);
    const bar = within(screen.getByRole('group', { name: 'Filters' }));
    expect(bar.queryByRole('button', { name: 'Weight' })).toBeNull();
    expect(bar.getByRole('searchbox', { name: 'Parcel Name' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Filter panel' }));
    expect(screen.queryByRole('region', { name: 'Filter panel' })).toBeNull();
    expect(bar.getByRole('button', { name: 'Weight' })).toBeVisible();
  });
  it('are not offered where the list has none of them', () => {
    render(<Bar of={['price']} />);
    expect(screen.queryByRole('button', { name: 'Filter panel' })).toBeNull();
  });
  it('can be pinned', async () => {
    const user = await unfolded();
    const pin = screen.getByRole('button', { name: 'Keep the filter panel open' });
    expect(pin).toHaveAttribute('aria-pressed', 'false');
    await user.click(pin);
    expect(pin).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('Steps of grades', () => {
  it("say how many stones there are at each, in the attribute's order, the blank last", async () => {
    await unfolded();
    expect(
      within(steps('Colour'))
        .getAllByRole('button')
        .map((each) => each.getAttribute('aria-label')),
    ).toEqual(['D, 1', 'E, 2', 'F, 3', 'G, 4', 'H, 5', '(blank), 1']);
  });
  it("'All' is seen as long as nothing is chosen, and takes the choice back", async () => {
    const user = await unfolded();
    const all = screen.getByRole('button', { name: 'Colour: All' });
    expect(all).toHaveAttribute('aria-pressed', 'true');
    await user.click(step('D, 1'));
    expect(all).toHaveAttribute('aria-pressed', 'false');
    await user.click(all);
    expect(filters()).toEqual({});
    expect(all).toHaveAttribute('aria-pressed', 'true');
  });
  it('a press chooses one, or takes it back', async () => {
    const user = await unfolded();
    await user.click(step('D, 1'));
    await user.click(step('F, 3'));
    expect(filters()).toEqual({ colour: { kind: 'choice', values: ['D', 'F'] } });
    await user.click(step('D, 1'));
    expect(filters()).toEqual({ colour: { kind: 'choice', values: ['F'] } });
  });
  it('Shift chooses from the last one to this one', async () => {
    const user = await unfolded();
    await user.click(step('G, 4'));
    await user.keyboard('{Shift>}');
    await user.click(step('E, 2'));
    await user.keyboard('{/Shift}');
    expect(filters()).toEqual({ colour: { kind: 'choice', values: ['E', 'F', 'G'] } });
    expect(chosen()).toEqual(['E, 2', 'F, 3', 'G, 4']);
  });
  it('a stroke over several chooses from the first to the last', async () => {
    const user = await unfolded();
    await user.pointer([
      { keys: '[MouseLeft>]', target: step('E, 2') },
      { target: step('F, 3') },
      { target: step('H, 5') },
      { target: step('G, 4') },
      { keys: '[/MouseLeft]', target: step('G, 4') },
    ]);
    expect(chosen()).toEqual(['E, 2', 'F, 3', 'G, 4']);
  });
  it('a stroke that comes back to where it began chooses that one', async () => {
    const user = await unfolded();
    await user.pointer([
      { keys: '[MouseLeft>]', target: step('E, 2') },
      { target: step('F, 3') },
      { target: step('E, 2') },
      { keys: '[/MouseLeft]', target: step('E, 2') },
    ]);
    expect(chosen()).toEqual(['E, 2']);
  });
  it('are one stop of Tab; the arrows go along them, Space chooses, Shift with an arrow chooses a run', async () => {
    const user = await unfolded();
    const inOrder = (): number =>
      within(steps('Colour'))
        .getAllByRole('button')
        .filter((each) => each.tabIndex === 0).length;
    expect(inOrder()).toBe(1);
    step('D, 1').focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(step('F, 3')).toHaveFocus();
    await user.keyboard(' ');
    expect(chosen()).toEqual(['F, 3']);
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    expect(chosen()).toEqual(['F, 3', 'G, 4', 'H, 5']);
    await user.keyboard('{Home}');
    expect(step('D, 1')).toHaveFocus();
    expect(inOrder()).toBe(1);
  });
  it('count under the other filters, and stay where nothing is left of them', async () => {
    const user = await unfolded();
    await user.type(screen.getByRole('textbox', { name: 'Weight from (ct)' }), '11');
    await waitFor(() => expect(step('D, 0')).toBeVisible());
    expect(step('H, 5')).toBeVisible();
    await user.click(step('H, 5'));
    await waitFor(() => expect(step('G, 0')).toBeVisible());
    expect(step('(blank), 1')).toBeVisible();
  });
});

describe('Shapes', () => {
  it('are buttons with their drawings', async () => {
    const user = await unfolded();
    const round = within(steps('Shape')).getByRole('button', { name: 'Round, 8' });
    expect(round.querySelector('[data-drawing="Round"]')).not.toBeNull();
    await user.click(round);
    expect(filters()).toEqual({ shape: { kind: 'choice', values: ['Round'] } });
  });
});

describe('Ranges', () => {
  const hand = (name: string): HTMLInputElement => screen.getByRole('slider', { name });
  it('are typed, open at the end that is not', async () => {
    const user = await unfolded();
    await user.type(screen.getByRole('textbox', { name: 'Weight to (ct)' }), '4');
    expect(filters()).toEqual({ weight: { kind: 'range', min: null, max: 4 } });
    expect(screen.getByRole('button', { name: 'Weight: All' })).toHaveAttribute('aria-pressed', 'false');
    await user.click(screen.getByRole('button', { name: 'Weight: All' }));
    expect(filters()).toEqual({});
  });
  it('are set by two hands, which say where they are', async () => {
    await unfolded();
    const [from, to] = [hand('Weight from'), hand('Weight to')];
    expect(from).toHaveAttribute('aria-valuetext', 'Any');
    fireEvent.change(to, { target: { value: '5' } });
    const { weight } = filters();
    expect(weight).toEqual({ kind: 'range', min: null, max: expect.any(Number) as number });
    expect(to.getAttribute('aria-valuetext')).toMatch(/^[\d.]+ ct$/);
    fireEvent.change(from, { target: { value: '9' } });
    expect(Number(from.value)).toBe(4);
    fireEvent.change(to, { target: { value: to.max } });
    expect(filters()).toEqual({ weight: { kind: 'range', min: expect.any(Number) as number, max: null } });
  });
  it('a hand at its end leaves the range open there', async () => {
    await unfolded();
    fireEvent.change(hand('Weight from'), { target: { value: '5' } });
    fireEvent.change(hand('Weight from'), { target: { value: '0' } });
    expect(filters()).toEqual({});
  });
});
