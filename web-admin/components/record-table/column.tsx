import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { formatCarats } from '#contracts/vocabulary/carats.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { formatPercent } from '#web-shared/formats/figures.ts';
import { Moment } from '../moment.tsx';

type ColumnLook = {
  label: string;
  /** The server can sort by it. */
  sortable?: boolean;
  /** Right-aligned figures. */
  numeric?: boolean;
  /** Long text, which may wrap. */
  wraps?: boolean;
  /** In a card: over its whole width, or not at all. */
  card?: 'whole line' | 'left out';
};

/** What is made of a row; `source` is the field it is sorted by, and its key. */
type MadeColumn<Row> = { source: string; cell: (row: Row) => ReactNode; as?: never };

/** Figures, which are right-aligned. */
const FIGURES = { price: formatPrice, count: formatCount, percent: formatPercent, carats: formatCarats };

/** A field of the row as it is, or as a figure; `moment`: an instant or day as the house's clocks show it. */
type FieldColumn<Row> = { source: keyof Row & string; cell?: never; as?: 'moment' | keyof typeof FIGURES };

/** A column of a list: one description for the table of wide screens and the cards of narrow ones. */
export type Column<Row extends RaRecord> = ColumnLook & (MadeColumn<Row> | FieldColumn<Row>);

/** What stands in a row's cell; nothing for a field without a value. */
export function cellOf<Row extends RaRecord>(column: Column<Row>, row: Row): ReactNode {
  if (column.cell) return column.cell(row);
  const value: unknown = row[column.source];
  if (typeof value === 'string' && value !== '' && column.as === 'moment') return <Moment at={value} />;
  if (typeof value === 'number' && column.as && column.as !== 'moment') return FIGURES[column.as](value);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** Whether figures stand in it. */
export const isNumeric = <Row extends RaRecord>({ numeric, as = 'moment' }: Column<Row>): boolean =>
  numeric === true || as !== 'moment';
