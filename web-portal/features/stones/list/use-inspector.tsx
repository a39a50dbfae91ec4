import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { IconButton } from '#web-shared/components/button/button.tsx';
import type { DataTable } from '../../../components/data-table/use-data-table.ts';
import { saveValue, useSavedValue } from '../../../lib/saved-state.ts';
import { useSession } from '../../../lib/session.ts';
import { useAfterPaint } from '../../../lib/use-after-paint.ts';
import { useMedia } from '../../../lib/use-media.ts';
import type { ListKind } from '../../../lists/list-kinds.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import type { ListColumn } from '../columns/list-column.ts';
import styles from './use-inspector.module.css';

const Inspector = lazy(() => import('./inspector.tsx'));

const SAVED = 'inspector';
/** Beside the list there is room for it from here on; it is there unasked where a whole table stands beside it. */
const ROOM = '(width >= 1120px)';
const AMPLE = '(width >= 1760px)';

type InspectorOptions = {
  line: Line;
  kind: ListKind;
  table: DataTable<ListRow>;
  columns: readonly ListColumn[];
  /** Whether a table is shown, not cards, an empty list or paper. */
  asTable: boolean;
  onOpen: (row: ListRow) => void;
  onAction: (action: string, row: ListRow) => void;
};

type InspectorParts = {
  /** It stands beside a table, also while that is empty. */
  wanted: boolean;
  /** A question about the stone is open: its panel stays, also when the list is empty by now. */
  asking: boolean;
  /** Shows it or folds it away; null where there is no room for it. */
  toggle: ReactNode;
  /** The column beside the table. */
  panel: ReactNode;
  /** Shows a row in it, unfolded; in a dialog where there is no room beside the list. */
  inspect: (row: ListRow) => void;
  /** The keys have come to a row. */
  follow: (row: ListRow) => void;
};

/** The row that the keys have come to, and the page, order and filters in which they did. */
type Followed = { key: string } & Pick<DataTable<ListRow>, 'pageNumber' | 'sort' | 'filters'>;

/** Whether a stone stands beside tables: where there is room for it, as it was chosen last. */
export function useInspectorWanted(): { room: boolean; wanted: boolean; show: (next: boolean) => void } {
  const { user } = useSession();
  const room = useMedia(ROOM);
  const ample = useMedia(AMPLE);
  const chosen = useSavedValue(user.username, SAVED);
  return {
    room,
    wanted: room && (typeof chosen === 'boolean' ? chosen : ample),
    show: (next) => saveValue(user.username, SAVED, next),
  };
}

/** The stone beside the list: it follows the keys, and whether it is there is remembered (product: Stone beside the list). */
export function useInspector(options: InspectorOptions): InspectorParts {
  const { line, kind, table, columns, asTable, onOpen, onAction } = options;
  const { room, wanted, show } = useInspectorWanted();
  const [followed, setFollowed] = useState<Followed | null>(null);
  const [askedAbout, setAskedAbout] = useState<ListRow | null>(null);
  const asking = askedAbout !== null;
  const shown = asking || (wanted && asTable);
  const { keyOf, pageNumber, sort, filters } = table;
  const followRow = (next: ListRow): void => setFollowed({ key: keyOf(next), pageNumber, sort, filters });
  // Filters go first: the stone beside the list follows in the next moment.
  const beside = useAfterPaint(rowBeside(table, followed));
  // A question that is open stays, whatever changes meanwhile (product: Actions by status).
  const row = askedAbout ?? beside;
  return {
    wanted,
    asking,
    toggle: room && asTable && (
      <IconButton
        icon="beside"
        label="Stone beside the list"
        aria-pressed={shown}
        onClick={() => show(!shown)}
      />
    ),
    panel: shown && (
      <div className={styles['beside']}>
        <Suspense fallback={null}>
          {row && (
            <Inspector
              line={line}
              kind={kind}
              row={row}
              columns={columns}
              onOpen={() => onOpen(row)}
              onAction={(action) => onAction(action, row)}
              onAsking={(open) => setAskedAbout(open ? row : null)}
            />
          )}
        </Suspense>
      </div>
    ),
    inspect: (next) => {
      followRow(next);
      if (!room) onAction('details', next);
      else if (!shown) show(true);
    },
    follow: followRow,
  };
}

/**
 * The row followed, also where others that came before it have pushed it off its page; the first of the page once it has
 * left the list, or the page was turned. Another order or other filters make other pages.
 */
function rowBeside(
  { page, pageNumber, sort, filters, index, visible, keyOf }: DataTable<ListRow>,
  followed: Followed | null,
): ListRow | undefined {
  if (followed === null) return page[0];
  const onPage = page.find((row) => keyOf(row) === followed.key);
  const samePage =
    followed.pageNumber === pageNumber && followed.sort === sort && followed.filters === filters;
  if (onPage || !samePage) return onPage ?? page[0];
  const place = index.placeOf(followed.key);
  return place !== undefined && visible.includes(place) ? index.rows[place] : page[0];
}
