import { useQueries, useQuery } from '@tanstack/react-query';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { formatPieces } from '#contracts/vocabulary/money.ts';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { modelsQuery } from '../../features/jewellery/api/get-models.ts';
import { GROUP_TITLES, listId, SERVED_LINES, type ListId, type ListKind } from '../../lists/list-kinds.ts';
import { useSession } from '../../lib/session.ts';
import { countQuery } from './list-counts.ts';
import { WholeCart } from './whole-cart.tsx';
import styles from './sidebar.module.css';

type GroupProps = { kind: ListKind; current: ListId | null; onShow: (id: ListId) => void };

/** The groups scroll by themselves where the window is low. */
function scrollIntoSight(tab: HTMLElement | null): void {
  if (typeof tab?.scrollIntoView === 'function') tab.scrollIntoView({ block: 'nearest' });
}

/** A group of the sidebar: a sub-tab for every line whose list has items, with its pieces and value, or could not be loaded. */
export function SidebarGroup({ kind, current, onShow }: GroupProps) {
  const { showPrices } = useSession();
  const lists = useQueries({ queries: SERVED_LINES.map((line) => countQuery(line, kind)) });
  const models = useQuery({ ...modelsQuery('available'), select: (all) => all.length });
  // Models can be ordered though no piece of them is at hand.
  const hasItems = (line: Line, items: number): boolean =>
    items > 0 || (kind === 'available' && line === 'jewellery' && (models.data ?? 0) > 0);
  const tabs = SERVED_LINES.map((line, place) => ({ line, list: lists[place]! })).filter(
    ({ line, list }) => !list.data || hasItems(line, list.data.pieces),
  );
  // Lines that are still loading take no room: most customers have one or two of the four.
  const shown = tabs.filter(({ line, list }) => !list.isPending || line === 'natural');
  if (shown.length === 0) return null;
  const id = `group-${kind}`;
  return (
    <section className={styles['group']} aria-labelledby={id}>
      <h2 id={id}>{GROUP_TITLES[kind]}</h2>
      <ul>
        {shown.map(({ line, list }) => (
          <li key={line}>
            {!list.isPending ? (
              <button
                type="button"
                className={styles['tab']}
                aria-current={current === listId(kind, line) ? 'page' : undefined}
                ref={current === listId(kind, line) ? scrollIntoSight : undefined}
                onClick={() => onShow(listId(kind, line))}
              >
                <span>{LINE_FACTS[line].title}</span>
                <small>
                  {list.data
                    ? formatPieces(list.data.pieces, showPrices === 'WHOLESALE' ? list.data.total : undefined)
                    : 'Could not be loaded'}
                </small>
              </button>
            ) : (
              <div className={styles['tab']}>
                <Skeleton width={104} />
                <Skeleton width={82} height={9} />
              </div>
            )}
          </li>
        ))}
        {kind === 'cart' && (
          <li>
            <WholeCart />
          </li>
        )}
      </ul>
    </section>
  );
}
