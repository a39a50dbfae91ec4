import type { Column } from './column.ts';
import { textWidth, widthOnTwoLines } from './text-width.ts';

/** Pixels, as the styles of each setting have them: text, headings, between columns, checkboxes; `tracking` in em. */
type Setting = {
  name: 'roomy' | 'tight' | 'close';
  text: number;
  head: number;
  tracking: number;
  gap: number;
  check: number;
  /** Columns that take two lines. */
  wraps: readonly Column<unknown>['wraps'][];
};
export const ROOMY: Setting = {
  name: 'roomy',
  text: 13,
  head: 11.5,
  tracking: 0,
  gap: 12,
  check: 36,
  wraps: ['always'],
};
export const TIGHT: Setting = {
  name: 'tight',
  text: 12,
  head: 11,
  tracking: -0.01,
  gap: 6,
  check: 30,
  wraps: ['always', 'tight'],
};
export const CLOSE: Setting = {
  name: 'close',
  text: 11.5,
  head: 11,
  tracking: -0.01,
  gap: 5,
  check: 28,
  wraps: ['always', 'tight', 'close'],
};

/** A longer text ends in '…'. */
const WIDEST = 240;
/** Bold figures and headings are wider than plain ones. */
const BOLD = 1.05;
/** Pinned columns take no more than this share of the table's room. */
const MOST_PINNED = 0.45;

/** What stands in one cell: a column, or columns of a group. */
type Cell<Row> = { id: string; lead: Column<Row>; columns: readonly Column<Row>[] };

export type PlacedCell<Row> = Cell<Row> & {
  width: number;
  /** Of each column. */
  headings: readonly string[];
  /** Its text may take two lines. */
  wraps: boolean;
  /** A text of the list is longer than it is wide, and ends in '…'. */
  cuts: boolean;
  pinned: 'left' | 'right' | undefined;
  /** Pixels from the edge it is pinned to. */
  offset: number;
};

/** The setting in which all columns are in sight; set closely, it may scroll sideways. */
type Fit = Setting['name'] | 'scrolls';

export type TableLayout<Row> = {
  cells: readonly PlacedCell<Row>[];
  fit: Fit;
  /** Of the whole table. */
  width: number;
  /** Of the column of checkboxes. */
  check: number;
};

/** Neighbours of the same group share a cell: symbols always, texts where the table is set closely. */
function cellsOf<Row>(columns: readonly Column<Row>[], { name }: Setting): Cell<Row>[] {
  const cells: Cell<Row>[] = [];
  for (const column of columns) {
    const last = cells.at(-1);
    const shares = column.symbol === true || name === 'close';
    if (shares && last && column.group !== undefined && last.lead.group === column.group)
      cells[cells.length - 1] = { ...last, columns: [...last.columns, column] };
    else cells.push({ id: column.id, lead: column, columns: [column] });
  }
  return cells;
}

/** Pixels that a column needs for its heading and for the widest of its texts; `cuts` when that text has to be cut. */
export function columnWidth<Row>(
  column: Column<Row>,
  widest: readonly Row[],
  setting: Setting,
): { width: number; cuts: boolean } {
  const { symbol, widest: most = WIDEST, beside = 0, look } = column;
  const least = leastWidth(column, setting) ?? 0;
  if (symbol) return { width: least, cuts: false };
  const measure = setting.wraps.includes(column.wraps) ? widthOnTwoLines : textWidth;
  const size = setting.text * (look === 'strong' ? BOLD : 1);
  const em = (text: string): number => measure(text) + text.length * setting.tracking;
  const text = Math.max(0, ...widest.map((row) => em(column.print(row)))) * size + beside;
  const longest = most * (setting.text / ROOMY.text);
  const head = widthOnTwoLines(headingOf(column, setting)) * setting.head * BOLD;
  const width = Math.ceil(Math.max(least, Math.min(longest, text), head));
  return { width: width + setting.gap, cuts: text > width };
}

const leastWidth = <Row>({ width, narrow = width }: Column<Row>, { name }: Setting): number | undefined =>
  name === 'close' ? narrow : width;

const headingOf = <Row>({ label, short = label }: Column<Row>, { name }: Setting): string =>
  name === 'close' ? short : label;

