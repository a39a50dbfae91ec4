import { sql } from 'kysely';
import { repricingResource } from '#contracts/api/repricings.ts';
import { vendorNames } from '#projections/vendors/index.ts';
import { instantOf, type Db } from '#services/platform/database/index.ts';
import { callGroup, listFromDatabase, type App, type RestSelect } from '#services/platform/http/index.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['vendors'] });

const REPRICINGS: RestSelect = {
  select: sql`
    select repricing.id, repricing.vendor_id as "vendorId", vendor.name as "vendorName", kind, ${instantOf('due_at')} as "dueAt",
      ${instantOf('started_at')} as "startedAt", ${instantOf('finished_at')} as "finishedAt",
      case when finished_at is not null and waiting.failed > 0 then 'RETRYING' when finished_at is not null then 'DONE' when started_at is not null then 'RUNNING' else 'WAITING' end as state,
      total, done, waiting.held, waiting.failed
    from vitrine.repricing cross join lateral (
      select count(*) filter (where parcel.attempts = 0)::int as held, count(*) filter (where parcel.attempts > 0)::int as failed
      from vitrine.repricing_held as parcel where parcel.repricing_id = repricing.id) as waiting
    left join ${vendorNames} as vendor on vendor.vendor_id = repricing.vendor_id`,
  sortedBy: ['dueAt', 'vendorId', 'vendorName', 'kind', 'startedAt', 'finishedAt', 'state'],
  order: ['dueAt', 'DESC'],
  names: ['vendorName'],
  filteredBy: ['vendorId', 'kind', 'state'],
  searched: ['vendorName'],
};

/** How far parcels follow changes of their vendors' terms and of their tiers; for administrators. */
export function registerRepricingRoutes(app: App, { db }: { db: Db }): void {
  listFromDatabase(
    app,
    db,
    forAdministrators,
    {
      resource: 'repricings',
      summary: 'Repricings after changes of terms and tiers',
      row: repricingResource,
    },
    () => REPRICINGS,
  );
}
