import { sql } from 'kysely';
import { vendorNoticeResource } from '#contracts/api/vendor-notices.ts';
import { customerNames } from '#projections/customers/index.ts';
import { vendorNames } from '#projections/vendors/index.ts';
import { instantOf, type Db } from '#services/platform/database/index.ts';
import { callGroup, listFromDatabase, type App, type RestSelect } from '#services/platform/http/index.ts';

const forStaff = callGroup({ access: 'staff', surface: 'rest', tags: ['vendor notices'] });

/** Only administrators see whose the parcels are (rule: What one may not see); a failure names the vendor's address. */
const VENDOR_FIELDS = ['vendorId', 'vendorName'];

/** What is shown of its parcels; the JSON that holds them has words of its own, which would be found in every notice. */
const parcelText = sql`(
  select string_agg(concat_ws(chr(10), parcel->>'parcelName', parcel->>'lab', parcel->>'certNo'), chr(10))
  from jsonb_array_elements(notice.parcels) as parcel)`;

function noticesFor(administrator: boolean): RestSelect {
  const vendor = administrator ? sql`notice.vendor_id as "vendorId", vendor.name as "vendorName",` : sql``;
  const reason = administrator ? sql`mail.reason` : sql`null as reason`;
  const vendorFields = administrator ? VENDOR_FIELDS : [];
  return {
    select: sql`
      select notice.id::int, notice.instruction_id as "instructionId", notice.action, notice.parcels, ${vendor}
        notice.customer_id as "customerId", customer.name as "customerName",
        ${instantOf('notice.instructed_at')} as date, ${instantOf('notice.created_at')} as "createdAt",
        coalesce(mail.state, 'NO_ADDRESS') as state, coalesce(mail.attempts, 0) as attempts,
        ${instantOf('mail.sent_at')} as "sentAt", ${reason}, ${parcelText} as "parcelText"
      from vitrine.vendor_notice as notice
      left join vitrine.mail as mail on mail.key = notice.mail_key
      left join ${vendorNames} as vendor on vendor.vendor_id = notice.vendor_id
      left join ${customerNames} as customer on customer.customer_id = notice.customer_id`,
    sortedBy: ['createdAt', 'date', 'action', 'state', 'customerName', 'sentAt', ...vendorFields],
    order: ['createdAt', 'DESC'],
    names: ['customerName', 'vendorName'],
    filteredBy: ['action', 'state', 'customerId', 'instructionId', ...(administrator ? ['vendorId'] : [])],
    searched: ['parcelText', 'customerName', ...(administrator ? ['vendorName'] : [])],
  };
}

/** The notices to vendors, and whether they have arrived; for staff. */
export function registerVendorNoticeRoutes(app: App, { db }: { db: Db }): void {
  listFromDatabase(
    app,
    db,
    forStaff,
    { resource: 'vendor-notices', summary: 'Notices of instructions to vendors', row: vendorNoticeResource },
    ({ caller }) => noticesFor(caller.administrator),
  );
}
