import { describe, expect, it } from 'vitest';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import { LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { madeStones } from '../../../testing/made-stones.ts';
import { describeFilter } from '../../../components/data-table/filters.ts';
import { rowOfDesired } from '../../../lists/desire-row.ts';
import type { ListKind } from '../../../lists/list-kinds.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { columnsOf, firstFilters, panelFilters } from './stone-columns.tsx';

const of = (more: Partial<Parameters<typeof columnsOf>[0]> = {}) =>
  columnsOf({
    kind: 'available',
    line: 'natural',
    showPrices: 'WHOLESALE',
    lgAllowed: false,
    attributes: PROGRAM_LISTS,
    today: '2026-11-20',
    v360BaseUrl: 'https://v360.example/?d=',
    ...more,
  });
const labels = (
  showPrices: ShowPrices = 'WHOLESALE',
  kind: ListKind = 'available',
  lgAllowed = false,
): string[] => of({ showPrices, kind, lgAllowed }).map((column) => column.name ?? column.label);

describe('Columns of the shared stone table (product: Stone table)', () => {
  it('are all there, in its order', () => {
    const named = labels();
    const inOrder = [
      'Video',
      'Certificate',
      'Hearts and arrows',
      'Brand',
      'Parcel Name',
      'Lab',
      'Cert',
      'Weight',
      'Shape',
      'Colour',
      'Clarity',
      'Fluorescence',
      'Cut',
      'Polish',
      'Symmetry',
      'Table %',
      'Depth %',
      'Measurements',
      'Ratio',
      'Tier',
      'Rap %',
      'Price per carat',
      'Total',
    ];
    expect(named.filter((label) => inOrder.includes(label))).toEqual(inOrder);
  });
  it('Past has a Last Action date', () =>
    expect([labels('WHOLESALE', 'past').includes('Last Action'), labels().includes('Last Action')]).toEqual([
      true,
      false,
    ]));
  it('lab-grown customers see a Diamond Type column', () =>
    expect([
      labels('WHOLESALE', 'available', true).includes('Diamond Type'),
      labels().includes('Diamond Type'),
    ]).toEqual([true, false]));
});

describe('Price modes (product: Price display; rule: Price modes)', () => {
  it('WHOLESALE adds Rap %', () => expect(labels('WHOLESALE')).toContain('Rap %'));
  it('RETAIL sees prices, but no Rap', () => {
    expect(labels('RETAIL')).toContain('Total');
    expect(labels('RETAIL')).not.toContain('Rap %');
  });
  it('every price in the table reads with $, two decimals and thousands separators (product: Formats)', () => {
    const stone = { ...madeStones(1)[0]!, ppc: 1448.33, total: 1_234_567.89, displayRap: 2_100 };
    const printed = (id: string) =>
      of()
        .find((column) => column.id === id)
        ?.print(stone);
    expect(['ppc', 'rap', 'total'].map(printed)).toEqual(['$1,448.33', '$2,100.00', '$1,234,567.89']);
  });
  it('NONE has no price, nor a column to order or filter by one', () => {
    for (const priced of ['Rap %', 'Price per carat', 'Total']) expect(labels('NONE')).not.toContain(priced);
  });
});

describe('Columns of each line', () => {
  const idsOf = (line: Line, kind: ListKind = 'available'): string[] =>
    of({ line, kind }).map((column) => column.id);
  it('hearts and arrows, the brand and Rap % are natural only', () => {
    for (const id of ['haSleeve', 'brand', 'rapPercent', 'rap']) {
      expect(idsOf('natural')).toContain(id);
      expect(idsOf('labGrown')).not.toContain(id);
      expect(idsOf('fancyColour')).not.toContain(id);
    }
  });
  it('a fancy colour is read in its words, and filtered by colour, intensity and overtone', () => {
    const columns = of({ line: 'fancyColour' });
    const fancy = {
      ...madeStones(1)[0]!,
      colour: 'FANCY',
      colourText: 'Fancy Intense Pink',
      fancyColour: 'Pink',
      fancyIntensity: 'Fancy Intense',
      fancyOvertone: 'None',
    };
    const printed = (id: string): string | undefined =>
      columns.find((column) => column.id === id)?.print(fancy);
    expect(['colour', 'fancyColour', 'fancyIntensity', 'fancyOvertone'].map(printed)).toEqual([
      'Fancy Intense Pink',
      'Pink',
      'Fancy Intense',
      'None',
    ]);
  });
  it('Refill is for past naturals and lab-grown (product: Line calls)', () => {
    expect(idsOf('natural', 'past')).toContain('refill');
    expect(idsOf('labGrown', 'past')).toContain('refill');
    expect(idsOf('fancyColour', 'past')).not.toContain('refill');
    expect(idsOf('jewellery', 'past')).not.toContain('refill');
    expect(idsOf('natural', 'customer')).not.toContain('refill');
  });
  it('a piece of jewellery has no price per carat, and no price at all in NONE', () => {
    expect(idsOf('jewellery')).not.toContain('ppc');
    expect(of({ line: 'jewellery', showPrices: 'NONE' }).map((column) => column.id)).not.toContain('total');
  });
  it('every filter in sight is a column that is there', () => {
    for (const line of LINES)
      for (const id of [...firstFilters(line), ...panelFilters(line)])
        expect(idsOf(line), line).toContain(id);
  });
  it('what is filtered side by side is a choice or a figure', () => {
    for (const line of LINES)
      for (const { kind } of of({ line }).filter(({ id }) => panelFilters(line).includes(id)))
        expect(['choice', 'number']).toContain(kind);
  });
});

describe('What shapes and fancy colours are called', () => {
  const attributes = structuredClone(PROGRAM_LISTS);
  Object.assign(attributes.shapes[0]!, { description: 'Brilliant', blDescription: 'Full cut' });
  attributes.fancyColours[0]!.description = 'Canary';
  const [stone] = madeStones(1);
  const column = (line: Line, id: string) => of({ line, attributes }).find((each) => each.id === id)!;

  it('is shown as the house has it, and filtered by the code: what was saved goes on', () => {
    const shape = column('natural', 'shape');
    const keys = [
      { shapeCode: 'RD', cut: 'EX' },
      { shapeCode: 'RD', cut: 'BL' },
      // Called the same in any cut, it is one choice.
      { shapeCode: 'EM', cut: 'BL' },
      { shapeCode: undefined, cut: 'BL' },
    ].map((graded) => shape.read({ ...stone!, ...graded }));
    expect(keys).toEqual(['RD', 'RD BL', 'EM', undefined]);
    expect(['RD', 'RD BL', 'EM', 'new'].map((key) => shape.called?.(key))).toEqual([
      'Brilliant',
      'Full cut',
      'Emerald',
      'new',
    ]);
    expect(shape.rank?.('RD')).toBeLessThan(shape.rank!('RD BL'));
    expect(shape.rank?.('RD BL')).toBeLessThan(shape.rank!('OV'));
    expect(shape.print({ ...stone!, shapeCode: 'RD', shapeName: 'Brilliant' })).toBe('Brilliant');
    expect(describeFilter(shape, { kind: 'choice', values: ['RD'] })).toBe('Brilliant');
  });
  it('of a fancy colour is another name for the word that the stone carries', () => {
    const colour = column('fancyColour', 'fancyColour');
    const yellow = { ...stone!, fancyColour: 'Yellow' };
    expect([colour.read(yellow), colour.print(yellow), colour.called?.('Yellow')]).toEqual([
      'Yellow',
      'Canary',
      'Canary',
    ]);
    expect(colour.print({ ...stone!, fancyColour: 'Teal' })).toBe('Teal');
    expect(colour.rank?.('Yellow')).toBe(0);
  });
});

describe('Memo clock (rule: Memo clock)', () => {
  const [stone] = madeStones(1);
  const held = { ...stone!, status: 'CUSTOMER' as const, memoDate: '2026-11-01', dueDate: '2026-11-25' };
  const { dueDate: _none, ...undated } = held;
  const column = (id: string) => of({ kind: 'customer' }).find((each) => each.id === id)!;
  const printed = (row: ListRow) => ['daysOut', 'dueDate'].map((id) => column(id).print(row));
  it('shows days out and the due date of what is on memo', () => {
    expect(printed(held)).toEqual(['19', '2026-11-25']);
    expect(column('daysOut').read(held)).toBe(19);
    expect(column('dueDate').read(held)).toBe('2026-11-25');
  });
  it('says that there is no date where none is agreed', () =>
    expect(printed(undated)).toEqual(['19', 'No date']));
  it('is of nothing else', () => expect(printed(stone!)).toEqual(['', '']));
  it('stands in My Inventory alone, and in its spreadsheet', () => {
    expect(of({ kind: 'past' }).some(({ id }) => id === 'dueDate')).toBe(false);
    expect(column('dueDate').exported?.label).toBe('Due back');
  });
});

describe('A request for similar stones among stones', () => {
  const desired = rowOfDesired({
    weight: { minimum: 0.9, maximum: 1.1 },
    shape: ['RD'],
    colour: ['D', 'E', 'F'],
    clarity: [],
    fluorescence: [],
    cut: ['EX', 'VG'],
    polish: [],
    symmetry: [],
  });
  const column = (id: string) => of().find((each) => each.id === id)!;
  it("reads 'Similar Stones', 'All' where nothing is asked, and ranges", () =>
    expect(
      ['certNo', 'weight', 'colour', 'clarity', 'cut', 'parcelName', 'lab', 'ppc'].map((id) =>
        column(id).print(desired),
      ),
    ).toEqual(['Similar Stones', '0.90–1.10', 'D–F', 'All', 'EX, VG', '', '', '']));
  it('is blank to filters where nothing is asked, and sorts by its least weight', () => {
    expect(column('clarity').read(desired)).toBeUndefined();
    expect(column('weight').read(desired)).toBe(0.9);
    expect(column('total').read(desired)).toBeUndefined();
  });
});
