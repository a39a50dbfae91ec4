import { sql } from 'kysely';
import type { AssetPage } from '#contracts/api/asset-pages.ts';
import type { Db, Migration } from '#services/platform/database/index.ts';

export const assetPageMigrations: readonly Migration[] = [
  {
    name: 'asset-page-1',
    // Shown in this order; those of equal place by title.
    sql: 'create table vitrine.asset_page (path text primary key, title text not null, place int not null default 0)',
  },
];

const DEMO_PAGES: readonly AssetPage[] = [
  { path: '/our-model.html', title: 'How it works' },
  { path: '/our-diamonds.html', title: 'Our diamonds' },
];

/** The asset pages in the order of the drawer (specification, section 2.3). */
export async function assetPages(db: Db): Promise<AssetPage[]> {
  const { rows } =
    await sql<AssetPage>`select path, title from vitrine.asset_page order by place, title`.execute(db);
  return rows;
}

/** Makes the demo's two asset pages where there are none. Demo mode only. */
export async function ensureDemoAssetPages(db: Db): Promise<void> {
  const paths = DEMO_PAGES.map(({ path }) => path);
  const titles = DEMO_PAGES.map(({ title }) => title);
  await sql`
    insert into vitrine.asset_page (path, title, place)
    select * from unnest(${paths}::text[], ${titles}::text[]) with ordinality
    where not exists (select from vitrine.asset_page) on conflict do nothing`.execute(db);
}
