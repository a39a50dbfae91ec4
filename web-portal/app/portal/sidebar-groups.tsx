import type { ReactNode } from 'react';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import { formatPieces } from '#contracts/vocabulary/money.ts';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { GROUP_TITLES, listId, type ListId, type ListKind } from '../../lists/list-kinds.ts';
import { useSession } from '../../lib/session.ts';
import { useSubTabs, type SubTab, type TabGroup } from './use-sub-tabs.ts';
import { WholeCartButton } from './whole-cart.tsx';
import styles from './sidebar.module.css';

type Shown = { current: ListId | null; onShow: (id: ListId) => void };
type Groups = Shown & { onRequestCart: () => void };

/** The groups scroll by themselves where the window is low. */
function scrollIntoSight(tab: HTMLElement | null): void {
  if (typeof tab?.scrollIntoView === 'function') tab.scrollIntoView({ block: 'nearest' });
}

/** The groups of lists; the rest of the sidebar comes beneath them once they no longer move. */
export function SidebarGroups({ children, ...shown }: Groups & { children: ReactNode }) {
  const { groups, settled } = useSubTabs();
  return (
    <nav className={styles['groups']} aria-label="Main">
      {groups.map((group) => (
        <Group key={group.kind} {...group} {...shown} />
      ))}
      {settled && children}
    </nav>
  );
}

function Group({ kind, tabs, onRequestCart, ...shown }: TabGroup & Groups) {
  const id = `group-${kind}`;
  return (
    <section className={styles['group']} aria-labelledby={id}>
      <h2 id={id}>{GROUP_TITLES[kind]}</h2>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.line}>
            <Tab kind={kind} {...tab} {...shown} />
          </li>
        ))}
        {kind === 'cart' && tabs.every(({ count }) => count !== 'loading') && (
          <li>
            <WholeCartButton
              expected={tabs.filter(({ count }) => count === 'expected').length}
              onOpen={onRequestCart}
            />
          </li>
        )}
      </ul>
    </section>
  );
}

/** A list with its pieces and their value, which may not be loaded yet. */
function Tab({ kind, line, count, current, onShow }: SubTab & Shown & { kind: ListKind }) {
  const { showPrices } = useSession();
  if (count === 'loading')
    return (
      <div className={styles['tab']}>
        <Skeleton width={104} />
        <Skeleton width={82} height={9} />
      </div>
    );
  const id = listId(kind, line);
  return (
    <button
      type="button"
      className={styles['tab']}
      aria-current={current === id ? 'page' : undefined}
      ref={current === id ? scrollIntoSight : undefined}
      onClick={() => onShow(id)}
    >
      <span>{LINE_FACTS[line].title}</span>
      <small>
        {count === 'expected' ? (
          <Skeleton width={82} height={9} />
        ) : count === 'failed' ? (
          'Could not be loaded'
        ) : (
          formatPieces(count.pieces, showPrices === 'WHOLESALE' ? count.total : undefined)
        )}
      </small>
    </button>
  );
}
