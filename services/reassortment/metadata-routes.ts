import type { FastifyReply, FastifyRequest } from 'fastify';
import { columnMapsBody, storesBody, valueMapsBody } from '#contracts/api/reassortment.ts';
import type { Reassortment } from '#contracts/reassortment/reassortment.ts';
import { callGroup, chosenCustomer, sendPosition, type App } from '#services/platform/http/index.ts';
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
 * The chosen customer's stores, column maps and value maps, each read and set whole as a bare list, and cleared
 * (product: Reassortment calls; rule: Who may reassort).
 */
export function registerMetadataRoutes(app: App, context: ReassortmentContext): void {
  const commands = reassortmentCommands;
  const stores = { 200: storesBody };
  const columnMaps = { 200: columnMapsBody };
  const valueMaps = { 200: valueMapsBody };

  const now = (request: FastifyRequest): Promise<Reassortment> =>
    loadReassortment(context, chosenCustomer(request.caller));
  /** The state after a change was carried out. */
  const after = async (
    request: FastifyRequest,
    reply: FastifyReply,
    change: (customerId: number) => Promise<Reached>,
  ): Promise<Reassortment> => {
    const { position } = await change(chosenCustomer(request.caller));
    if (position !== null) sendPosition(reply, position);
    return now(request);
  };

  app.post(
    '/reassortment/getstores',
    forStaff({ summary: "The customer's stores", response: stores }),
    async (request) => [...(await now(request)).stores],
  );
  app.post(
    '/reassortment/setstores',
    forAdministrators({
      summary: "Set the customer's stores, whole and in order",
      body: storesBody,
      response: stores,
    }),
    async (request, reply) => {
      const [command, input] = [commandOf(request), { stores: request.body }];
      const set = await after(request, reply, (id) => commands.setStores(context, command, id, input));
      return [...set.stores];
    },
  );

  app.post(
    '/reassortment/getcolumnmaps',
    forStaff({ summary: "What the customer's heads of columns are here", response: columnMaps }),
    async (request) => [...(await now(request)).columnMaps],
  );
  app.post(
    '/reassortment/setcolumnmaps',
    forAdministrators({
      summary: "Set what the customer's heads of columns are here, whole and in order",
      body: columnMapsBody,
      response: columnMaps,
    }),
    async (request, reply) => {
      const [command, input] = [commandOf(request), { columnMaps: request.body }];
      const set = await after(request, reply, (id) => commands.setColumnMaps(context, command, id, input));
      return [...set.columnMaps];
    },
  );
  app.post(
    '/reassortment/clearcolumnmaps',
    forAdministrators({
      summary: "Forget what the customer's heads of columns are here",
      response: columnMaps,
    }),
    async (request, reply) => {
      const command = unkeyedCommandOf(request);
      const set = await after(request, reply, (id) => commands.clearColumnMaps(context, command, id, {}));
      return [...set.columnMaps];
    },
  );

  app.post(
    '/reassortment/getvaluemaps',
    forStaff({ summary: "What the customer's values are here", response: valueMaps }),
    async (request) => [...(await now(request)).valueMaps],
  );
  app.post(
    '/reassortment/setvaluemaps',
    forAdministrators({
      summary: "Set what the customer's values are here, whole and in order",
      body: valueMapsBody,
      response: valueMaps,
    }),
    async (request, reply) => {
      const [command, input] = [commandOf(request), { valueMaps: request.body }];
      const set = await after(request, reply, (id) => commands.setValueMaps(context, command, id, input));
      return [...set.valueMaps];
    },
  );
  app.post(
    '/reassortment/clearvaluemaps',
    forAdministrators({ summary: "Forget what the customer's values are here", response: valueMaps }),
    async (request, reply) => {
      const command = unkeyedCommandOf(request);
      const set = await after(request, reply, (id) => commands.clearValueMaps(context, command, id, {}));
      return [...set.valueMaps];
    },
  );
}
