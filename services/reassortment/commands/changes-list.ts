import { isDeepStrictEqual } from 'node:util';
import type { Reassortment, WholeList } from '#contracts/reassortment/reassortment.ts';
import { changedMeanwhile } from '#services/platform/refusal.ts';

/** With the version that the caller has read; without one the list is set or cleared as it is. */
export type Versioned = { expectedVersion?: string | null };

const CALLED: Readonly<Record<WholeList, string>> = {
  stores: 'list of stores',
  columnMaps: 'column mapping',
  valueMaps: 'value mapping',
};

/** Whether these rows change the list. Refuses (409) such a change when somebody has made one since this version was read. */
export function changesList<List extends WholeList>(
  state: Reassortment,
  list: List,
  rows: Reassortment[List],
  { expectedVersion = null }: Versioned,
): boolean {
  if (isDeepStrictEqual(rows, state[list])) return false;
  const { version, changedBy } = state.changes[list];
  if (expectedVersion !== null && expectedVersion !== version)
    throw changedMeanwhile(changedBy, CALLED[list]);
  return true;
}
