import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { restQuery } from '#contracts/api/back-office.ts';
import type { Db } from '../database/index.ts';
import type { App } from './app.ts';
import type { CallsOfGroup } from './call-group.ts';
import { readRestList, sendRange, type RestList } from './rest-lists.ts';
import { sendSelect, type RestSelect } from './rest-select.ts';
import { rowsAsked, type RowsAsked } from './rows-asked.ts';

/** A list of the back office: `GET /api/<resource>?sort&range&filter`. */
export type RestListCall<Row> = {
  resource: string;
  summary: string;
  row: z.ZodType<Row>;
};

/**
 * Registers a list that the database filters, sorts and limits. Refuses (400) fields that it cannot be sorted or
 * filtered by.
 */
export function listFromDatabase<Row>(
  app: App,
  db: Db,
  calls: CallsOfGroup,
  call: RestListCall<Row>,
  select: (request: FastifyRequest, reply: FastifyReply) => RestSelect | Promise<RestSelect>,
): void {
  app.get(`/api/${call.resource}`, listOptions(calls, call), async (request, reply) =>
    sendSelect<Row>(db, reply, call.resource, await select(request, reply), readRestList(request.query)),
  );
}

/**
 * Registers a list whose rows are filtered and sorted in this process; the requested range is cut out of them. Refuses
 * (400) fields that it cannot be sorted or filtered by.
 * @param rows all of them, or those of the filters that `chosenBy` names
 */
export function listOfRows<Row>(
  app: App,
  calls: CallsOfGroup,
  call: RestListCall<Row> & RowsAsked<Row>,
  rows: (filter: RestList['filter'], request: FastifyRequest, reply: FastifyReply) => Promise<readonly Row[]>,
): void {
  app.get(`/api/${call.resource}`, listOptions(calls, call), async (request, reply) => {
    const asked = readRestList(request.query);
    const found = rowsAsked(await rows(asked.filter, request, reply), asked, call);
    return sendRange(reply, call.resource, found, asked.range);
  });
}

const listOptions = <Row>(calls: CallsOfGroup, { summary, row }: RestListCall<Row>) =>
  calls({ summary, querystring: restQuery, response: { 200: z.array(row) } });
