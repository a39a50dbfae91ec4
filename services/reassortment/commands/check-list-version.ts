import type { Reassortment, WholeList } from '#contracts/reassortment/reassortment.ts';
import { changedMeanwhile } from '#services/platform/refusal.ts';

/** With the version that the caller has read; without one the list is set or cleared as it is. */
export type Versioned = { expectedVersion?: string | null };

const CALLED: Readonly<Record<WholeList, string>> = {
  stores: 'list of stores',
  columnMaps: 'column mapping',
  valueMaps: 'value mapping',
};

/** Refuses (409) when somebody has changed the list since this version of it was read. */
export function checkListVersion(
  { changes }: Reassortment,
  list: WholeList,
  { expectedVersion = null }: Versioned,
): void {
  const { version, changedBy } = changes[list];
  if (expectedVersion !== null && expectedVersion !== version)
    throw changedMeanwhile(changedBy, CALLED[list]);
}
