import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { listId, parseListId } from '../../lists/list-kinds.ts';
import { isObject, isText } from '../../lib/plain-values.ts';
import { savedValue, saveValue } from '../../lib/saved-state.ts';
import { parseSavedTabs, showExtra, showMain, tabsFromLink, type Tabs } from './tabs.ts';

const FIRST: Tabs = { main: listId('available', 'natural'), extras: [], front: null };
const SAVED = 'tabs';

type State = {
  tabs: Tabs;
  /** The last entry of the browser's history. */
  followed: string | null;
  /** The next entry of the history takes the place of this one: after a link, a close, or a step to what is closed. */
  replace: boolean;
};

/** The id of the tab in front, as the browser's history has it. */
const frontOf = (tabs: Tabs): string => tabs.front ?? tabs.main;

/**
 * The shell's tabs, saved per user. The address stays `/`; each change of what is in front is an entry of the
 * browser's history, so that Back goes to what was there before. The answered function stays the same.
 */
export function useTabs(username: string): [Tabs, (change: (tabs: Tabs) => Tabs) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const remembered = frontIn(location.state);
  const [state, setState] = useState<State>(() => ({
    tabs: tabsFromLink(
      parseSavedTabs(savedValue(username, SAVED)) ?? FIRST,
      new URLSearchParams(location.search),
    ),
    followed: remembered,
    replace: true,
  }));
  if (remembered !== state.followed) {
    // Back or Forward: the history knows which tab was in front.
    const tabs = remembered === null ? state.tabs : bringToFront(state.tabs, remembered);
    setState({ tabs, followed: remembered, replace: true });
  }
  const { tabs, replace } = state;
  useEffect(() => saveValue(username, SAVED, tabs), [username, tabs]);
  useEffect(() => {
    const linked = location.search !== '' || location.hash !== '';
    if (linked || frontIn(location.state) !== frontOf(tabs))
      void navigate('/', { replace: replace || linked, state: { front: frontOf(tabs) } });
  }, [location, navigate, tabs, replace]);

  const change = useCallback((next: (tabs: Tabs) => Tabs): void => {
    setState((before) => {
      const after = next(before.tabs);
      if (after === before.tabs) return before;
      return { ...before, tabs: after, replace: after.extras.length < before.tabs.extras.length };
    });
  }, []);
  return [tabs, change];
}

function bringToFront(tabs: Tabs, front: string): Tabs {
  const main = parseListId(front);
  return main ? showMain(tabs, `${main.kind}/${main.line}`) : showExtra(tabs, front);
}

const frontIn = (state: unknown): string | null =>
  isObject(state) && isText(state['front']) ? state['front'] : null;
