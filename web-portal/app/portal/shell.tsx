import { useQueryClient } from '@tanstack/react-query';
import { Activity, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { IconButton } from '../../components/button/button.tsx';
import { Logo } from '../../components/logo.tsx';
import { PageErrorBoundary } from '../../components/page-error/page-error-boundary.tsx';
import { HoldingBar } from '../../features/customers/holding-bar.tsx';
import { ACTING_FOR } from '../../features/session/api/check-session.ts';
import { attributesQuery } from '../../features/stones/api/get-attributes.ts';
import { listQuery } from '../../features/stones/api/get-list.ts';
import { StoneListPage } from '../../features/stones/list/stone-list-page.tsx';
import {
  LIST_KINDS,
  listId,
  parseListId,
  SERVED_LINES,
  type ListId,
} from '../../features/stones/list-kinds.ts';
import { useLiveChanges } from '../../features/stones/live-changes.ts';
import { rowOf } from '../../features/stones/list-cache.ts';
import { customerActedFor } from '../../lib/api-client.ts';
import { saveValue } from '../../lib/saved-state.ts';
import { useSession } from '../../lib/session.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { useRoomForSidebar } from '../../lib/use-media.ts';
import { Sidebar } from './sidebar.tsx';
import { StoneTabs } from './stone-tabs.tsx';
import { closeStone, openStone, showMain, showStone, tabOf } from './tabs.ts';
import { useTabs } from './use-tabs.ts';
import styles from './portal.module.css';

const loadStonePage = () => import('../../features/stones/details/stone-page.tsx');
const StonePage = lazy(loadStonePage);
const Drawer = lazy(() => import('../../components/overlay/drawer.tsx'));

/** The signed-in shell (specification, section 2.2): sidebar, main tab, and the stones open beside it. */
export function Shell() {
  const { user, customer } = useSession();
  const client = useQueryClient();
  const roomy = useRoomForSidebar();
  const [tabs, change] = useTabs(user.username);
  const visited = useVisited(tabs.main);
  const [menuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);

  // Everything is loaded once signed in (specification, section 4), not only the list in front.
  useEffect(() => {
    void client.prefetchQuery(attributesQuery);
    for (const served of SERVED_LINES)
      for (const kind of LIST_KINDS) void client.prefetchQuery(listQuery(served, kind));
  }, [client]);
  useLiveChanges(customerActedFor());
  useEffect(() => whenIdle(() => void loadStonePage()), []);

  const { line } = parseListId(tabs.main) ?? { line: 'natural' as const };
  const title = LINE_FACTS[line].title;
  useEffect(() => {
    document.title = `${tabs.front ?? title} · ${PRODUCT_NAME}`;
    main.current?.scrollTo({ top: 0 });
    window.scrollTo({ top: 0 }); // small screens scroll the page itself
  }, [tabs.front, tabs.main, title]);

  const open = (stone: Stone): void => {
    if (!stone.virtual) change((before) => openStone(before, tabOf(stone)));
  };
  const show = (id: ListId): void => {
    setMenuOpen(false);
    change((before) => showMain(before, id));
  };
  const chooseCustomer = (customerId: number | null): void => {
    saveValue(user.username, ACTING_FOR, customerId ?? undefined);
    window.location.reload();
  };
  const sidebar = (
    <Sidebar
      current={tabs.front === null ? tabs.main : null}
      onShow={show}
      onChooseCustomer={chooseCustomer}
    />
  );
  const holding = customer && <HoldingBar customer={customer} />;

  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#main">
        Skip to the content
      </a>
      {roomy ? (
        <div className={styles['side']}>{sidebar}</div>
      ) : (
        <header className={styles['top']}>
          <IconButton icon="menu" label="Menu" aria-expanded={menuOpen} onClick={() => setMenuOpen(true)} />
          <Logo />
        </header>
      )}
      {!roomy && menuOpen && (
        <Suspense fallback={null}>
          <Drawer label="Menu" onClose={() => setMenuOpen(false)}>
            {sidebar}
          </Drawer>
        </Suspense>
      )}
      <div className={styles['content']}>
        <StoneTabs
          mainTitle={title}
          stones={tabs.stones}
          front={tabs.front}
          onShowMain={() => change((before) => showMain(before, before.main))}
          onShow={(parcelName) => change((before) => showStone(before, parcelName))}
          onClose={(parcelName) => change((before) => closeStone(before, parcelName))}
        />
        <main id="main" className={styles['main']} ref={main} tabIndex={-1}>
          {visited.map((id) => {
            const list = parseListId(id);
            return (
              list && (
                <Activity key={id} mode={tabs.front === null && tabs.main === id ? 'visible' : 'hidden'}>
                  <PageErrorBoundary>
                    <StoneListPage
                      {...list}
                      onOpen={open}
                      onBrowse={() => show(listId('available', list.line))}
                      aside={holding}
                    />
                  </PageErrorBoundary>
                </Activity>
              )
            );
          })}
          {tabs.stones.map((tab) => (
            <Activity key={tab.parcelName} mode={tabs.front === tab.parcelName ? 'visible' : 'hidden'}>
              <PageErrorBoundary>
                <Suspense fallback={null}>
                  <StonePage
                    line={tab.line}
                    parcelName={tab.parcelName}
                    row={rowOf(client, tab.line, tab.parcelName)}
                  />
                </Suspense>
              </PageErrorBoundary>
            </Activity>
          ))}
        </main>
      </div>
    </div>
  );
}

/** The main tabs shown so far: they stay as they were left. */
function useVisited(main: ListId): readonly ListId[] {
  const [visited, setVisited] = useState<readonly ListId[]>([main]);
  if (visited.includes(main)) return visited;
  const more = [...visited, main];
  setVisited(more);
  return more;
}
