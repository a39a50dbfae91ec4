import { sql } from 'kysely';
import type { Db } from '#services/platform/database/index.ts';

export type NoticeCounts = { sent: number; waiting: number; failed: number; noAddress: number };

/** How a vendor's notices since a moment have fared; those kept without a mail server wait, a dismissed one failed. */
export async function noticeCounts(db: Db, vendorId: number, since: Date): Promise<NoticeCounts> {
  const { rows } = await sql<NoticeCounts>`
    select (count(*) filter (where mail.state = 'SENT'))::int as sent,
      (count(*) filter (where mail.state in ('WAITING', 'KEPT')))::int as waiting,
      (count(*) filter (where mail.state in ('FAILED', 'DISMISSED')))::int as failed,
      (count(*) filter (where mail.key is null))::int as "noAddress"
    from vitrine.vendor_notice as notice left join vitrine.mail as mail on mail.key = notice.mail_key
    where notice.vendor_id = ${vendorId} and notice.created_at >= ${since}`.execute(db);
  return rows[0]!;
}
