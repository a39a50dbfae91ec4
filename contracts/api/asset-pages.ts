import { z } from 'zod';

/** POST /admin/getassetpages (specification, section 3: Asset page): pages that the drawer offers and a tab shows in a frame. */
export const assetPagesReply = z.array(z.object({ path: z.string(), title: z.string() }));
export type AssetPage = z.infer<typeof assetPagesReply>[number];
