import { z } from 'zod';
import { billingEffectSchema, type WireBillingEffect } from '#contracts/api/bills.ts';
import { restQuery } from '#contracts/api/back-office.ts';
import {
  COUNTED_EXACTLY,
  historyResource,
  PAGED_TO,
  timelineQuery,
  timelineReply,
  TOTAL_IS_ESTIMATE,
} from '#contracts/api/history.ts';
import { stoneStream } from '#contracts/events/index.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import { readCutTime } from '#contracts/vocabulary/house-time.ts';
import {
  auditEntries,
  auditOfStream,
  auditTotal,
  eventOfId,
  firstRecordedAfter,
} from '#projections/audit/index.ts';
import { parcelRecord } from '#projections/parcels/index.ts';
import { allVendors } from '#projections/vendors/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import {
  callGroup,
  isNarrowed,
  readRestList,
  sendContentRange,
  type App,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { withNames } from './find-names.ts';
import { historyRow } from './history-rows.ts';
import { readOrder, readSearch } from './read-search.ts';
import { timelineOf } from './timeline.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['audit'] });
const ofBills = callGroup({
  access: 'administrator',
  surface: 'rest',
  wholesale: 'Bills are',
  tags: ['audit'],
});

export type AuditRoutesDeps = {
  db: Db;
  /** The house's time zone. */
  zone: string;
  /** The current names of shapes. */
  shapeName: () => Promise<ShapeName>;
  /** How the money of a parcel changed when an event was learnt. */
  effectOf(parcelName: string, event: { position: number; recordedAt: string }): Promise<WireBillingEffect>;
};

/** The audit (rule: Two axes), for administrators: everything recorded, on both time axes, and a parcel's timeline. */
export function registerAuditRoutes(app: App, { db, zone, shapeName, effectOf }: AuditRoutesDeps): void {
  const search = {
    summary: 'Everything recorded, by parcel, customer, actor, type and date on either axis',
    description:
      `The filter's q, parcel and actor are whole names, or their beginning: what is followed by * (and what nothing is called) finds all names that begin so, at most 200. ` +
      `Sorted by recordedAt (newest first) or effectiveAt. The total of Content-Range is counted up to ${COUNTED_EXACTLY}; ` +
      `beyond it is an estimate, marked by ${TOTAL_IS_ESTIMATE}: true. Ranges reach to entry ${PAGED_TO}.`,
    querystring: restQuery,
    response: { 200: z.array(historyResource) },
  };
  app.get('/api/history', forAdministrators(search), async (request, reply) => {
    const { sort, range, filter } = readRestList(request.query);
    const typed = readSearch(filter, zone);
    if (range.to >= PAGED_TO)
      throw new Refusal(
        400,
        `range: pages reach to entry ${PAGED_TO}; narrow the search, for example its dates.`,
        {
          field: 'range',
        },
      );
    const page = { from: range.from, count: range.to - range.from + 1 };
    const wanted = await withNames(db, typed);
    const [rows, { total, estimated }] = await Promise.all([
      auditEntries(db, wanted, readOrder(sort), page),
      auditTotal(db, wanted, COUNTED_EXACTLY),
    ]);
    sendContentRange(reply, 'history', range.from, rows.length, total);
    if (estimated) reply.header(TOTAL_IS_ESTIMATE, 'true');
    return rows.map((row) => historyRow(row, !isNarrowed(request.caller)));
  });

  const effect = {
    summary: 'What an entry of a parcel changed in money when it was learnt',
    params: z.object({ id: z.string() }),
    response: { 200: billingEffectSchema },
  };
  app.get('/api/history/:id/effect', ofBills(effect), async (request) => {
    const { id } = request.params;
    const [entry] = await auditEntries(
      db,
      { ids: [id] },
      { axis: 'recorded', descending: true },
      { from: 0, count: 1 },
    );
    const parcelName = entry?.parcelNames[0];
    if (!entry || parcelName === undefined || entry.stream !== stoneStream(parcelName))
      throw new Refusal(404, `There is no entry ${id} of a parcel.`);
    return effectOf(parcelName, { position: Number(entry.position), recordedAt: entry.recordedAt });
  });

  const timeline = {
    summary: 'What was and what we knew, of one parcel',
    params: z.object({ name: z.string() }),
    querystring: timelineQuery,
    response: { 200: timelineReply },
  };
  app.get('/api/parcels/:name/timeline', forAdministrators(timeline), async (request) => {
    const { name } = request.params;
    const [record, steps, vendors] = await Promise.all([
      parcelRecord(db, name),
      auditOfStream(db, stoneStream(name), name),
      allVendors(db),
    ]);
    if (!record) throw new Refusal(404, `There is no parcel ${name}.`);
    const names = new Map(steps.map(({ customerId, customerName }) => [customerId, customerName]));
    const source = {
      record,
      steps,
      zone,
      values: !isNarrowed(request.caller),
      shapeName: await shapeName(),
      vendors: vendors.map(({ vendorId, settings }) => ({ vendorId, name: settings.name })),
      customerName: (customerId: number) => names.get(customerId) ?? null,
    };
    return timelineOf(source, await cutOf(db, request.query.knownAt, zone));
  });
}

/**
 * The log position of a knowledge cut: the given one, or that of the event with the given id. A given time means
 * everything before the first event of the log that was recorded later, as a bill's cut does; a day means its end. Null
 * for everything. Throws Refusal 400.
 */
async function cutOf(db: Db, knownAt: string | undefined, zone: string): Promise<number | null> {
  if (knownAt === undefined) return null;
  if (/^\d+$/.test(knownAt)) return Number(knownAt);
  if (/^[0-9a-f]{8}-/i.test(knownAt)) {
    const event = await eventOfId(db, knownAt.toLowerCase());
    if (event === null)
      throw new Refusal(400, `knownAt: the log has no event ${knownAt}.`, { field: 'knownAt' });
    return event.position;
  }
  const time = readCutTime(knownAt, zone);
  if (time === undefined)
    throw new Refusal(400, 'knownAt: give a log position, the id of an event, an instant or a day.', {
      field: 'knownAt',
    });
  const later = await firstRecordedAfter(db, time);
  return later === null ? null : later - 1;
}
