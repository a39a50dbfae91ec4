import { sql } from 'kysely';
import type { VendorLinkResource } from '#contracts/api/vendor-links.ts';
import type { Db } from '#services/platform/database/index.ts';
import { NOTED_EVERY_MS } from '#services/platform/signed-links/index.ts';

/** A link to a vendor's own view. */
export type VendorLink = Pick<VendorLinkResource, 'id' | 'vendorId' | 'madeBy' | 'sentTo' | 'revokedBy'> & {
  madeAt: Date;
  expiresAt: Date;
  sentAt: Date | null;
  openedAt: Date | null;
  revokedAt: Date | null;
};

const columns = sql`
  id, vendor_id as "vendorId", made_by as "madeBy", made_at as "madeAt", expires_at as "expiresAt", sent_to as "sentTo",
  sent_at as "sentAt", opened_at as "openedAt", revoked_by as "revokedBy", revoked_at as "revokedAt"`;

/** A vendor's links, the newest first. */
export async function linksOfVendor(db: Db, vendorId: number): Promise<VendorLink[]> {
  const { rows } = await sql<VendorLink>`
    select ${columns} from vitrine.vendor_link where vendor_id = ${vendorId} order by made_at desc, id`.execute(
    db,
  );
  return rows;
}

/** The link, locked until the transaction of `db` ends; null when there is none with that id. */
export async function findLink(db: Db, id: string): Promise<VendorLink | null> {
  const { rows } = await sql<VendorLink>`
    select ${columns} from vitrine.vendor_link where id = ${id} for update`.execute(db);
  return rows[0] ?? null;
}

/** Keeps a new link; one that has its id already stays as it is. */
export async function insertLink(
  db: Db,
  { id, vendorId, madeBy, madeAt, expiresAt }: Omit<VendorLink, `${'sent' | 'revoked' | 'opened'}${string}`>,
): Promise<void> {
  await sql`
    insert into vitrine.vendor_link (id, vendor_id, made_by, made_at, expires_at)
    values (${id}, ${vendorId}, ${madeBy}, ${madeAt}, ${expiresAt}) on conflict (id) do nothing`.execute(db);
}

export async function noteSent(db: Db, id: string, to: string, at: Date): Promise<void> {
  await sql`update vitrine.vendor_link set sent_to = ${to}, sent_at = ${at} where id = ${id}`.execute(db);
}

/** Revokes it; when it was revoked before, the first author stays. */
export async function revokeLink(db: Db, id: string, by: string, at: Date): Promise<void> {
  await sql`
    update vitrine.vendor_link set revoked_by = ${by}, revoked_at = ${at}
    where id = ${id} and revoked_at is null`.execute(db);
}

/** The link while it is valid: neither expired nor revoked. */
export async function goodLink(db: Db, id: string, now: Date): Promise<VendorLink | null> {
  const { rows } = await sql<VendorLink>`
    select ${columns} from vitrine.vendor_link
    where id = ${id} and revoked_at is null and expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Notes when the view was opened by it, to the minute. */
export async function noteOpened(db: Db, { id, openedAt }: VendorLink, now: Date): Promise<void> {
  if (openedAt && now.getTime() - openedAt.getTime() < NOTED_EVERY_MS) return;
  await sql`update vitrine.vendor_link set opened_at = ${now} where id = ${id}`.execute(db);
}
