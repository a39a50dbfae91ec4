import { todayReply } from '#contracts/api/today.ts';
import { ageingResource, anomalyResource } from '#contracts/api/watch-lists.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { selectAgeing } from '#projections/parcels/index.ts';
import { registerInboxRoutes } from '#services/inboxes/index.ts';
import { callGroup, listFromDatabase, type App, type RestSelect } from '#services/platform/http/index.ts';
import { anomalies, isAnomaly } from './anomalies.ts';
import { todayFor, type TodayDeps } from './today.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['watch lists'] });
const forStaff = callGroup({ access: 'staff', surface: 'rest', tags: ['watch lists'] });

const ageing = (today: HouseDay): RestSelect => ({
  select: selectAgeing(today),
  sortedBy: ['dueDate', 'memoDate', 'parcelName', 'customerName', 'status', 'weight', 'daysLeft'],
  order: ['dueDate', 'ASC'],
  names: ['parcelName', 'customerName'],
  filteredBy: ['customerId', 'status', 'overdue', 'dueSoon', 'line'],
  searched: ['parcelName', 'customerName', 'certNo'],
});

/** What somebody should look at: today's figures and Exceptional stones due back (staff), anomalies (administrators). */
export function registerWatchListRoutes(app: App, deps: TodayDeps): void {
  const { db, clock, today, zone } = deps;
  app.get(
    '/api/today',
    forStaff({
      summary: 'What waits for a person today, and the money of the month',
      response: { 200: todayReply },
    }),
    ({ caller }) => todayFor(deps, caller),
  );
  listFromDatabase(
    app,
    db,
    forStaff,
    {
      resource: 'ageing',
      summary: 'Exceptional stones on memo, and when they are due back',
      row: ageingResource,
    },
    () => ageing(today()),
  );
  listFromDatabase(
    app,
    db,
    forAdministrators,
    {
      resource: 'anomalies',
      summary: 'What should not have happened, or should have by now',
      row: anomalyResource,
    },
    () => anomalies(today(), zone),
  );
  registerInboxRoutes(app, {
    db,
    clock,
    tags: ['watch lists'],
    inbox: 'ANOMALY',
    path: '/api/anomalies',
    noun: 'anomaly',
    exists: (within, id) => isAnomaly(within, today(), zone, id),
  });
}
