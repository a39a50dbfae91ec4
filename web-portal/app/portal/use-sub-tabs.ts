import { useQueries, useQuery } from '@tanstack/react-query';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { modelsQuery } from '../../features/jewellery/api/get-models.ts';
import { LIST_KINDS, SERVED_LINES, type ListKind } from '../../lists/list-kinds.ts';
import { countQuery, type ListCount } from './list-counts.ts';

/** A sub-tab of the sidebar: its list's count, or why there is none. */
export type SubTab = { line: Line; count: ListCount | 'loading' | 'failed' };
/** A group with its sub-tabs. */
export type TabGroup = { kind: ListKind; tabs: readonly SubTab[] };

const PLACES = LIST_KINDS.flatMap((kind) => SERVED_LINES.map((line) => ({ kind, line })));

/**
 * The groups of the sidebar from the top, with a sub-tab for every line whose list has items or could not be loaded, as
 * far as all above them are known: which lists have items is seen when they come, and what is shown by then stays where
 * it is. `complete` when all are known.
 */
export function useSubTabs(): { groups: readonly TabGroup[]; complete: boolean } {
  const lists = useQueries({ queries: PLACES.map(({ line, kind }) => countQuery(line, kind)) });
  const models = useQuery({ ...modelsQuery('available'), select: (all) => all.length });
  const tabs = PLACES.map((place, index) => {
    const { data, isPending } = lists[index]!;
    // Models can be ordered though no piece of them is at hand.
    const orders = place.kind === 'available' && place.line === 'jewellery' && data?.pieces === 0;
    const loading = isPending || (orders && models.isPending);
    const empty = data?.pieces === 0 && !(orders && (models.data ?? 0) > 0);
    return { ...place, empty, count: loading ? ('loading' as const) : (data ?? ('failed' as const)) };
  });
  const next = tabs.findIndex(({ count }) => count === 'loading');
  const complete = next === -1;
  const shown = (complete ? tabs : tabs.slice(0, next + 1)).filter(
    ({ empty, count }) => count === 'loading' || !empty,
  );
  const groups = LIST_KINDS.map((kind) => ({ kind, tabs: shown.filter((tab) => tab.kind === kind) }));
  return { groups: groups.filter((group) => group.tabs.length > 0), complete };
}
