import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';

/** A column of a list: one description for the table of wide screens and the cards of narrow ones. */
export type Column<Row extends RaRecord> = {
  /** The field it is sorted by, and its key. */
  source: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** The server can sort by it. */
  sortable?: boolean;
  /** Right-aligned figures. */
  numeric?: boolean;
  /** Long text, which may wrap. */
  wraps?: boolean;
  /** In a card: over its whole width, or not at all. */
  card?: 'whole line' | 'left out';
};
