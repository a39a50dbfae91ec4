import { ageingResource, anomalyResource } from '#contracts/api/watch-lists.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { selectAgeing, selectAnomalies } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import {
  listFromDatabase,
  minPosition,
  sendPosition,
  type App,
  type RestSelect,
} from '#services/platform/http/index.ts';

export type WatchListDeps = {
  db: Db;
  /** The house's day now. */
  today: () => HouseDay;
  /** Waits a while for the read models to reach a log position; false when they have not. */
  reached: (position: bigint) => Promise<boolean>;
};

const ageing = (today: HouseDay): RestSelect => ({
  select: selectAgeing(today),
  sortedBy: ['dueDate', 'memoDate', 'parcelName', 'customerName', 'status', 'weight', 'daysLeft'],
  order: ['dueDate', 'ASC'],
  filteredBy: ['customerId', 'status', 'overdue', 'line'],
  searched: ['parcelName', 'customerName', 'certNo'],
});

const anomalies = (today: HouseDay): RestSelect => ({
  select: selectAnomalies(today),
  sortedBy: ['date', 'parcelName', 'customerName', 'type', 'reason', 'overdue'],
  order: ['date', 'DESC'],
  filteredBy: ['customerId', 'line', 'overdue', 'type', 'parcelName'],
  searched: ['parcelName', 'customerName', 'reason'],
});

/** Lists of what somebody should look at: Exceptional stones due back (staff), anomalies (administrators). */
export function registerWatchListRoutes(app: App, { db, today, reached }: WatchListDeps): void {
  const tags = ['watch lists'];
  const asFreshAsAsked = async (
    request: Parameters<typeof minPosition>[0],
    reply: Parameters<typeof sendPosition>[0],
  ): Promise<void> => {
    const position = minPosition(request);
    if (position !== null) sendPosition(reply, position, !(await reached(position)));
  };
  listFromDatabase(
    app,
    db,
    {
      resource: 'ageing',
      access: 'staff',
      tags,
      summary: 'Exceptional stones on memo, and when they are due back',
      row: ageingResource,
    },
    async (request, reply) => {
      await asFreshAsAsked(request, reply);
      return ageing(today());
    },
  );
  listFromDatabase(
    app,
    db,
    {
      resource: 'anomalies',
      access: 'administrator',
      tags,
      summary: 'What should not have happened, or should have by now',
      row: anomalyResource,
    },
    async (request, reply) => {
      await asFreshAsAsked(request, reply);
      return anomalies(today());
    },
  );
}
