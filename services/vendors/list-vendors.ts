import type { VendorResource } from '#contracts/api/vendors.ts';
import { rowsAsked, type RestList } from '#services/platform/http/index.ts';

/**
 * The vendors that a list asks for, by name unless it asks otherwise. Throws a Refusal (400) for a field it does not
 * know.
 * @param vendors those of `oldFeed` where it is asked for, by name
 */
export const listVendors = (
  vendors: readonly VendorResource[],
  asked: Pick<RestList, 'sort' | 'filter'>,
): VendorResource[] =>
  rowsAsked(vendors, asked, {
    key: 'vendorId',
    sortedBy: ['vendorId', 'name', 'tier', 'dxPrefix', 'markup'],
    searched: ({ vendorId, name, legalName, email, dxPrefix }) =>
      [vendorId, name, legalName, email, dxPrefix].join('\n'),
    chosenBy: ['oldFeed'],
  });
