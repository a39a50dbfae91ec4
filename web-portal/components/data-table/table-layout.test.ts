import { describe, expect, it } from 'vitest';
import type { Column } from './column.ts';
import { CLOSE, columnWidth, layOut, ROOMY, TIGHT } from './table-layout.ts';
import { textWidth, widthOnTwoLines } from './text-width.ts';

type Row = Record<string, string>;
const column = (id: string, more: Partial<Column<Row>> = {}): Column<Row> => ({
  id,
  label: id,
  kind: 'text',
  read: (row) => row[id],
  print: (row) => row[id] ?? '',
  ...more,
});
const symbol = (id: string, more: Partial<Column<Row>> = {}) =>
  column(id, { symbol: true, width: 24, group: 'marks', ...more });

describe('The width of a text', () => {
  it('is the sum of its characters, figures being equally wide', () =>
    expect([textWidth('11'), textWidth('00'), textWidth('i'), textWidth('W')]).toEqual([
      1.3, 1.3, 0.24, 1.01,
    ]));
  it('on two lines is that of the wider line, broken where that is narrowest', () => {
    expect(widthOnTwoLines('Ideal Cushion')).toBe(textWidth('Cushion'));
    expect(widthOnTwoLines('Old European Cut')).toBe(textWidth('Old European'));
    expect(widthOnTwoLines('Weight')).toBe(textWidth('Weight'));
    expect(widthOnTwoLines('25464376-23226032128')).toBe(textWidth('23226032128'));
  });
});

describe('The width of a column (product: Stone table)', () => {
  const rows = [{ cert: '12345678901234567890', shape: 'Ideal Cushion' }, { shape: 'Round' }];
  it('is that of its widest text, up to its most', () => {
    expect(columnWidth(column('cert'), rows, ROOMY)).toEqual({
      width: Math.ceil(20 * 0.65 * 13) + ROOMY.gap,
      cuts: false,
    });
    expect(columnWidth(column('cert', { widest: 94 }), rows, ROOMY)).toEqual({
      width: 94 + ROOMY.gap,
      cuts: true,
    });
  });
  it('is never less than its heading needs, on two lines', () => {
    const wide = columnWidth(column('none', { label: 'Measurements' }), rows, ROOMY).width;
    expect(wide).toBeGreaterThan(textWidth('Measurements') * ROOMY.head);
    expect(columnWidth(column('none', { label: 'Parcel Name' }), rows, ROOMY).width).toBeLessThan(wide);
  });
  it('set closely, goes by the short heading and by what is narrow', () => {
    const colour = column('none', { label: 'Colour', short: 'Col', width: 30, narrow: 10 });
    expect(columnWidth(colour, rows, TIGHT).width).toBe(
      Math.ceil(textWidth('Colour') * 11 * 1.05) + TIGHT.gap,
    );
    expect(columnWidth(colour, rows, CLOSE).width).toBe(Math.ceil(textWidth('Col') * 11 * 1.05) + CLOSE.gap);
  });
  it('of symbols is what it says', () => expect(columnWidth(symbol('film'), rows, TIGHT).width).toBe(24));
  it('has room for two lines where it may wrap and is set tightly', () => {
    const shape = column('shape', { wraps: 'tight' });
    const [wide, close] = [columnWidth(shape, rows, ROOMY).width, columnWidth(shape, rows, TIGHT).width];
    expect(close).toBeLessThan(textWidth('Ideal Cushion') * TIGHT.text);
    expect(wide).toBeGreaterThan(textWidth('Ideal Cushion') * ROOMY.text);
  });
});

describe('A table laid out', () => {
  const columns = [
    column('name', { pinned: 'left' }),
    symbol('film'),
    symbol('certificate'),
    ...['a', 'b', 'c', 'd'].map((id) => column(id)),
    column('ppc', { pinned: 'right' }),
    column('total', { pinned: 'right' }),
    symbol('cart', { group: 'cart', pinned: 'right', width: 32 }),
  ];
  const row = Object.fromEntries(columns.map(({ id }) => [id, '0000000000']));
  const at = (room: number | undefined) => layOut({ columns, widestOf: () => [row], selects: true, room });
  const edges = (room: number) => {
    const { cells, check } = at(room);
    let left = check;
    return cells.map((cell) => {
      const from = left;
      left += cell.width;
      return { id: cell.id, pinned: cell.pinned, from, to: left };
    });
  };

  it('shares one cell between symbols of a group', () => {
    expect(at(undefined).cells.map(({ id }) => id)).toEqual([
      'name',
      'film',
      'a',
      'b',
      'c',
      'd',
      'ppc',
      'total',
      'cart',
    ]);
    expect(at(undefined).cells[1]!.width).toBe(48);
  });
  it('fills its room exactly, set tightly where it is scarce', () => {
    expect([at(2000).fit, at(2000).width]).toEqual(['roomy', 2000]);
    const least = at(undefined).width;
    expect([at(least).fit, at(least - 1).fit, at(least - 1).width]).toEqual(['roomy', 'tight', least - 1]);
  });
  it('is set closely before it scrolls: texts of a group stand one above the other', () => {
    const grouped = ['status', 'lastAction', 'measurements'].map((id) =>
      column(id, { label: `${id}: in full`, short: id, ...(id !== 'measurements' && { group: 'state' }) }),
    );
    const of = (room: number | undefined) =>
      layOut({ columns: grouped, widestOf: () => [{ status: '0000000000' }], selects: false, room });
    const tight = of(Array.from({ length: 400 }, (_, room) => room).find((room) => of(room).fit === 'tight'));
    const close = of(tight.width - 1);
    expect([close.fit, close.width]).toEqual(['close', tight.width - 1]);
    expect(tight.cells.map(({ headings }) => headings)).toEqual(grouped.map(({ label }) => [label]));
    expect(close.cells.map(({ headings }) => headings)).toEqual([['status', 'lastAction'], ['measurements']]);
  });
  it('cuts off no column before it is scrolled where not all fit', () => {
    for (let room = 420; room < 700; room += 7) {
      const pinnedFrom =
        room -
        edges(room).reduce((sum, { pinned, from, to }) => sum + (pinned === 'right' ? to - from : 0), 0);
      for (const { id, pinned, from, to } of edges(room))
        if (pinned === undefined)
          expect(from < pinnedFrom && to > pinnedFrom, `${id} at ${room}`).toBe(false);
    }
  });
  it('lets go of prices at the edge, the total last, where they leave no room for the grades', () => {
    const pinned = (room: number) =>
      at(room)
        .cells.filter((cell) => cell.pinned === 'right')
        .map(({ id }) => id);
    expect(pinned(700)).toEqual(['ppc', 'total', 'cart']);
    expect(pinned(520)).toEqual(['total', 'cart']);
  });
  it('pins each column after those before it at its edge', () => {
    const offset = (id: string) => at(700).cells.find((cell) => cell.id === id)!.offset;
    expect([offset('name'), offset('cart'), offset('total')]).toEqual([TIGHT.check, 0, 32]);
  });
});
