import { sql } from 'kysely';
import type { AssetPage, AssetPageEdit, AssetPageResource } from '#contracts/api/asset-pages.ts';
import { inOrderOfNames, type Db, type Migration } from '#services/platform/database/index.ts';
import { changedMeanwhile, Refusal } from '#services/platform/refusal.ts';

export const assetPageMigrations: readonly Migration[] = [
  {
    name: 'asset-page-1',
    // Shown in this order, then by title.
    sql: 'create table vitrine.asset_page (path text primary key, title text not null, place int not null default 0)',
  },
  {
    name: 'asset-page-2',
    // Identified by a number, because a page's path may change.
    sql: 'alter table vitrine.asset_page add column id int generated always as identity unique',
  },
  {
    name: 'asset-page-3',
    sql: `
      alter table vitrine.asset_page
        add column version int not null default 1,
        add column changed_by text not null default '';`,
  },
];

/** The asset pages in the order of the drawer (product: Profile drawer). */
export async function assetPages(db: Db): Promise<AssetPage[]> {
  const { rows } = await sql<AssetPage>`
    select path, title from vitrine.asset_page order by place, ${inOrderOfNames(sql.ref('title'))}`.execute(
    db,
  );
  return rows;
}

const COLUMNS = sql`id, path, title, place, version::text as version`;

/** One page, for editing. Throws Refusal 404 when it does not exist. */
export async function assetPage(db: Db, id: number): Promise<AssetPageResource> {
  const { rows } = await sql<AssetPageResource>`
    select ${COLUMNS} from vitrine.asset_page where id = ${id}`.execute(db);
  return rows[0] ?? unknownPage(id);
}

/** Creates a page. Throws Refusal 422 when its path is taken. */
export async function addAssetPage(
  db: Db,
  { path, title, place }: AssetPageEdit,
  by: string,
): Promise<AssetPageResource> {
  const { rows } = await sql<AssetPageResource>`
    insert into vitrine.asset_page (path, title, place, changed_by) values (${path}, ${title}, ${place}, ${by})
    on conflict (path) do nothing returning ${COLUMNS}`.execute(db);
  return rows[0] ?? takenPath(path);
}

/**
 * Changes a page in the caller's transaction; with `expectedVersion`, only if that is still its version. `by` has changed
 * it only where something differs. Throws Refusal 404 when it does not exist, 409 when somebody has changed it since, 422
 * when another page has the path.
 */
export async function changeAssetPage(
  tx: Db,
  id: number,
  { path, title, place }: AssetPageEdit,
  { by, expectedVersion }: { by: string; expectedVersion: string | null },
): Promise<AssetPageResource> {
  await lockAsSeen(tx, id, expectedVersion);
  const { rows: others } = await sql`
    select from vitrine.asset_page where path = ${path} and id <> ${id}`.execute(tx);
  if (others.length > 0) return takenPath(path);
  const differs = sql`(path, title, place) is distinct from (${path}, ${title}, ${place}::int)`;
  const { rows } = await sql<AssetPageResource>`
    update vitrine.asset_page set path = ${path}, title = ${title}, place = ${place},
      changed_by = case when ${differs} then ${by} else changed_by end, version = version + (${differs})::int
    where id = ${id} returning ${COLUMNS}`.execute(tx);
  return rows[0] ?? unknownPage(id);
}

/**
 * Removes a page in the caller's transaction and returns its last state; with `expectedVersion`, only if that is still its
 * version. Throws Refusal 404 when it does not exist, 409 when somebody has changed it since.
 */
export async function removeAssetPage(
  tx: Db,
  id: number,
  expectedVersion: string | null,
): Promise<AssetPageResource> {
  await lockAsSeen(tx, id, expectedVersion);
  const { rows } = await sql<AssetPageResource>`
    delete from vitrine.asset_page where id = ${id} returning ${COLUMNS}`.execute(tx);
  return rows[0] ?? unknownPage(id);
}

/**
 * Locks a page until the transaction ends. Throws Refusal 404 when it does not exist, 409 when it has another version.
 */
async function lockAsSeen(tx: Db, id: number, expectedVersion: string | null): Promise<void> {
  // One edit or removal at a time, before its page is locked: no other takes the path, and no two wait for each other.
  await sql`lock table vitrine.asset_page in share row exclusive mode`.execute(tx);
  const { rows } = await sql<{ version: string; changedBy: string }>`
    select version::text as version, changed_by as "changedBy" from vitrine.asset_page where id = ${id} for update`.execute(
    tx,
  );
  const now = rows[0] ?? unknownPage(id);
  if (expectedVersion !== null && expectedVersion !== now.version)
    throw changedMeanwhile(now.changedBy, 'page');
}

function unknownPage(id: number): never {
  throw new Refusal(404, `There is no asset page ${id}.`, { code: 'UNKNOWN_PAGE' });
}

function takenPath(path: string): never {
  throw new Refusal(422, `There is a page ${path} already.`, { code: 'PATH_TAKEN', field: 'path' });
}
