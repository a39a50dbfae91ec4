import { assetPagesReply } from '#contracts/api/asset-pages.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { App } from '#services/platform/http/index.ts';
import { assetPages } from './asset-pages.ts';

/** POST /admin/getassetpages, for every signed-in user (rules, section 5). */
export function registerAssetPageRoutes(app: App, { db }: { db: Db }): void {
  app.post(
    '/admin/getassetpages',
    {
      config: { access: 'signed-in', surface: 'portal' },
      schema: {
        tags: ['asset pages'],
        summary: 'Pages that the drawer offers',
        response: { 200: assetPagesReply },
      },
    },
    () => assetPages(db),
  );
}
