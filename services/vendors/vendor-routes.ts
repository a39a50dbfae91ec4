import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  editVendorRequest,
  newVendorRequest,
  vendorEdit,
  vendorResource,
  vendorSchema,
  type VendorEdit,
  type VendorResource,
} from '#contracts/api/vendors.ts';
import { vendorStream } from '#contracts/events/index.ts';
import { vendorFold, type VendorRecord } from '#contracts/vendor/vendor.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import { allVendors, highestVendorNumber, vendorWithVersion } from '#projections/vendors/index.ts';
import { loadStream, oncePerKey, type CommandContext } from '#services/platform/commands/index.ts';
import {
  callGroup,
  ifMatch,
  sendVersion,
  listOfRows,
  sendReached,
  commandOf,
  type App,
} from '#services/platform/http/index.ts';
import { numberFor } from '#services/platform/number-for.ts';
import { vendorCommands } from './handlers.ts';
import { requireVendor } from './require-vendor.ts';
import { vendorsWithOldFeeds } from './waiting-feeds.ts';
import { editOf, settingsAndTerms, vendorWire } from './vendor-wire.ts';

const portalCall = callGroup({ access: 'administrator', surface: 'portal', tags: ['vendors'] });
const restCall = callGroup({ access: 'administrator', surface: 'rest', tags: ['vendors'] });

export type VendorRoutesDeps = {
  context: CommandContext;
  /** The house's day today: the terms shown are those in force at its end. */
  today: () => HouseDay;
  /** Waits a while for the vendors' read model to reach a log position; false when it has not. */
  reached: (position: bigint) => Promise<boolean>;
};

/** Vendors, for administrators: the product's calls and the back office's resource (product: Vendor calls). */
export function registerVendorRoutes(app: App, { context, today, reached }: VendorRoutesDeps): void {
  const { db, zone } = context;
  const wire = (record: VendorRecord) => vendorWire(record, today(), zone);
  const resource = (record: VendorRecord): VendorResource => ({ id: record.vendorId, ...wire(record) });

  /** The answer comes from the vendor's stream, because the read model may be behind. */
  const changed = async (reply: FastifyReply, vendorId: number, position: bigint | null) => {
    const { state } = await loadStream(context, vendorStream(vendorId), vendorFold);
    const record = requireVendor(state);
    await reached(await sendReached(reply, context.events, position));
    sendVersion(reply, state.version);
    return { record, version: state.version };
  };

  const edit = async (request: FastifyRequest, reply: FastifyReply, vendorId: number, fields: VendorEdit) => {
    const { key, ...command } = commandOf(request, 'vendors');
    return oncePerKey(context, key, async (repeated) => {
      // What was carried out is not decided again: another edit may have come since.
      if (repeated) return changed(reply, vendorId, null);
      const input = { ...editOf(fields), expectedVersion: ifMatch(request) };
      const { position } = await vendorCommands.edit(context, command, vendorId, input);
      return changed(reply, vendorId, position);
    });
  };

  app.get(
    '/vendor/all',
    portalCall({ summary: 'Every vendor, by name', response: { 200: z.array(vendorSchema) } }),
    async () => {
      return (await allVendors(db)).map(wire);
    },
  );

  app.put(
    '/vendor/edit',
    portalCall({
      summary: 'Change a vendor, its terms from now on',
      body: editVendorRequest,
      response: { 200: vendorSchema },
    }),
    async (request, reply) => {
      const { vendorId, ...fields } = request.body;
      return wire((await edit(request, reply, vendorId, fields)).record);
    },
  );

  listOfRows(
    app,
    restCall,
    {
      resource: 'vendors',
      summary: 'Vendors, by name',
      row: vendorResource,
      key: 'vendorId',
      sortedBy: ['vendorId', 'name', 'tier', 'dxPrefix', 'markup'],
      searched: ({ vendorId, name, legalName, email, dxPrefix }) =>
        [vendorId, name, legalName, email, dxPrefix].join('\n'),
      chosenBy: ['oldFeed'],
    },
    async ({ oldFeed }) => {
      const old = oldFeed === true ? await vendorsWithOldFeeds(db, today(), zone) : null;
      const vendors = (await allVendors(db)).filter(({ vendorId }) => old?.has(vendorId) ?? true);
      return vendors.map(resource);
    },
  );

  app.get(
    '/api/vendors/:id',
    restCall({ summary: 'One vendor', params: rowParams, response: { 200: vendorResource } }),
    async (request, reply) => {
      const { id } = request.params;
      const found = await vendorWithVersion(db, id);
      const record = requireVendor({ vendorId: id, ...(found && { record: found.record }) });
      const version = found?.version ?? '';
      sendVersion(reply, version);
      return { ...resource(record), version };
    },
  );

  app.post(
    '/api/vendors',
    restCall({ summary: 'Create a vendor', body: newVendorRequest, response: { 201: vendorResource } }),
    async (request, reply) => {
      const { vendorId: asked, name, tier, ...more } = request.body;
      const { key, ...command } = commandOf(request, 'vendors');
      const { record, version } = await oncePerKey(context, key, async () => {
        const vendorId = asked ?? (await numberFor(db, 'vendor', command.commandId, highestVendorNumber));
        const { settings, terms } = settingsAndTerms({ ...more, ...(tier && { tier }) });
        const made = { settings: { ...settings, name }, terms };
        const { position } = await vendorCommands.register(context, command, vendorId, made);
        return changed(reply, vendorId, position);
      });
      return reply.code(201).send({ ...resource(record), version });
    },
  );

  app.put(
    '/api/vendors/:id',
    restCall({
      summary: 'Change a vendor; If-Match refuses what somebody else has changed meanwhile',
      params: rowParams,
      body: vendorEdit,
      response: { 200: vendorResource },
    }),
    async (request, reply) => {
      const { record, version } = await edit(request, reply, request.params.id, request.body);
      return { ...resource(record), version };
    },
  );
}