type Options<Row> = {
  columns: readonly Column<Row>[];
  /** Rows of the whole list that have the widest texts of a column. */
  widestOf: (column: string) => readonly Row[];
  /** Whether there is a column of checkboxes. */
  selects: boolean;
  /** Pixels from edge to edge; undefined where nothing is drawn. */
  room: number | undefined;
};

/**
 * How wide each column is: as the texts of the whole list are, so that nothing moves from page to page. Where that does
 * not fit, the table is set tightly, then closely; where that does not either, it scrolls sideways, and only whole
 * columns are in sight before it is scrolled (product: Stone table).
 */
export function layOut<Row>({ columns, widestOf, selects, room }: Options<Row>): TableLayout<Row> {
  const set = (setting: Setting): Set<Row> => {
    const cells = cellsOf(columns, setting);
    const needs = cells.map(({ columns: inside }) =>
      inside.map((column) => columnWidth(column, widestOf(column.id), setting)),
    );
    const widths = cells.map(({ lead }, place) => {
      const each = needs[place]!.map(({ width }) => width);
      return lead.symbol ? sumOf(each) : Math.max(...each);
    });
    const cuts = needs.map((each) => each.some((one) => one.cuts));
    return { setting, widths, cuts, check: selects ? setting.check : 0, cells };
  };
  const roomy = set(ROOMY);
  if (room === undefined) return placed(roomy);
  for (const one of [roomy, set(TIGHT)]) if (widthOf(one) <= room) return placed(spread(one, room));
  const close = set(CLOSE);
  return widthOf(close) <= room ? placed(spread(close, room)) : scrolling(close, room);
}

type Set<Row> = {
  cells: readonly Cell<Row>[];
  widths: readonly number[];
  cuts: readonly boolean[];
  check: number;
  setting: Setting;
};

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
const widthOf = <Row>({ widths, check }: Set<Row>): number => check + sumOf(widths);

/** What is left of the room goes to the columns of texts among those `among`, by their widths. */
function spread<Row>(set: Set<Row>, room: number, among = set.cells): Set<Row> {
  const takes = set.cells.map((cell) => !cell.lead.symbol && among.includes(cell));
  const base = sumOf(set.widths.filter((_, place) => takes[place]));
  let left = room - widthOf(set);
  if (left <= 0 || base === 0) return set;
  const each = left / base;
  const widths = set.widths.map((width, place) => {
    const more = takes[place] ? Math.min(left, Math.round(width * each)) : 0;
    left -= more;
    return width + more;
  });
  const last = takes.lastIndexOf(true);
  widths[last]! += left;
  return { ...set, widths };
}

function placed<Row>(
  set: Set<Row>,
  fit: Fit = set.setting.name,
  pins = set.cells.map(({ lead }) => lead.pinned),
): TableLayout<Row> {
  const { cells, widths, cuts, check, setting } = set;
  return {
    fit,
    check,
    width: widthOf(set),
    cells: cells.map((cell, place): PlacedCell<Row> => {
      const pinned = pins[place];
      const before =
        pinned === 'left' ? check + sumOf(widths.slice(0, place).filter((_, at) => pins[at])) : 0;
      const after = pinned === 'right' ? sumOf(widths.slice(place + 1)) : 0;
      return {
        ...cell,
        width: widths[place]!,
        headings: cell.columns.map((column) => headingOf(column, setting)),
        wraps: setting.wraps.includes(cell.lead.wraps),
        cuts: cuts[place]!,
        pinned,
        offset: before + after,
      };
    }),
  };
}

/** The table is wider than its room: what is pinned stays, and the columns between them that fit fill it exactly. */
function scrolling<Row>(close: Set<Row>, room: number): TableLayout<Row> {
  const pins = close.cells.map(({ lead }) => lead.pinned);
  const pinnedWidth = (): number => close.check + sumOf(close.widths.filter((_, place) => pins[place]));
  for (const [place, { lead }] of close.cells.entries())
    if (lead.pinned === 'right' && !lead.symbol && pinnedWidth() > room * MOST_PINNED)
      pins[place] = undefined;

  const zone = room - pinnedWidth();
  const inSight: Cell<Row>[] = [];
  let used = 0;
  for (const [place, cell] of close.cells.entries()) {
    if (pins[place] !== undefined) continue;
    if (used + close.widths[place]! > zone) break;
    used += close.widths[place]!;
    inSight.push(cell);
  }
  return placed(spread(close, widthOf(close) + zone - used, inSight), 'scrolls', pins);
}
