import type { QueryClient } from '@tanstack/react-query';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { assetPagesQuery } from '../../features/asset-pages/api/get-asset-pages.ts';
import { customersQuery } from '../../features/customers/api/get-customers.ts';
import { modelsQuery } from '../../features/jewellery/api/get-models.ts';
import { attributesQuery } from '../../lists/api/get-attributes.ts';
import { listQuery } from '../../lists/api/get-list.ts';
import { LIST_KINDS } from '../../lists/list-kinds.ts';

/** After sign-in everything is loaded, not only the list in front (product: Session). */
export function loadEverything(client: QueryClient, staff: boolean): void {
  void client.prefetchQuery(attributesQuery);
  for (const line of LINES) for (const kind of LIST_KINDS) void client.prefetchQuery(listQuery(line, kind));
  void client.prefetchQuery(modelsQuery('available'));
  void client.prefetchQuery(assetPagesQuery);
  if (staff) void client.prefetchQuery(customersQuery);
}
