import { z } from 'zod';

/** POST /admin/getassetpages (product: Asset page): pages that the drawer offers and a tab shows in a frame. */
export const assetPagesReply = z.array(z.object({ path: z.string(), title: z.string() }));
export type AssetPage = z.infer<typeof assetPagesReply>[number];

/**
 * A page's own path, or an address elsewhere; nothing that a browser would run. Browsers read a backslash as a slash:
 * after the first slash either would lead to another host.
 */
const path = z
  .string()
  .trim()
  .max(500, 'Use at most 500 characters.')
  .regex(/^(\/(?![/\\])|https:\/\/)[^\s]*$/, 'A path begins with / or with https://.');

/** What an administrator states of an asset page; pages of equal place are shown by title. */
export const assetPageEdit = z.object({
  path,
  title: z.string().trim().min(1, 'Give a title.').max(80, 'Use at most 80 characters.'),
  place: z.int('Enter a whole number.').min(0, 'Use 0 or more.').max(10_000, 'Use at most 10,000.'),
});
export type AssetPageEdit = z.infer<typeof assetPageEdit>;

/** A row of GET /api/asset-pages. Its path may be one that was accepted once and is no longer. */
export const assetPageResource = assetPageEdit.extend({
  id: z.int(),
  path: z.string(),
  /** Changes with every change of the page: what `If-Match` takes. */
  version: z.string(),
});
export type AssetPageResource = z.infer<typeof assetPageResource>;
