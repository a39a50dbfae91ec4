import { sql } from 'kysely';
import type { AssetPage } from '#contracts/api/asset-pages.ts';
import type { Db } from '#services/platform/database/index.ts';

const DEMO_PAGES: readonly AssetPage[] = [
  { path: '/our-model.html', title: 'How it works' },
  { path: '/our-diamonds.html', title: 'Our diamonds' },
];

/** Makes the demo's two asset pages where there are none. */
export async function ensureDemoAssetPages(db: Db): Promise<void> {
  const paths = DEMO_PAGES.map(({ path }) => path);
  const titles = DEMO_PAGES.map(({ title }) => title);
  await sql`
    insert into vitrine.asset_page (path, title, place)
    select * from unnest(${paths}::text[], ${titles}::text[]) with ordinality
    where not exists (select from vitrine.asset_page) on conflict do nothing`.execute(db);
}
