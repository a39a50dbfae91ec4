import { z } from 'zod';
import { restQuery } from '#contracts/api/back-office.ts';
import {
  ageingResource,
  anomalyResource,
  type AgeingResource,
  type AnomalyResource,
} from '#contracts/api/watch-lists.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { selectAgeing, selectAnomalies } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import {
  minPosition,
  readRestList,
  sendPosition,
  sendSelect,
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
  resource: 'ageing',
  select: selectAgeing(today),
  sortedBy: ['dueDate', 'memoDate', 'parcelName', 'customerName', 'status', 'weight', 'daysLeft'],
  order: ['dueDate', 'ASC'],
  filteredBy: ['customerId', 'status', 'overdue', 'line'],
  searched: ['parcelName', 'customerName', 'certNo'],
});

const anomalies = (today: HouseDay): RestSelect => ({
  resource: 'anomalies',
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
  app.get(
    '/api/ageing',
    {
      config: { access: 'staff', surface: 'rest' },
      schema: {
        tags,
        summary: 'Exceptional stones on memo, and when they are due back',
        querystring: restQuery,
        response: { 200: z.array(ageingResource) },
      },
    },
    async (request, reply) => {
      await asFreshAsAsked(request, reply);
      return sendSelect<AgeingResource>(db, reply, ageing(today()), readRestList(request.query));
    },
  );
  app.get(
    '/api/anomalies',
    {
      config: { access: 'administrator', surface: 'rest' },
      schema: {
        tags,
        summary: 'What should not have happened, or should have by now',
        querystring: restQuery,
        response: { 200: z.array(anomalyResource) },
      },
    },
    async (request, reply) => {
      await asFreshAsAsked(request, reply);
      return sendSelect<AnomalyResource>(db, reply, anomalies(today()), readRestList(request.query));
    },
  );
}
