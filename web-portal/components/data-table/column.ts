import type { ReactNode } from 'react';

/** How a column sorts and filters. A `choice` has few values; a `date`'s value is a day, YYYY-MM-DD. */
type ColumnKind = 'text' | 'number' | 'choice' | 'date';

/** Where and how a column stands in a spreadsheet. */
export type Exported<Row> = {
  /** Its place among the columns that are exported, smallest first. */
  place: number;
  /** Its heading there; the column's own unless given. */
  label?: string;
  /** In characters. */
  width: number;
  /** Figures: how the spreadsheet shows them, as '0.00'; texts are written as printed. */
  format?: '0' | '0.0' | '0.00' | '0.000' | '#,##0.00';
  /** Rows whose printed words are written, though the column has figures. */
  asText?: (row: Row) => boolean;
  /** Where the cell leads; undefined for none. */
  link?: (row: Row) => string | undefined;
};

/**
 * One column of a list: the only place that says how it is read, filtered, printed and exported, so that a column
 * left out of the registry is left out everywhere.
 */
export type Column<Row> = {
  id: string;
  /** Heading in the table. */
  label: string;
  /** In full, where the heading is short. */
  name?: string;
  /** A part of the heading that stands for it where the table is set closely. */
  short?: string;
  kind: ColumnKind;
  /** What it sorts and filters by; undefined or '' is blank. */
  read: (row: Row) => string | number | undefined;
  /** Its text in cells, print and exports. */
  print: (row: Row) => string;
  /** What the cell shows instead of the text: display only, no components with state, no handlers of its own. */
  cell?: (row: Row) => ReactNode;
  /** Choices: the place of a value in its attribute's order; without it, by alphabet. */
  rank?: (value: string) => number;
  /** Choices: a value's display name, where it has one that may change; without it, the value itself. */
  called?: (value: string) => string;
  /** Choices: a picture beside the value in the filter. */
  picture?: (value: string) => ReactNode;
  /** Numbers: the unit behind a range, as in '1.50 – 2.05 ct'. */
  unit?: string;
  /** Numbers: how a bound is written. */
  bound?: (value: number) => string;
  /** Not filterable, or not sortable. */
  unfiltered?: boolean;
  unsorted?: boolean;
  /** The heading is for screen readers only: a column of symbols. */
  symbol?: boolean;
  align?: 'left' | 'right' | 'center';
  /**
   * Neighbours of the same group share one cell: symbols stand side by side in it, texts one above the other where the
   * table is set closely.
   */
  group?: string;
  /** Pixels: of symbols exactly; of texts at least, for their width follows from the texts of all rows. */
  width?: number;
  /** Pixels instead of `width` where the table is set closely; not of symbols that share a cell. */
  narrow?: number;
  /** Pixels at most; a longer text ends in '…'. */
  widest?: number;
  /** Pixels beside the text, as a chip's dot. */
  beside?: number;
  /** Wraps to a second line: always, or from the named setting on. */
  wraps?: 'always' | 'tight' | 'close';
  look?: 'quiet' | 'strong';
  /** Stays in sight at this edge when the table is wider than the page. */
  pinned?: 'left' | 'right';
  /** For spreadsheets; a column without it does not go there. */
  exported?: Exported<Row>;
  /** Shown once it is chosen among the columns; filtered by and exported like the others. */
  extra?: boolean;
  /** For spreadsheets only: neither shown nor filtered by. */
  exportOnly?: boolean;
};

/** A small picture of the row, in sight at the left. */
export const pictureColumn = <Row>(width: number, cell: (row: Row) => ReactNode): Column<Row> => ({
  id: 'drawing',
  label: 'Picture',
  kind: 'text',
  symbol: true,
  unfiltered: true,
  unsorted: true,
  width,
  pinned: 'left',
  align: 'center',
  read: () => undefined,
  print: () => '',
  cell,
});

/** Its name in full. */
export const nameOf = <Row>(column: Column<Row>): string => column.name ?? column.label;

export type { Sort } from '#contracts/stone-lists/filters.ts';
