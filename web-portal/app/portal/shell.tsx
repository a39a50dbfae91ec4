import { SkipLink } from '#web-shared/components/skip-link/skip-link.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Activity, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { User } from '#contracts/api/session.ts';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import { useTitle } from '#web-shared/use-title.ts';
import { IconButton } from '#web-shared/components/button/button.tsx';
import { Logo } from '#web-shared/components/logo.tsx';
import { PageErrorBoundary } from '#web-shared/components/page-error/page-error-boundary.tsx';
import { ClientLinksButton } from '../../features/client-links/client-links-button.tsx';
import { useMakesClientLinks } from '../../features/client-links/use-makes-client-links.ts';
import { ClientViewBanner } from '../../features/client-view/client-view-banner.tsx';
import { ClientViewButton, ClientViewIcon } from '../../features/client-view/client-view-button.tsx';
import { useClientViewSwitch } from '../../features/client-view/use-client-view-switch.ts';
import { ActingBanner } from '../../features/customers/acting-banner.tsx';
import { AwayBanner } from '../../features/offline/away-banner.tsx';
import { JEWELLERY_VIEW } from '../../features/jewellery/jewellery-view.ts';
import { registerWorker } from '../../features/offline/register-worker.ts';
import { ACTING_FOR } from '../../features/session/api/check-session.ts';
import { MemoToKeepDialog } from '../../features/stones/dialogs/memo-to-keep.tsx';
import { GROUP_TITLES, listId, parseListId, type ListId } from '../../lists/list-kinds.ts';
import { ListSlotsContext } from '../../lists/slots.ts';
import { customerActedFor } from '../../lib/api-client.ts';
import { OpenTabsContext, type OpenTabs } from '../../lib/open-tabs.ts';
import { asClientSees } from '../../lib/client-view.ts';
import { savedValue, saveValue } from '../../lib/saved-state.ts';
import { useSession } from '../../lib/session.ts';
import { useRoomForSidebar } from '../../lib/use-media.ts';
import { useFocusKept } from '#web-shared/use-focus-kept.ts';
import { whenIdle } from '#web-shared/when-idle.ts';
import { ExtraTab, preloadStonePage } from './extra-tab.tsx';
import { ExtraTabs } from './extra-tabs.tsx';
import { loadEverything } from './load-everything.ts';
import { LIST_SLOTS } from './list-slots.tsx';
import { useLiveChanges } from './live-changes.ts';
import { LoadingOverlay } from './loading-overlay.tsx';
import { MainTab } from './main-tab.tsx';
import { Sidebar } from './sidebar.tsx';
import { staffPageNamed } from './staff-pages.ts';
import {
  closeExtra,
  noteStone,
  openExtra,
  showExtra,
  showMain,
  tabOfPage,
  tabOfStone,
  type Tabs,
} from './tabs.ts';
import { useClientViewKey } from './use-client-view-key.ts';
import { useFind } from './use-find.tsx';
import { useFocusInFront } from './use-focus-in-front.ts';
import { useTabs } from './use-tabs.ts';
import { RequestCart } from './whole-cart.tsx';
import styles from './portal.module.css';

const Drawer = lazy(() => import('#web-shared/components/overlay/drawer.tsx'));
const ClientLinksPanel = lazy(() => import('../../features/client-links/client-links-panel.tsx'));
const ProfileDrawer = lazy(() => import('./profile/profile-drawer.tsx'));

type Opened = 'menu' | 'profile' | 'clientLinks' | 'wholeCart' | null;

/**
 * The signed-in shell: sidebar, main tabs, closable tabs, profile drawer and overlay (product: Sidebar;
 * product: Stone tabs).
 */
