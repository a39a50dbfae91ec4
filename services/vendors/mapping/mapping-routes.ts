import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  feedMappingRequest,
  feedMappingResource,
  vendorColumn,
  vendorColumnsRequest,
  type FeedMappingResource,
} from '#contracts/api/vendor-feeds.ts';
import type { FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import {
  callGroup,
  ifMatch,
  sendVersion,
  sendReached,
  callCommand,
  type AnyReply,
  type App,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { vendorCommands } from '../handlers.ts';
import { mappingVersion } from './map-vendor-columns.ts';
import { currentVendor } from '../require-vendor.ts';

const portalCall = callGroup({ access: 'administrator', surface: 'portal', tags: ['vendors'] });
const restCall = callGroup({ access: 'administrator', surface: 'rest', tags: ['vendors'] });

/** How a vendor's files are read (rule: Feed mapping), for administrators: as the product names it, and with the conventions. */
export function registerMappingRoutes(app: App, context: CommandContext): void {
  const mappingOf = async (reply: AnyReply, vendorId: number): Promise<FeedMappingResource> => {
    const record = await currentVendor(context, vendorId);
    const { columns, conventions } = record;
    const version = mappingVersion(record);
    sendVersion(reply, version);
    return {
      columns: columns.map(({ columnId, heading, attribute }) => ({
        vendorColumnId: columnId,
        vendorId,
        vendorColumnHeader: heading,
        attribute,
      })),
      conventions,
      version,
    };
  };
  const save = async (
    request: FastifyRequest,
    reply: FastifyReply,
    vendorId: number,
    mapping: Parameters<typeof vendorCommands.mapColumns>[3],
  ): Promise<FeedMappingResource> => {
    const command = callCommand(request, ['vendor columns'], { vendorId, mapping });
    const { position } = await vendorCommands.mapColumns(context, command, vendorId, {
      ...mapping,
      expectedVersion: ifMatch(request),
    });
    await sendReached(reply, context.events, position);
    return mappingOf(reply, vendorId);
  };

  const params = rowParams;

  app.get(
    '/vendor/:id/columns',
    portalCall({ summary: "A vendor's columns", params, response: { 200: z.array(vendorColumn) } }),
    async ({ params: { id } }, reply) => (await onPortal(mappingOf(reply, id))).columns,
  );
  app.put(
    '/vendor/:id/columns',
    portalCall({
      summary:
        "Map a vendor's columns, all of them; its conventions stay. If-Match refuses what somebody else has changed meanwhile",
      params,
      body: vendorColumnsRequest,
      response: { 200: z.array(vendorColumn) },
    }),
    async (request, reply) => {
      const mapping = { columns: feedColumnsOf(request.body) };
      return (await onPortal(save(request, reply, request.params.id, mapping))).columns;
    },
  );
  app.get(
    '/api/vendors/:id/feed-mapping',
    restCall({ summary: "How a vendor's files are read", params, response: { 200: feedMappingResource } }),
    ({ params: { id } }, reply) => mappingOf(reply, id),
  );
  app.put(
    '/api/vendors/:id/feed-mapping',
    restCall({
      summary:
        "Map a vendor's columns and set its conventions; If-Match refuses what somebody else has changed meanwhile",
      params,
      body: feedMappingRequest,
      response: { 200: feedMappingResource },
    }),
    (request, reply) => {
      const { columns, conventions } = request.body;
      return save(request, reply, request.params.id, { columns: feedColumnsOf(columns), conventions });
    },
  );
}

/** Turns 404 into 402 for the admin calls (rule: 402 or sign-out). */
async function onPortal<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    throw new Refusal(402, error.message, { code: 'UNKNOWN_VENDOR', field: 'vendorId' });
  }
}

/** The wire's columns as a mapping has them. */
export const feedColumnsOf = (columns: z.infer<typeof vendorColumnsRequest>): FeedMapping['columns'] =>
  columns.map(({ vendorColumnHeader, attribute }) => ({ heading: vendorColumnHeader, attribute }));
