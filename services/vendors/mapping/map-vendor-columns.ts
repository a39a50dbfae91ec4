import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { VendorEvent } from '#contracts/events/index.ts';
import {
  feedColumnSchema,
  feedConventions,
  plainHeading,
  type FeedMapping,
} from '#contracts/vendor/feed-mapping.ts';
import type { VendorRecord, VendorState } from '#contracts/vendor/vendor.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { checkedFields } from '#services/platform/checked-fields.ts';
import { contentVersion } from '#services/platform/commands/index.ts';
import { changedMeanwhile, Refusal } from '#services/platform/refusal.ts';
import { mappingFault } from '../feed/map-columns.ts';
import { requireVendor } from '../require-vendor.ts';

const mappingFields = z.object({
  columns: z.array(feedColumnSchema.omit({ columnId: true })).max(500, 'Map at most 500 columns.'),
  conventions: feedConventions,
});

/** Conventions that are left out stay as they are. With the version that was read; without one it is set as it is. */
export type MapVendorColumns = Pick<FeedMapping, 'columns'> &
  Partial<Pick<FeedMapping, 'conventions'>> & { expectedVersion?: string | null };

/** The version of a mapping, by its content. */
export const mappingVersion = ({
  columns,
  conventions,
}: Pick<VendorRecord, 'columns' | 'conventions'>): string => contentVersion({ columns, conventions });

/**
 * How the vendor's files are read from now on, whole; a heading that was mapped before keeps its number. Nothing is
 * recorded where nothing differs. Refuses an unknown vendor (404), a mapping that no file can be read by (422; rule: Feed
 * mapping), and one over another than was read (409).
 */
export function mapVendorColumns(
  state: VendorState,
  { expectedVersion = null, ...command }: MapVendorColumns,
  at: Instant,
): VendorEvent[] {
  const record = requireVendor(state);
  const given = checkedFields(mappingFields, { conventions: record.conventions, ...command });
  const fault = mappingFault(given.columns);
  if (fault !== null) throw new Refusal(422, fault, { code: 'UNUSABLE_MAPPING', field: 'columns' });
  const numbers = new Map(record.columns.map(({ heading, columnId }) => [plainHeading(heading), columnId]));
  let last = Math.max(0, ...numbers.values());
  const columns = given.columns.map(({ heading, attribute }) => {
    const columnId = numbers.get(plainHeading(heading)) ?? (last += 1);
    return { columnId, heading, attribute };
  });
  const before = { columns: record.columns, conventions: record.conventions };
  const after = { columns, conventions: given.conventions };
  if (isDeepStrictEqual(before, after)) return [];
  if (expectedVersion !== null && expectedVersion !== mappingVersion(record))
    throw changedMeanwhile(undefined, 'column mapping');
  return [{ type: 'VendorColumnsMapped', data: { ...after, effectiveAt: at } }];
}