export function Shell() {
  const { user, staff, logOut } = useSession();
  const client = useQueryClient();
  const roomy = useRoomForSidebar();
  const [tabs, change] = useTabs(user.username);
  const visited = useVisited(tabs.main);
  const [opened, setOpened] = useState<Opened>(null);
  const close = useCallback(() => setOpened(null), []);
  // A device that was turned and is turned back opens no menu.
  if (roomy && opened === 'menu') close();
  const main = useRef<HTMLElement>(null);

  // First the lists, then the live changes, which report what has changed since the lists.
  useEffect(() => loadEverything(client, staff), [client, staff]);
  useLiveChanges(customerActedFor());
  useLinkToOffice(user);
  useEffect(() => whenIdle(preloadStonePage), []);
  useEffect(registerWorker, []);

  const title = titleOf(tabs.main);
  const frontTitle = tabs.extras.find(({ key }) => key === tabs.front)?.header ?? windowTitleOf(tabs.main);
  useTitle(frontTitle);
  useEffect(() => {
    main.current?.scrollTo({ top: 0 });
    window.scrollTo({ top: 0 }); // small screens scroll the page itself
  }, [tabs.front, tabs.main]);
  useFocusInFront(main, tabs.front);
  useFocusKept(main);

  const [versions, setVersions] = useState<Versions>({});
  const openTabs = useOpenTabsOf(user.username, change, setVersions);
  const clientView = useClientViewSwitch();
  const onClientView = clientView.views.length > 0 ? clientView.toggle : null;
  useClientViewKey(onClientView);
  const onClientLinks = useMakesClientLinks() ? () => setOpened('clientLinks') : null;
  const { openFind, dialogs } = useFind([
    ...(onClientView ? [{ label: 'Client view', keys: 'Alt P', run: onClientView }] : []),
    ...(onClientLinks ? [{ label: 'Client links', run: onClientLinks }] : []),
    { label: 'Profile', run: () => setOpened('profile') },
    { label: 'Log Out', run: logOut },
  ]);
  const show = (id: ListId): void => {
    close();
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
      onFind={() => {
        close();
        openFind();
      }}
      clientButtons={
        <>
          {onClientView && <ClientViewButton on={clientView.view !== null} onToggle={onClientView} />}
          {onClientLinks && <ClientLinksButton onOpen={onClientLinks} />}
        </>
      }
      onShowProfile={() => setOpened('profile')}
      onRequestCart={() => setOpened('wholeCart')}
      onChooseCustomer={chooseCustomer}
    />
  );

  return (
    <OpenTabsContext value={openTabs}>
      <ListSlotsContext value={LIST_SLOTS}>
        <div className={styles['shell']}>
          <SkipLink to="main" />
          {roomy ? (
            <div className={styles['side']}>{sidebar}</div>
          ) : (
            <header className={styles['top']}>
              <IconButton
                icon="menu"
                label="Menu"
                aria-expanded={opened === 'menu'}
                onClick={() => setOpened('menu')}
              />
              <Logo />
              <IconButton icon="search" label="Find" onClick={openFind} />
              {onClientView && <ClientViewIcon on={clientView.view !== null} onToggle={onClientView} />}
              <IconButton icon="person" label="Profile" onClick={() => setOpened('profile')} />
            </header>
          )}
          <Suspense fallback={null}>
            {opened === 'menu' && (
              <Drawer label="Menu" onClose={close}>
                {sidebar}
              </Drawer>
            )}
            {opened === 'clientLinks' && <ClientLinksPanel onClose={close} />}
            {opened === 'profile' && <ProfileDrawer onClose={close} />}
            {opened === 'wholeCart' && <RequestCart onClose={close} />}
          </Suspense>
          <div className={styles['content']}>
            {clientView.view && (
              <div className={styles['clientView']}>
                <ClientViewBanner view={clientView.view} views={clientView.views} onShow={clientView.show} />
              </div>
            )}
            <AwayBanner />
            <ActingBanner onStopActing={() => chooseCustomer(null)} />
            <ExtraTabs
              mainTitle={title}
              extras={tabs.extras}
              front={tabs.front}
              onShowMain={() => change((before) => showMain(before, before.main))}
              onShow={(key) => change((before) => showExtra(before, key))}
              onClose={(key) => change((before) => closeExtra(before, key))}
              onKnown={(stone) => change((before) => noteStone(before, tabOfStone(stone)))}
            />
            <main
              id="main"
              className={styles['main']}
              data-alone={tabs.extras.length === 0}
              ref={main}
              tabIndex={-1}
            >
              {visited.map((id) => (
                <Activity key={id} mode={tabs.front === null && tabs.main === id ? 'visible' : 'hidden'}>
                  <PageErrorBoundary>
                    <MainTab key={versions[id] ?? 0} id={id} />
                  </PageErrorBoundary>
                </Activity>
              ))}
              {tabs.extras.map((tab) => (
                <Activity key={tab.key} mode={tabs.front === tab.key ? 'visible' : 'hidden'}>
                  <PageErrorBoundary>
                    <ExtraTab tab={tab} />
                  </PageErrorBoundary>
                </Activity>
              ))}
            </main>
          </div>
          {dialogs}
          <MemoToKeepDialog />
          <LoadingOverlay />
        </div>
      </ListSlotsContext>
    </OpenTabsContext>
  );
}

/** `?page=` may name one of the staff's tabs too (product: Shell links): it leads to the back office. */
function useLinkToOffice(user: User): void {
  const [path] = useState(() => {
    const page = new URLSearchParams(window.location.search).get('page');
    return staffPageNamed(user, page ?? '')?.path;
  });
  useEffect(() => {
    if (path !== undefined) window.location.replace(path);
  }, [path]);
}

type Versions = Readonly<Partial<Record<ListId, number>>>;

/**
 * The shell's tabs as the pages use them; the same object for as long as the shell stands. A list that gets other
 * filters is shown again, with what is saved for it.
 */
function useOpenTabsOf(
  username: string,
  change: (next: (tabs: Tabs) => Tabs) => void,
  renew: (next: (before: Versions) => Versions) => void,
): OpenTabs {
  return useMemo(
    () => ({
      openStoneTab: (stone) => {
        if (!stone.virtual) change((before) => openExtra(before, tabOfStone(stone)));
      },
      openPageTab: (page) => change((before) => openExtra(before, tabOfPage(page))),
      showList: (kind, line) => change((before) => showMain(before, listId(kind, line))),
      showFiltered: (kind, line, filters, sort) => {
        const id = listId(kind, line);
        // Models have no such filters.
        if (id === 'available/jewellery') saveValue(username, JEWELLERY_VIEW, 'pieces');
        const saved = savedValue(username, `table:${id}`);
        const kept = typeof saved === 'object' ? saved : {};
        const asked = { ...kept, filters, ...(sort !== undefined && { sort }), selected: [] };
        saveValue(username, `table:${id}`, asClientSees(asked));
        renew((before) => ({ ...before, [id]: (before[id] ?? 0) + 1 }));
        change((before) => showMain(before, id));
      },
    }),
    [username, change, renew],
  );
}

const titleOf = (id: ListId): string => LINE_FACTS[parseListId(id)?.line ?? 'natural'].title;

/** 'Available: Loose Diamonds'. */
function windowTitleOf(id: ListId): string {
  const list = parseListId(id);
  return list ? `${GROUP_TITLES[list.kind]}: ${titleOf(id)}` : titleOf(id);
}

/** The main tabs shown so far: they stay as they were left. */
function useVisited(main: ListId): readonly ListId[] {
  const [visited, setVisited] = useState<readonly ListId[]>([main]);
  if (visited.includes(main)) return visited;
  const more = [...visited, main];
  setVisited(more);
  return more;
}
