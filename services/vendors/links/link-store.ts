import { sql } from 'kysely';
import type { VendorLinkResource } from '#contracts/api/vendor-links.ts';
import type { Db } from '#services/platform/database/index.ts';
import { createLinkRows, type LinkRow } from '#services/platform/signed-links/index.ts';

/** A link to a vendor's own view. */
export type VendorLink = LinkRow &
  Pick<VendorLinkResource, 'vendorId' | 'madeBy' | 'sentTo' | 'revokedBy'> & { sentAt: Date | null };

const columns = sql`
  id, vendor_id as "vendorId", made_by as "madeBy", made_at as "madeAt", expires_at as "expiresAt", sent_to as "sentTo",
  sent_at as "sentAt", opened_at as "openedAt", revoked_by as "revokedBy", revoked_at as "revokedAt"`;

export const { findLink, liveLink, revokeLink, noteOpened } = createLinkRows<VendorLink>(
  'vitrine.vendor_link',
  columns,
);

/** A vendor's links, the newest first. */
export async function linksOfVendor(db: Db, vendorId: number): Promise<VendorLink[]> {
  const { rows } = await sql<VendorLink>`
    select ${columns} from vitrine.vendor_link where vendor_id = ${vendorId} order by made_at desc, id`.execute(
    db,
  );
  return rows;
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
