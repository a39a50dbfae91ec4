import { sql } from 'kysely';
import { z } from 'zod';
import { restQuery } from '#contracts/api/back-office.ts';
import { repricingResource, type RepricingResource } from '#contracts/api/repricings.ts';
import { vendorNames } from '#projections/vendors/index.ts';
import { instantOf, type Db } from '#services/platform/database/index.ts';
import { readRestList, sendSelect, type App, type RestSelect } from '#services/platform/http/index.ts';

const REPRICINGS: RestSelect = {
  resource: 'repricings',
  select: sql`
    select repricing.id, repricing.vendor_id as "vendorId", vendor.name as "vendorName", ${instantOf('due_at')} as "dueAt",
      ${instantOf('started_at')} as "startedAt", ${instantOf('finished_at')} as "finishedAt",
      case when finished_at is not null then 'DONE' when started_at is not null then 'RUNNING' else 'WAITING' end as state,
      total, done, held
    from vitrine.repricing left join ${vendorNames} as vendor on vendor.vendor_id = repricing.vendor_id`,
  sortedBy: ['dueAt', 'vendorId', 'vendorName', 'startedAt', 'finishedAt', 'state'],
  order: ['dueAt', 'DESC'],
  filteredBy: ['vendorId', 'state'],
  searched: ['vendorName'],
};

/** How far parcels are repriced after changes of their vendors' terms; for administrators. */
export function registerRepricingRoutes(app: App, { db }: { db: Db }): void {
  app.get(
    '/api/repricings',
    {
      config: { access: 'administrator', surface: 'rest' },
      schema: {
        tags: ['vendors'],
        summary: 'Repricings after changes of terms',
        querystring: restQuery,
        response: { 200: z.array(repricingResource) },
      },
    },
    ({ query }, reply) => sendSelect<RepricingResource>(db, reply, REPRICINGS, readRestList(query)),
  );
}
