import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { modelsQuery } from '../../features/jewellery/api/get-models.ts';
import { savedValue, saveValue } from '../../lib/saved-state.ts';
import { customerOf, useSession } from '../../lib/session.ts';
import { LIST_KINDS, listId, type ListKind } from '../../lists/list-kinds.ts';
import { countQuery, type ListCount } from './list-counts.ts';

/**
 * A sub-tab of the sidebar: its list's count, or why there is none. `loading`: whether its list has items is not known;
 * `expected`: it had some last time.
 */
export type SubTab = { line: Line; count: ListCount | 'loading' | 'expected' | 'failed' };
/** A group with its sub-tabs. */
export type TabGroup = { kind: ListKind; tabs: readonly SubTab[] };

const PLACES = LIST_KINDS.flatMap((kind) => LINES.map((line) => ({ kind, line, id: listId(kind, line) })));

/**
 * The groups of the sidebar from the top, with a sub-tab for every line whose list has items or could not be loaded.
 * While lists load, those of last time are there, to be opened at once; the first time, those above which all are known:
 * what is shown stays where it is. `settled`: nothing will be put among them.
 */
export function useSubTabs(): { groups: readonly TabGroup[]; settled: boolean } {
  const lists = useQueries({ queries: PLACES.map(({ line, kind }) => countQuery(line, kind)) });
  const models = useQuery({ ...modelsQuery('available'), select: ({ models: all }) => all.length });
  const [lastTime, remember] = useLastTime();
  const tabs = PLACES.map((place, index) => {
    const { data, isPending } = lists[index]!;
    // Models can be ordered even when no piece is in stock.
    const orders = place.kind === 'available' && place.line === 'jewellery' && data?.pieces === 0;
    const loading = isPending || (orders && models.isPending);
    const empty = data?.pieces === 0 && !(orders && (models.data ?? 0) > 0);
    const unknown = lastTime?.includes(place.id) ? ('expected' as const) : ('loading' as const);
    return { ...place, loading, empty, count: loading ? unknown : (data ?? ('failed' as const)) };
  });
  const next = tabs.findIndex(({ loading }) => loading);
  const complete = next === -1;
  const shown = complete
    ? tabs.filter(({ empty }) => !empty)
    : lastTime
      ? tabs.filter(({ id }) => lastTime.includes(id))
      : tabs.slice(0, next + 1).filter(({ loading, empty }) => loading || !empty);
  const known = complete ? shown.map(({ id }) => id).join(' ') : null;
  useEffect(() => {
    if (known !== null) remember(known);
  }, [known, remember]);
  const groups = LIST_KINDS.map((kind) => ({ kind, tabs: shown.filter((tab) => tab.kind === kind) }));
  return { groups: groups.filter((group) => group.tabs.length > 0), settled: complete || lastTime !== null };
}

const SAVED = 'subTabs';

/** The ids of the sub-tabs when all lists of the same customer were last known; null the first time. */
function useLastTime(): [readonly string[] | null, (ids: string) => void] {
  const { user } = useSession();
  const { username } = user;
  const whose = String(customerOf(user) ?? 'own');
  const [lastTime] = useState(() => {
    const saved = savedValue(username, SAVED);
    const [customer, ...ids] = typeof saved === 'string' ? saved.split(' ') : [];
    return customer === whose ? ids : null;
  });
  const remember = useCallback(
    (ids: string) => saveValue(username, SAVED, `${whose} ${ids}`),
    [username, whose],
  );
  return [lastTime, remember];
}
