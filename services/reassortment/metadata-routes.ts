import type { FastifyReply, FastifyRequest } from 'fastify';
import { columnMapsBody, storesBody, valueMapsBody } from '#contracts/api/reassortment.ts';
import type { Reassortment, WholeList } from '#contracts/reassortment/reassortment.ts';
import { callGroup, chosenCustomer, ifMatch, sendPosition, type App } from '#services/platform/http/index.ts';
import type { Versioned } from './commands/check-list-version.ts';
import { commandOf, unkeyedCommandOf } from './command-of.ts';
import {
  loadReassortment,
  reassortmentCommands,
  type Reached,
  type ReassortmentContext,
} from './handlers.ts';

const forStaff = callGroup({ access: 'staff', surface: 'portal', tags: ['reassortment'] });
const forAdministrators = callGroup({ access: 'administrator', surface: 'portal', tags: ['reassortment'] });

/**
 * The chosen customer's stores, column maps and value maps, each read and set whole as a bare list, and cleared, with its
 * version as the answer's ETag (product: Reassortment calls; rule: Who may reassort).
 */
export function registerMetadataRoutes(app: App, context: ReassortmentContext): void {
  const commands = reassortmentCommands;
  const stores = { 200: storesBody };
  const columnMaps = { 200: columnMapsBody };
  const valueMaps = { 200: valueMapsBody };

  /** The state now, with the version of the answered list. */
  const now = async (
    list: WholeList,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Reassortment> => {
    const state = await loadReassortment(context, chosenCustomer(request.caller));
    reply.header('etag', `"${state.changes[list].version}"`);
    return state;
  };
  /** The state after a change was carried out. */
  const after = async (
    list: WholeList,
    request: FastifyRequest,
    reply: FastifyReply,
    change: (customerId: number, version: Versioned) => Promise<Reached>,
  ): Promise<Reassortment> => {
    const version = { expectedVersion: ifMatch(request) };
    const { position } = await change(chosenCustomer(request.caller), version);
    if (position !== null) sendPosition(reply, position);
    return now(list, request, reply);
  };

  app.post(
    '/reassortment/getstores',
    forStaff({ summary: "The customer's stores", response: stores }),
    async (request, reply) => [...(await now('stores', request, reply)).stores],
  );
  app.post(
    '/reassortment/setstores',
    forAdministrators({
      summary:
        "Set the customer's stores, whole and in order; If-Match refuses what somebody else has changed meanwhile",
      body: storesBody,
      response: stores,
    }),
    async (request, reply) => {
      const command = commandOf(request);
      const set = await after('stores', request, reply, (id, version) =>
        commands.setStores(context, command, id, { stores: request.body, ...version }),
      );
      return [...set.stores];
    },
  );

  app.post(
    '/reassortment/getcolumnmaps',
    forStaff({ summary: "What the customer's heads of columns are here", response: columnMaps }),
    async (request, reply) => [...(await now('columnMaps', request, reply)).columnMaps],
  );
  app.post(
    '/reassortment/setcolumnmaps',
    forAdministrators({
      summary:
        "Set what the customer's heads of columns are here, whole and in order; If-Match refuses what somebody else has changed meanwhile",
      body: columnMapsBody,
      response: columnMaps,
    }),
    async (request, reply) => {
      const command = commandOf(request);
      const set = await after('columnMaps', request, reply, (id, version) =>
        commands.setColumnMaps(context, command, id, { columnMaps: request.body, ...version }),
      );
      return [...set.columnMaps];
    },
  );
  app.post(
    '/reassortment/clearcolumnmaps',
    forAdministrators({
      summary:
        "Forget what the customer's heads of columns are here; If-Match refuses what somebody else has changed meanwhile",
      response: columnMaps,
    }),
    async (request, reply) => {
      const command = unkeyedCommandOf(request);
      const set = await after('columnMaps', request, reply, (id, version) =>
        commands.clearColumnMaps(context, command, id, version),
      );
      return [...set.columnMaps];
    },
  );

  app.post(
    '/reassortment/getvaluemaps',
    forStaff({ summary: "What the customer's values are here", response: valueMaps }),
    async (request, reply) => [...(await now('valueMaps', request, reply)).valueMaps],
  );
  app.post(
    '/reassortment/setvaluemaps',
    forAdministrators({
      summary:
        "Set what the customer's values are here, whole and in order; If-Match refuses what somebody else has changed meanwhile",
      body: valueMapsBody,
      response: valueMaps,
    }),
    async (request, reply) => {
      const command = commandOf(request);
      const set = await after('valueMaps', request, reply, (id, version) =>
        commands.setValueMaps(context, command, id, { valueMaps: request.body, ...version }),
      );
      return [...set.valueMaps];
    },
  );
  app.post(
    '/reassortment/clearvaluemaps',
    forAdministrators({
      summary:
        "Forget what the customer's values are here; If-Match refuses what somebody else has changed meanwhile",
      response: valueMaps,
    }),
    async (request, reply) => {
      const command = unkeyedCommandOf(request);
      const set = await after('valueMaps', request, reply, (id, version) =>
        commands.clearValueMaps(context, command, id, version),
      );
      return [...set.valueMaps];
    },
  );
}
