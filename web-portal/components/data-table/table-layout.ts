import type { Column } from './column.ts';
import { textWidth, widthOnTwoLines } from './text-width.ts';

/** How closely a table is set, in pixels, as its styles have it: text, headings, space between characters (in em) and columns, checkboxes. */
type Setting = { text: number; head: number; tracking: number; gap: number; check: number };
export const ROOMY: Setting = { text: 13, head: 11.5, tracking: 0, gap: 12, check: 36 };
export const TIGHT: Setting = { text: 12, head: 11, tracking: -0.01, gap: 6, check: 30 };

/** A longer text ends in '…'. */
const WIDEST = 240;
/** Bold figures and headings are wider than plain ones. */
const BOLD = 1.05;
/** Pinned columns take no more than this share of the table's room. */
const MOST_PINNED = 0.45;

/** What stands in one cell: a column, or columns of symbols side by side. */
export type Cell<Row> = { id: string; lead: Column<Row>; columns: readonly Column<Row>[] };

export type PlacedCell<Row> = Cell<Row> & {
  width: number;
  pinned: 'left' | 'right' | undefined;
  /** Pixels from the edge it is pinned to. */
  offset: number;
};

/** All columns are in sight, or, set tightly, are so; or it scrolls sideways. */
type Fit = 'roomy' | 'tight' | 'scrolls';

export type TableLayout<Row> = {
  cells: readonly PlacedCell<Row>[];
  fit: Fit;
  /** Of the whole table. */
  width: number;
  /** Of the column of checkboxes. */
  check: number;
};

/** Columns of symbols of the same group that stand side by side share a cell. */
export function cellsOf<Row>(columns: readonly Column<Row>[]): Cell<Row>[] {
  const cells: Cell<Row>[] = [];
  for (const column of columns) {
    const last = cells.at(-1);
    if (last && column.group !== undefined && last.lead.group === column.group)
      cells[cells.length - 1] = { ...last, columns: [...last.columns, column] };
    else cells.push({ id: column.id, lead: column, columns: [column] });
  }
  return cells;
}

/** Pixels that a column needs for its heading and for the widest of its texts. */
export function columnWidth<Row>(column: Column<Row>, widest: readonly Row[], setting: Setting): number {
  const { symbol, width = 0, widest: most = WIDEST, beside = 0, look } = column;
  if (symbol) return width;
  const measure = column.wraps && setting === TIGHT ? widthOnTwoLines : textWidth;
  const size = setting.text * (look === 'strong' ? BOLD : 1);
  const em = (text: string): number => measure(text) + text.length * setting.tracking;
  const text = Math.max(0, ...widest.map((row) => em(column.print(row)))) * size + beside;
  const head = widthOnTwoLines(column.label) * setting.head * BOLD;
  return Math.ceil(Math.max(width, Math.min(most * (setting.text / ROOMY.text), text), head)) + setting.gap;
}

type Options<Row> = {
  columns: readonly Column<Row>[];
  /** Rows of the whole list whose texts in a column are as wide as any. */
  widestOf: (column: string) => readonly Row[];
  /** Whether there is a column of checkboxes. */
  selects: boolean;
  /** Pixels from edge to edge; undefined where nothing is drawn. */
  room: number | undefined;
};

/**
 * How wide each column is: as the texts of the whole list are, so that nothing moves from page to page. Where that does
 * not fit, the table is set tightly; where that does not either, it scrolls sideways, and only whole columns are in
 * sight before it is scrolled (product: Stone table).
 */
export function layOut<Row>({ columns, widestOf, selects, room }: Options<Row>): TableLayout<Row> {
  const cells = cellsOf(columns);
  const set = (setting: Setting): Set<Row> => ({
    widths: cells.map(({ columns: inside }) =>
      inside.reduce((sum, column) => sum + columnWidth(column, widestOf(column.id), setting), 0),
    ),
    check: selects ? setting.check : 0,
    cells,
  });
  const roomy = set(ROOMY);
  if (room === undefined || widthOf(roomy) <= room) return placed(spread(roomy, room), 'roomy');
  const tight = set(TIGHT);
  return widthOf(tight) <= room ? placed(spread(tight, room), 'tight') : scrolling(tight, room);
}

type Set<Row> = { cells: readonly Cell<Row>[]; widths: readonly number[]; check: number };

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
const widthOf = <Row>({ widths, check }: Set<Row>): number => check + sumOf(widths);

/** What is left of the room goes to the columns of texts among those `among`, by their widths. */
function spread<Row>(set: Set<Row>, room: number | undefined, among = set.cells): Set<Row> {
  const takes = set.cells.map((cell) => !cell.lead.symbol && among.includes(cell));
  const base = sumOf(set.widths.filter((_, place) => takes[place]));
  let left = room === undefined ? 0 : room - widthOf(set);
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
  fit: Fit,
  pins = set.cells.map(({ lead }) => lead.pinned),
): TableLayout<Row> {
  const { cells, widths, check } = set;
  return {
    fit,
    check,
    width: widthOf(set),
    cells: cells.map((cell, place): PlacedCell<Row> => {
      const pinned = pins[place];
      const before =
        pinned === 'left' ? check + sumOf(widths.slice(0, place).filter((_, at) => pins[at])) : 0;
      const after = pinned === 'right' ? sumOf(widths.slice(place + 1)) : 0;
      return { ...cell, width: widths[place]!, pinned, offset: before + after };
    }),
  };
}

/** The table is wider than its room: what is pinned stays, and the columns between them that fit fill it exactly. */
function scrolling<Row>(tight: Set<Row>, room: number): TableLayout<Row> {
  const pins = tight.cells.map(({ lead }) => lead.pinned);
  const pinnedWidth = (): number => tight.check + sumOf(tight.widths.filter((_, place) => pins[place]));
  for (const [place, { lead }] of tight.cells.entries())
    if (lead.pinned === 'right' && !lead.symbol && pinnedWidth() > room * MOST_PINNED)
      pins[place] = undefined;

  const zone = room - pinnedWidth();
  const inSight: Cell<Row>[] = [];
  let used = 0;
  for (const [place, cell] of tight.cells.entries()) {
    if (pins[place] !== undefined) continue;
    if (used + tight.widths[place]! > zone) break;
    used += tight.widths[place]!;
    inSight.push(cell);
  }
  return placed(spread(tight, widthOf(tight) + zone - used, inSight), 'scrolls', pins);
}
