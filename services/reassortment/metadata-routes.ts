import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { columnMapsBody, storesBody, valueMapsBody } from '#contracts/api/reassortment.ts';
import type { Reassortment, WholeList } from '#contracts/reassortment/reassortment.ts';
import type { Command } from '#services/platform/commands/index.ts';
import {
  callGroup,
  chosenCustomer,
  ifMatch,
  sendReached,
  sendVersion,
  type App,
} from '#services/platform/http/index.ts';
import type { Versioned } from './commands/changes-list.ts';
import { reassortmentCommandOf } from './command-of.ts';
import {
  loadReassortment,
  reassortmentCommands,
  type Reached,
  type ReassortmentContext,
} from './handlers.ts';

const forStaff = callGroup({ access: 'staff', surface: 'portal', tags: ['reassortment'] });
const forAdministrators = callGroup({ access: 'administrator', surface: 'portal', tags: ['reassortment'] });

const IF_MATCH = 'If-Match refuses what somebody else has changed meanwhile';

type ListCalls<Item> = {
  list: WholeList;
  /** The summary of the call that reads it; those that change it name it so too. */
  summary: string;
  body: z.ZodType<Item[]>;
  read: (state: Reassortment) => readonly Item[];
  set: (command: Command, customerId: number, items: Item[], version: Versioned) => Promise<Reached>;
  clear?: (command: Command, customerId: number, version: Versioned) => Promise<Reached>;
};

/**
 * The chosen customer's stores, column maps and value maps, each read and set whole as a bare list, and cleared, with its
 * version as the answer's ETag (product: Reassortment calls; rule: Who may reassort).
 */
export function registerMetadataRoutes(app: App, context: ReassortmentContext): void {
  const commands = reassortmentCommands;
  registerList(app, context, {
    list: 'stores',
    summary: "The customer's stores",
    body: storesBody,
    read: ({ stores }) => stores,
    set: (command, id, stores, version) => commands.setStores(context, command, id, { stores, ...version }),
  });
  registerList(app, context, {
    list: 'columnMaps',
    summary: "What each of the customer's column headings means here",
    body: columnMapsBody,
    read: ({ columnMaps }) => columnMaps,
    set: (command, id, columnMaps, version) =>
      commands.setColumnMaps(context, command, id, { columnMaps, ...version }),
    clear: (command, id, version) => commands.clearColumnMaps(context, command, id, version),
  });
  registerList(app, context, {
    list: 'valueMaps',
    summary: "What each of the customer's values means here",
    body: valueMapsBody,
    read: ({ valueMaps }) => valueMaps,
    set: (command, id, valueMaps, version) =>
      commands.setValueMaps(context, command, id, { valueMaps, ...version }),
    clear: (command, id, version) => commands.clearValueMaps(context, command, id, version),
  });
}

/** /reassortment/getcolumnmaps, /setcolumnmaps and /clearcolumnmaps, and those of the other lists. */
function registerList<Item>(
  app: App,
  context: ReassortmentContext,
  { list, summary, body, read, set, clear }: ListCalls<Item>,
): void {
  const path = list.toLowerCase();
  const named = `${summary[0]!.toLowerCase()}${summary.slice(1)}`;
  const response = { 200: body };

  /** The list now, with its version. */
  const now = async (request: FastifyRequest, reply: FastifyReply): Promise<Item[]> => {
    const state = await loadReassortment(context, chosenCustomer(request.caller));
    sendVersion(reply, state.changes[list].version);
    return [...read(state)];
  };
  /** The list after a change was carried out. */
  const after = async (
    request: FastifyRequest,
    reply: FastifyReply,
    change: (customerId: number, version: Versioned) => Promise<Reached>,
  ): Promise<Item[]> => {
    const version = { expectedVersion: ifMatch(request) };
    const { position } = await change(chosenCustomer(request.caller), version);
    await sendReached(reply, context.events, position);
    return now(request, reply);
  };

  app.post(`/reassortment/get${path}`, forStaff({ summary, response }), now);
  app.post(
    `/reassortment/set${path}`,
    forAdministrators({ summary: `Set ${named}, whole and in order; ${IF_MATCH}`, body, response }),
    async (request, reply) => {
      const command = reassortmentCommandOf(request);
      return after(request, reply, (id, version) => set(command, id, request.body, version));
    },
  );
  if (!clear) return;
  app.post(
    `/reassortment/clear${path}`,
    forAdministrators({ summary: `Forget ${named}; ${IF_MATCH}`, response }),
    async (request, reply) => {
      // What results in the same state however often it is sent takes no key.
      const command = { commandId: request.server.newId(), actor: request.caller.actor };
      return after(request, reply, (id, version) => clear(command, id, version));
    },
  );
}
