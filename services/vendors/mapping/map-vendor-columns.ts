import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { VendorEvent } from '#contracts/events/index.ts';
import { feedColumnSchema, feedConventions, type FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import type { VendorState } from '#contracts/vendor/vendor.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { checkedFields } from '#services/platform/checked-fields.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { mappingFault, plainHeading } from '../feed/map-columns.ts';
import { requireVendor } from '../require-vendor.ts';

const mappingFields = z.object({
  columns: z.array(feedColumnSchema.omit({ columnId: true })).max(500, 'Map at most 500 columns.'),
  conventions: feedConventions,
});

/** Conventions that are left out stay as they are. */
export type MapVendorColumns = Pick<FeedMapping, 'columns'> & Partial<Pick<FeedMapping, 'conventions'>>;

/**
 * How the vendor's files are read from now on, whole; a heading that was mapped before keeps its number. Nothing is
 * recorded where nothing differs. Refuses an unknown vendor (404) and a mapping that no file can be read by (422; rule:
 * Feed mapping).
 */
export function mapVendorColumns(state: VendorState, command: MapVendorColumns, at: Instant): VendorEvent[] {
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
  return isDeepStrictEqual(before, after)
    ? []
    : [{ type: 'VendorColumnsMapped', data: { ...after, effectiveAt: at } }];
}
