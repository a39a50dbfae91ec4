import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { useNoServer } from '../../../lib/connection.ts';
import { detailsQuery } from '../api/get-details.ts';
import type { ListColumn } from '../columns/list-column.ts';
import type { ListKind } from '../../../lists/list-kinds.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { useListSlots } from '../../../lists/slots.ts';

const MediaModal = lazy(() => import('../../../lists/media/media-modal.tsx'));
const DetailModal = lazy(() => import('./detail-modal.tsx'));

/** Adding to the cart from the gallery a stone that does not exist, or no longer (product: Error texts). */
const NOT_FOUND = 'Stone not found.';

const ROW_MODALS = ['certificate', 'media', 'refill', 'match', 'details'] as const;
/** What the lists do not contain. */
const ASK_SERVER: readonly string[] = ['certificate', 'refill', 'match'];

type Opened =
  { what: (typeof ROW_MODALS)[number]; row: ListRow } | { what: 'compare'; rows: readonly ListRow[] };

type RowModalsOptions = {
  kind: ListKind;
  line: Line;
  rows: readonly ListRow[];
  /** The row that the filters made: it is in no list. */
  similar: ListRow | null;
  columns: readonly ListColumn[];
  onOpen: (row: ListRow) => void;
  onCart: (row: ListRow) => void;
};

export type RowModals = {
  /** Opens what a press in a row asks for. */
  open: (action: string, row: ListRow) => void;
  compare: (rows: readonly ListRow[]) => void;
  modal: ReactNode;
};

/** What opens over a list for one of its rows: certificate, photo or video, replacement options, gallery details. */
export function useRowModals({
  kind,
  line,
  rows,
  similar,
  columns,
  onOpen,
  onCart,
}: RowModalsOptions): RowModals {
  const { Certificate, Similar, Compare } = useListSlots();
  const noServer = useNoServer();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  /** As it is now: others may have changed or taken it since the modal opened. */
  const currentOf = ({ parcelName }: ListRow): ListRow | undefined =>
    similar?.parcelName === parcelName ? similar : rows.find((row) => row.parcelName === parcelName);
  const openTab = (row: ListRow): void => {
    close();
    onOpen(row);
  };

  const modal = (): ReactNode => {
    if (!opened) return null;
    if (opened.what === 'compare') {
      const stones = opened.rows.map((row) => currentOf(row) ?? row);
      return <Compare line={line} stones={stones} onClose={close} />;
    }
    const { what, row } = opened;
    if (what === 'certificate') return <Certificate line={line} stone={row} onClose={close} />;
    if (what === 'media') return <MediaModal row={row} onClose={close} />;
    if (what === 'refill' || what === 'match') {
      const asked = { line, onOpen: openTab, onClose: close };
      if (what === 'match' && kind === 'past') return <MatchAsOfToday {...asked} row={row} />;
      const rankingType = what === 'refill' ? 'REPLACEMENT' : 'PAIR';
      return <Similar {...asked} stone={row} rankingType={rankingType} />;
    }
    return (
      <DetailModal
        row={currentOf(row) ?? row}
        kind={kind}
        columns={columns}
        onOpen={() => openTab(row)}
        onCart={() => {
          const current = currentOf(row);
          if (current) onCart(current);
          else toastFailure(NOT_FOUND);
        }}
        onClose={close}
      />
    );
  };

  return {
    open: (action, row) => {
      const what = ROW_MODALS.find((each) => each === action);
      if (what && noServer !== null && ASK_SERVER.includes(what)) toastFailure(noServer, 'happier');
      else if (what) setOpened({ what, row });
    },
    compare: (chosen) => setOpened({ what: 'compare', rows: chosen }),
    modal: <Suspense fallback={null}>{modal()}</Suspense>,
  };
}

/**
 * Pairs of a stone of Account History: they are compared with it as its details show it, where its row has the price and
 * grades that were frozen (rule: Pairs).
 */
function MatchAsOfToday({
  row,
  ...asked
}: {
  line: Line;
  row: ListRow;
  onOpen: (row: ListRow) => void;
  onClose: () => void;
}) {
  const { Similar } = useListSlots();
  const details = useQuery(detailsQuery(asked.line, row.parcelName));
  // Details that cannot be read leave the row, and the pairs say themselves why they cannot be read either.
  return details.isPending ? null : <Similar {...asked} stone={details.data ?? row} rankingType="PAIR" />;
}
