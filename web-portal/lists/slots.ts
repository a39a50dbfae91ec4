import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type { RankingType } from '#contracts/api/matching.ts';
import type { Filters, Sort } from '#contracts/stone-lists/filters.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Column } from '../components/data-table/column.ts';
import type { DataTable } from '../components/data-table/use-data-table.ts';
import type { ListKind } from './list-kinds.ts';
import type { ListRow } from './list-row.ts';

type StoneModal = { line: Line; stone: ListRow; onClose: () => void };

/**
 * What features put into pages of each other: a list knows that something compares stones, not what. The app fills
 * them (app/portal/list-slots.tsx), so that each feature can be read, tested and deleted as one folder.
 */
export type ListSlots = {
  /** A stone's certificate. */
  Certificate: ComponentType<StoneModal>;
  /** Stones like this one: pairs, or what could replace it. */
  Similar: ComponentType<StoneModal & { rankingType: RankingType; onOpen: (stone: ListRow) => void }>;
  /** Loads `Similar` ahead of its first use. */
  loadSimilar: () => void;
  /** Stones side by side; at most `mostCompared`. */
  Compare: ComponentType<{ line: Line; stones: readonly ListRow[]; onClose: () => void }>;
  mostCompared: number;
  /** Saves a list's rows as a spreadsheet. */
  Export: <Row>(rows: { line: Line; columns: readonly Column<Row>[]; table: DataTable<Row> }) => ReactNode;
  /** A user's searches under names, beside a list's filters. */
  SavedSearches: ComponentType<{ kind: ListKind; line: Line; filters: Filters; sort: Sort }>;
  /** Makes a link by which a client sees these rows; `hidden`, it has no button, and keeps a link that is being made. */
  ClientLink: ComponentType<{ rows: readonly ListRow[]; hidden?: boolean }>;
  /** Counts what lies with the customer. */
  StockCount: ComponentType;
  /** What is available of jewellery, by model; piece by piece it is a list like the others. */
  Models: ComponentType<{
    aside: ReactNode;
    /** A link with filters was opened: they are of pieces. */
    linked: boolean;
    renderPieces: (views: ReactNode, asLinked: boolean) => ReactNode;
  }>;
};

export const ListSlotsContext = createContext<ListSlots | null>(null);

/** The features that a list's page offers; only inside the signed-in shell. */
export function useListSlots(): ListSlots {
  const slots = useContext(ListSlotsContext);
  if (!slots) throw new Error('useListSlots is for the signed-in shell');
  return slots;
}
