import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { listId, parseListId } from '../../features/stones/list-kinds.ts';
import { savedValue, saveValue } from '../../lib/saved-state.ts';
import { parseSavedTabs, showMain, showStone, tabsFromLink, type Tabs } from './tabs.ts';

const FIRST: Tabs = { main: listId('available', 'natural'), stones: [], front: null };
const SAVED = 'tabs';

/** The id of what is in front, as the browser's history remembers it. */
const frontOf = (tabs: Tabs): string => tabs.front ?? tabs.main;

/**
 * The shell's tabs, saved per user. The address stays `/`; each change of what is in front is an entry of the
 * browser's history, so that Back goes to what was there before.
 */
export function useTabs(username: string): [Tabs, (change: (tabs: Tabs) => Tabs) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const [tabs, setTabs] = useState<Tabs>(() =>
    tabsFromLink(parseSavedTabs(savedValue(username, SAVED)) ?? FIRST, new URLSearchParams(location.search)),
  );
  const remembered = frontIn(location.state);
  const [followed, setFollowed] = useState(remembered);

  // Back or Forward: the history says what was in front.
  if (remembered !== followed) {
    setFollowed(remembered);
    if (remembered !== null && remembered !== frontOf(tabs)) setTabs(bringToFront(tabs, remembered));
  }
  useEffect(() => saveValue(username, SAVED, tabs), [username, tabs]);
  useEffect(() => {
    if (location.search !== '' || frontIn(location.state) === null)
      void navigate('/', { replace: true, state: { front: frontOf(tabs) } });
  }, [location, navigate, tabs]);

  const change = (next: (tabs: Tabs) => Tabs): void => {
    const after = next(tabs);
    setTabs(after);
    const closed = after.stones.length < tabs.stones.length;
    if (frontOf(after) !== frontOf(tabs))
      void navigate('/', { replace: closed, state: { front: frontOf(after) } });
  };
  return [tabs, change];
}

function bringToFront(tabs: Tabs, front: string): Tabs {
  const main = parseListId(front);
  return main ? showMain(tabs, `${main.kind}/${main.line}`) : showStone(tabs, front);
}

function frontIn(state: unknown): string | null {
  return typeof state === 'object' && state !== null && 'front' in state && typeof state.front === 'string'
    ? state.front
    : null;
}
