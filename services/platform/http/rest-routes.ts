import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { restQuery } from '#contracts/api/back-office.ts';
import type { Db } from '../database/index.ts';
import type { App } from './app.ts';
import { readRestList, sendRange, type RestList } from './rest-lists.ts';
import { sendSelect, type RestSelect } from './rest-select.ts';

/** A list of the back office: `GET /api/<resource>?sort&range&filter`. */
export type RestListCall<Row> = {
  resource: string;
  access: 'staff' | 'administrator';
  tags: string[];
  summary: string;
  row: z.ZodType<Row>;
};

/** Registers a list that the database filters, sorts and cuts; refuses (400) what it cannot be sorted or filtered by. */
export function listFromDatabase<Row>(
  app: App,
  db: Db,
  call: RestListCall<Row>,
  select: (request: FastifyRequest, reply: FastifyReply) => RestSelect | Promise<RestSelect>,
): void {
  const { path, options } = routeOf(call);
  app.get(path, options, async (request, reply) =>
    sendSelect<Row>(db, reply, call.resource, await select(request, reply), readRestList(request.query)),
  );
}

/** Registers a list whose rows are filtered and sorted here; the range asked for is cut out of them. */
export function listOfRows<Row>(
  app: App,
  call: RestListCall<Row>,
  rows: (asked: RestList, request: FastifyRequest, reply: FastifyReply) => Promise<readonly Row[]>,
): void {
  const { path, options } = routeOf(call);
  app.get(path, options, async (request, reply) => {
    const asked = readRestList(request.query);
    return sendRange(reply, call.resource, await rows(asked, request, reply), asked.range);
  });
}

const routeOf = <Row>({ resource, access, tags, summary, row }: RestListCall<Row>) => ({
  path: `/api/${resource}`,
  options: {
    config: { access, surface: 'rest' as const },
    schema: { tags, summary, querystring: restQuery, response: { 200: z.array(row) } },
  },
});
